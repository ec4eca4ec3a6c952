//! The parameters of requests, and the games and positions that they name.

use crate::answer::JSON;
use crate::error::{ApiError, ErrorKind};
use noyau::dynamic::{OpenGame, Problem};
use noyau::{Message, message};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The maximum bytes of a request's body.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// The longest line of moves, in plies.
const MOST_PLIES: usize = 2000;
/// The maximum number among the parameters of a game: beyond it, lists of moves grow too long.
const MOST_NUMBER: u64 = 2000;
/// The maximum number of legal moves in a response.
const MOST_MOVES: usize = 10_000;

/// The parameters of a request: its query.
pub(crate) fn from_query<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let pairs = serde_urlencoded::Deserializer::new(pairs);
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let why = format!("Failed to deserialize query string: {error}");
        ApiError::bad(message!(
            "the query cannot be read: {why}",
            "la requête est illisible : {why}"
        ))
    })
}

/// The parameters of a request: its JSON body.
pub(crate) fn from_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| bad_json(&error))
}

/// Fails unless the type of a body is JSON.
pub(crate) fn is_json(kind: &str) -> Result<(), ApiError> {
    if kind.starts_with(JSON) {
        return Ok(());
    }
    Err(ApiError::bad(message!(
        "a body of application/json is wanted",
        "il faut un corps de type application/json"
    ))
    .with_status(415))
}

/// The error for a body that is too long or breaks off.
pub(crate) fn too_long() -> ApiError {
    ApiError::too_large(message!(
        "the body of a request has at most {MOST_BYTES} bytes, and comes whole",
        "le corps d'une requête a au plus {MOST_BYTES} octets, et arrive entier"
    ))
}

/// The error for invalid JSON.
pub(crate) fn bad_json(error: &serde_json::Error) -> ApiError {
    let why = error.to_string();
    ApiError::bad(message!(
        "the JSON of the request cannot be read: {why}",
        "le JSON de la requête est illisible : {why}"
    ))
}

/// Moves, as one line of text or as a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Moves {
    Line(String),
    List(Vec<String>),
}

/// A position, with the common parameters of requests about one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Position {
    pub(crate) game: String,
    pub(crate) content: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) after: Option<Moves>,
    pub(crate) moves: Option<Moves>,
    pub(crate) seconds: Option<f64>,
    pub(crate) agent: Option<String>,
    pub(crate) seed: Option<u64>,
    /// Whether the position alone is wanted, without the value of each move.
    pub(crate) quick: bool,
}

impl Position {
    pub(crate) fn new(
        game: &str,
        content: Option<&String>,
        at: Option<&String>,
        after: Option<&Moves>,
    ) -> Self {
        Self {
            game: game.to_owned(),
            content: content.cloned(),
            at: at.cloned(),
            after: after.cloned(),
            ..Self::default()
        }
    }
}

/// Opens a game by name. Files are not read: `content` has the text that the game is made from, unless it is one of
/// noyau's samples.
pub(crate) fn open(name: &str, content: Option<&str>) -> Result<Box<dyn OpenGame>, ApiError> {
    let (family, parameters) = name.split_once(':').unwrap_or((name, ""));
    let entry = noyau_games::find(family);
    let samples = entry.map_or(&[][..], |entry| entry.samples());
    if samples.is_empty() {
        let words = parameters.split(|sign: char| !sign.is_ascii_digit());
        let large = |word: &str| word.len() > 4 || word.parse().unwrap_or(0) > MOST_NUMBER;
        // A code such as 0.7777 is not a number.
        let code = family == "octal";
        let words = words.skip(if code { 2 } else { 0 });
        if name.len() > 200 || { words }.any(large) {
            return Err(ApiError::too_large(message!(
                "this page takes numbers up to {MOST_NUMBER} as parameters: a larger game is for the command line",
                "cette page prend pour paramètres des nombres jusqu'à {MOST_NUMBER} : un jeu plus grand est pour la ligne de commande"
            )));
        }
    }
    Ok(open_again(name, content)?)
}

/// Opens a game whose parameters were already checked.
pub(crate) fn open_again(name: &str, content: Option<&str>) -> Result<Box<dyn OpenGame>, Problem> {
    let family = name.split(':').next().unwrap_or_default();
    let samples = noyau_games::find(family).map_or(&[][..], |entry| entry.samples());
    noyau_games::open(name, &|path| {
        if let Some(content) = content {
            return Ok(content.as_bytes().to_vec());
        }
        let sample = samples.iter().find(|sample| sample.path == path);
        let sample = sample.map(|sample| sample.content.as_bytes().to_vec());
        sample.ok_or_else(|| {
            message!(
                "the page reads no files: send the text of {path:?} as `content`",
                "la page ne lit pas de fichiers : envoyez le texte de {path:?} comme `content`"
            )
        })
    })
}

/// Opens a game in a position that was already checked.
pub(crate) fn reopen(position: &Position) -> Result<Box<dyn OpenGame>, Problem> {
    let mut game = open_again(&position.game, position.content.as_deref())?;
    replay(&mut *game, position)?;
    Ok(game)
}

/// Moves a game from its start to the position.
pub(crate) fn place(game: &mut dyn OpenGame, position: &Position) -> Result<(), ApiError> {
    if let Some(moves) = &position.after {
        split(game, moves)?;
    }
    Ok(replay(game, position)?)
}

fn replay(game: &mut dyn OpenGame, position: &Position) -> Result<(), Problem> {
    if let Some(text) = position.at.as_deref().filter(|text| !text.is_empty()) {
        game.set(text)?;
    }
    match &position.after {
        None => {}
        // A pass that is the only legal move may be omitted.
        Some(Moves::Line(line)) => game.play_line(line)?,
        Some(Moves::List(moves)) => {
            for mv in moves {
                game.play(mv)?;
            }
        }
    }
    Ok(())
}

/// The moves as a list.
pub(crate) fn split(game: &dyn OpenGame, moves: &Moves) -> Result<Vec<String>, ApiError> {
    let moves = match moves {
        Moves::Line(line) => game.split_moves(line),
        Moves::List(moves) => moves.clone(),
    };
    if moves.len() > MOST_PLIES {
        return Err(ApiError::too_large(message!(
            "a game here has at most {MOST_PLIES} plies",
            "une partie a ici au plus {MOST_PLIES} coups"
        )));
    }
    Ok(moves)
}

/// The legal moves, if there are not too many to list.
pub(crate) fn legal(game: &dyn OpenGame) -> Result<Vec<String>, ApiError> {
    let moves = game.moves();
    if moves.len() > MOST_MOVES {
        return Err(ApiError::too_large(message!(
            "this position has more than {MOST_MOVES} moves",
            "cette position a plus de {MOST_MOVES} coups"
        )));
    }
    Ok(moves)
}

/// Fails if the rules, which may come with the request, left a visited position undefined.
pub(crate) fn settled(game: &dyn OpenGame) -> Result<(), ApiError> {
    match game.defect() {
        None => Ok(()),
        Some(why) => Err(ApiError::new(ErrorKind::BadFile, open_rules(&why))),
    }
}

pub(crate) fn open_rules(why: &Message) -> Message {
    let Message { en, fr } = why;
    Message {
        en: format!("the rules leave a position open: {en}"),
        fr: format!("les règles laissent une position ouverte : {fr}"),
    }
}
