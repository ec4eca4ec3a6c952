//! Figures for print: boards with their dominoes, and the steps of an algorithm as pictures or frames.

use crate::prelude::*;
use noyau::arena::Arena;
use noyau::drawing::text::tex;
use noyau::view::View;
use noyau::view::figure::Figure;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;

/// A kind of picture of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Svg,
    Tikz,
    Beamer,
}

/// The option `--to` of step pictures.
pub(crate) fn to_argument(args: Args) -> Arg {
    args.choice("to", help::STEPS_TO, help::STEP_PICTURES, None)
}

impl Kind {
    /// The kind that `--to` names, by default SVG.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Self, Failure> {
        match args::word(matches, "to") {
            None | Some("svg") => Ok(Self::Svg),
            Some("tikz") => Ok(Self::Tikz),
            Some("beamer") => Ok(Self::Beamer),
            Some(other) => {
                let other = other.to_owned();
                Err(Failure::Request(message!(
                    "steps are drawn as svg, tikz or beamer, not as {other}",
                    "les étapes se dessinent en svg, tikz ou beamer, pas en {other}"
                )))
            }
        }
    }
}

/// A step: what it does in words, and its picture.
pub(crate) struct StepPicture {
    pub(crate) words: String,
    pub(crate) picture: String,
}

/// The most steps that are drawn: nobody prints more.
pub(crate) const MOST_STEPS: usize = 500;

/// What a file of frames needs once: a picture no larger than its frame.
const FIT: &str = "\
% \\documentclass{beamer}
% \\usepackage{tikz,amssymb}
% \\usetikzlibrary{arrows.meta}
\\ifdefined\\noyaubox\\else\\newsavebox\\noyaubox\\fi
\\providecommand\\noyaufit[1]{\\sbox\\noyaubox{#1}%
  \\ifdim\\wd\\noyaubox>\\linewidth\\sbox\\noyaubox{\\resizebox{\\linewidth}{!}{\\usebox\\noyaubox}}\\fi
  \\ifdim\\dimexpr\\ht\\noyaubox+\\dp\\noyaubox\\relax>0.62\\textheight
    \\sbox\\noyaubox{\\resizebox{!}{0.62\\textheight}{\\usebox\\noyaubox}}\\fi
  \\usebox\\noyaubox}
";

/// Writes the steps into a folder: a numbered file each, or for beamer one file of frames.
pub(crate) fn write_steps(
    console: Console,
    matches: &ArgMatches,
    folder: &Path,
    kind: Kind,
    title: &Message,
    steps: &[StepPicture],
) -> Exit {
    output::create_folder(folder)?;
    let count = steps.len();
    if kind == Kind::Beamer {
        let mut frames = FIT.to_owned();
        for (number, step) in (1..).zip(steps) {
            let heading = console.phrase(&message!(
                "{title}, {number} of {count}",
                "{title}, {number} sur {count}",
                title = *title
            ));
            let (heading, words) = (tex(&heading), tex(&step.words));
            let picture = step.picture.trim_end();
            let _ = write!(
                frames,
                "\n\\begin{{frame}}{{{heading}}}\n\\begin{{center}}\n\\noyaufit{{%\n{picture}}}\n\\end{{center}}\n{words}\n\\end{{frame}}\n"
            );
        }
        output::write(matches, &folder.join("frames.tex"), &console.named(&frames))?;
        let path = folder.join("frames.tex").display().to_string();
        console.tell(&match count {
            1 => message!(
                "1 frame written into {path}",
                "1 diapositive écrite dans {path}"
            ),
            _ => message!(
                "{count} frames written into {path}",
                "{count} diapositives écrites dans {path}"
            ),
        });
        return Ok(Status::Answered);
    }
    let digits = count.to_string().len();
    let extension = if kind == Kind::Svg { "svg" } else { "tex" };
    for (number, step) in (1..).zip(steps) {
        let path = folder.join(format!("{number:0digits$}.{extension}"));
        output::write(matches, &path, &console.named(&step.picture))?;
    }
    let folder = folder.display().to_string();
    console.tell(&match count {
        1 => message!(
            "1 picture written into {folder}",
            "1 image écrite dans {folder}"
        ),
        _ => message!(
            "{count} pictures written into {folder}",
            "{count} images écrites dans {folder}"
        ),
    });
    Ok(Status::Answered)
}

/// A board, and the side and move that led to it.
pub(crate) type Shown = (Figure, Option<(Side, String)>);

/// The picture of a position, with its stores.
fn board(game: &dyn OpenGame) -> View {
    game.view().with_stores(game.points())
}

/// The boards along a play, from the position of `--at`, with the move that led to each: dominoes are drawn whole.
pub(crate) fn play(game: &mut dyn OpenGame, moves: &[String]) -> Result<Vec<Shown>, Failure> {
    let mut figure = Figure::from(board(game));
    let mut boards = vec![(figure.clone(), None)];
    for mv in moves {
        let (side, before) = (game.side(), game.view());
        game.play(mv)?;
        let after = game.view();
        figure
            .dominoes
            .extend(before.domino(&after).map(|pair| (pair, side)));
        figure.view = board(game);
        boards.push((figure.clone(), Some((side, mv.clone()))));
    }
    Ok(boards)
}

/// The boards of all positions of a game's arena. A domino is drawn whole where all plays that lead to the position laid
/// the same ones; otherwise the covered squares stand alone.
pub(crate) fn boards(game: &mut dyn OpenGame, arena: &Arena) -> Result<Vec<Figure>, Failure> {
    let graph = arena.graph();
    let mut figures = Vec::new();
    for v in graph.vertices() {
        let name = arena.name(v);
        // The positions of impartial games do not tell the side.
        if game.set_board(&name).is_err() {
            game.set_board(&format!("{name} {}", Side::First))?;
        }
        // A vertex is a board without the points: plays meet in it that have filled the stores otherwise.
        let mut view = game.view();
        view.labels.clear();
        figures.push((Figure::from(view), game.side()));
    }
    // The dominoes of each vertex: none known, known, or different on different ways.
    let mut laid: Vec<Option<Option<Dominoes>>> = vec![None; arena.len()];
    if !arena.is_empty() {
        laid[arena.start() as usize] = Some(Some(Vec::new()));
    }
    let mut queue: VecDeque<u32> = [arena.start()]
        .into_iter()
        .filter(|_| !arena.is_empty())
        .collect();
    while let Some(v) = queue.pop_front() {
        for &w in graph.successors(v) {
            let (from, to) = (&figures[v as usize], &figures[w as usize]);
            let here = laid[v as usize].clone().flatten();
            let next = here.and_then(|mut here| {
                here.push((from.0.view.domino(&to.0.view)?, from.1));
                here.sort_unstable_by_key(|(pair, _)| *pair);
                Some(here)
            });
            let known = &mut laid[w as usize];
            match known {
                None => *known = Some(next),
                // What was agreed on until now is not any more.
                Some(one) if one.is_some() && *one != next => *one = None,
                Some(_) => continue,
            }
            queue.push_back(w);
        }
    }
    let drawn = figures.into_iter().zip(laid);
    Ok(drawn
        .map(|((mut figure, _), laid)| {
            figure.dominoes = laid.flatten().unwrap_or_default();
            figure
        })
        .collect())
}

/// Pairs of cells under dominoes, with the side that laid each.
type Dominoes = Vec<([usize; 2], Side)>;
