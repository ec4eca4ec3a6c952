//! What the programs that measure share.

use noyau::dynamic::OpenGame;
use noyau::message;

/// The game that the first argument names, and the other arguments, of which there are as many as the usage says.
pub(crate) fn start<const N: usize>(
    usage: &str,
) -> Result<(Box<dyn OpenGame>, [String; N]), String> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let rest = rest.try_into().map_err(|_| format!("usage: {usage}"))?;
    let files =
        |path: &str| std::fs::read(path).map_err(|why| message!("{path}: {why}", "{path} : {why}"));
    let game = noyau_games::open(&name, &files).map_err(|problem| problem.to_string())?;
    Ok((game, rest))
}
