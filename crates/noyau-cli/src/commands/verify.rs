//! `noyau verify`: checks a certificate or a table.

use crate::catalogue::tables::{self as words, Told};
use crate::catalogue::{self, Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use crate::progress::{self, Watch};
use crate::tables::{self, TableFile, said};
use clap::{ArgMatches, Command};
use noyau::erased::Cursor;
use noyau::limits::Progress;
use noyau::verify::{self, Refused};
use noyau::{Localized, Message, audit};
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("verify", help::VERIFY)
        .arg(
            grammar
                .place("file", help::FILE, help::VERIFY_FILE)
                .required(true),
        )
        .arg(grammar.threads())
        .arg(grammar.memory())
        .arg(grammar.time())
        .arg(grammar.max_bytes())
        .arg(grammar.json())
}

#[derive(Serialize)]
#[serde(untagged)]
enum Verdict {
    Right {
        verified: bool,
        kind: String,
        vertices: u64,
        edges: u64,
    },
    Wrong {
        verified: bool,
        why: String,
    },
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    let path = matches
        .get_one::<String>("file")
        .map_or("-", String::as_str);
    if tables::is_table(path) {
        return run_table(console, path, matches);
    }
    let most = input::most_bytes(matches);
    let bytes = input::content(path, most).map_err(Failure::File)?;
    let open = |name: &str| {
        let game = noyau_games::open(name, &|path| input::read(path, most))?;
        Ok(game as Box<dyn Cursor>)
    };
    let json = matches.get_flag("json");
    match verify::certificate(&bytes, &open) {
        Ok(verified) => {
            if json {
                console.json(&Verdict::Right {
                    verified: true,
                    kind: verified.kind,
                    vertices: verified.vertices,
                    edges: verified.edges,
                })?;
            } else {
                let said = Sentence::Verified {
                    kind: verified.kind,
                    vertices: verified.vertices,
                    edges: verified.edges,
                };
                writeln!(console.out(), "{}", console.sentence(&said))?;
            }
            Ok(Status::Answered)
        }
        Err(refused) => {
            let path = path.to_owned();
            let said = match refused {
                Refused::Unreadable(error) => {
                    let error = Message::of(&error);
                    let (en, fr) = (error.en, error.fr);
                    Message {
                        en: format!("{path}:{en}"),
                        fr: format!("{path}:{fr}"),
                    }
                }
                Refused::Game(problem) => refusal(path, Message::of(&problem)),
                Refused::Wrong(wrong) => refusal(path, Message::of(&wrong)),
            };
            let said = said.localized(console.language);
            if json {
                console.json(&Verdict::Wrong {
                    verified: false,
                    why: said.clone(),
                })?;
            }
            console.tell(&said);
            Ok(Status::Refused)
        }
    }
}

/// Checks a table.
fn run_table(console: Console, path: &str, matches: &ArgMatches) -> Result<Status, Failure> {
    let json = matches.get_flag("json");
    let mut limits = input::limits(matches);
    progress::stop_on_interrupt(&mut limits);
    let shown = Arc::new(Progress::default());
    limits.progress = Some(Arc::clone(&shown));
    let audited = (|| {
        let file = TableFile::open(path)?;
        let table = file.table()?;
        let game = file.game(&table, input::most_bytes(matches))?;
        let watch = Watch::with_time_left(console, words::PHASE_CHECK, shown);
        let audited = audit::audit(&*game.table_rules(&table), &table, &limits);
        drop(watch);
        match audited {
            Ok(audited) => Ok(Ok(audited)),
            Err(audit::Refused::Stopped(stopped)) => Ok(Err(stopped)),
            Err(refused) => Err(file.refused(&refused)),
        }
    })();
    match audited {
        Ok(Ok(audited)) => {
            if json {
                console.json(&Verdict::Right {
                    verified: true,
                    kind: "table".to_owned(),
                    vertices: audited.entries,
                    edges: audited.moves,
                })?;
            } else {
                let told = Told::Verified {
                    entries: audited.entries,
                    positions: audited.positions,
                    moves: audited.moves,
                };
                writeln!(console.out(), "{}", said(console, &told))?;
            }
            Ok(Status::Answered)
        }
        Ok(Err(stopped)) => {
            let (path, why) = (path.to_owned(), catalogue::stopped(stopped));
            console.tell(&said(console, &Told::Unchecked { path, why }));
            Ok(Status::Unknown)
        }
        Err(Failure::File(why)) if json => {
            console.json(&Verdict::Wrong {
                verified: false,
                why: why.localized(console.language),
            })?;
            Err(Failure::File(why))
        }
        Err(failure) => Err(failure),
    }
}

fn refusal(path: String, why: Message) -> Message {
    Message::of(&Sentence::Refused { path, why })
}
