//! `noyau verify`: checks a certificate.

use crate::catalogue::{Sentence, help};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::input;
use clap::{ArgMatches, Command};
use noyau::verify::{self, Refused};
use noyau::{Localized, Message};
use serde::Serialize;
use std::io::Write;

pub(super) fn command(grammar: Grammar) -> Command {
    grammar
        .command("verify", help::VERIFY)
        .arg(
            grammar
                .place("file", help::FILE, help::VERIFY_FILE)
                .required(true),
        )
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
    let most = input::most_bytes(matches);
    let bytes = input::content(path, most).map_err(Failure::File)?;
    let open = |name: &str| noyau_games::open(name, &|path| input::read(path, most));
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

fn refusal(path: String, why: Message) -> Message {
    Message::of(&Sentence::Refused { path, why })
}
