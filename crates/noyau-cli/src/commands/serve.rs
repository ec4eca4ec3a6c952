//! `noyau serve`: the page, until Ctrl-C. It is also what `noyau` alone does.

use crate::catalogue::help;
use crate::catalogue::serve::{self as words, NoServer, Told};
use crate::console::Console;
use crate::failure::{Failure, Status};
use crate::grammar::Grammar;
use crate::quantity;
use clap::{ArgMatches, Command, value_parser};
use noyau::{Localized, Message, message};
use noyau_web::{Server, Settings, Unbound};
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Reads a port.
fn port(text: &str) -> Result<u16, Message> {
    text.parse().map_err(|_| {
        message!(
            "a port is a whole number from 0 to 65535",
            "un port est un nombre entier de 0 à 65535"
        )
    })
}

/// Reads an address to listen at.
fn address(text: &str) -> Result<IpAddr, Message> {
    text.parse().map_err(|_| {
        message!(
            "an address is written as in 127.0.0.1 or ::1",
            "une adresse s'écrit comme 127.0.0.1 ou ::1"
        )
    })
}

/// Reads how many questions are worked on at once.
fn solves(text: &str) -> Result<usize, Message> {
    const MOST: usize = 256;
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| {
        message!(
            "a whole number from 1 to {MOST} is wanted",
            "il faut un nombre entier de 1 à {MOST}"
        )
    })
}

pub(super) fn command(grammar: Grammar) -> Command {
    let folder = |id, help| {
        grammar
            .option(id, help::FOLDER, help)
            .value_parser(value_parser!(PathBuf))
    };
    grammar
        .command("serve", words::SERVE)
        .arg(
            grammar
                .option("port", help::NUMBER, words::PORT)
                .value_parser(grammar.parser(port)),
        )
        .arg(
            grammar
                .option_with_default("listen", words::ADDRESS, words::LISTEN, "127.0.0.1")
                .value_parser(grammar.parser(address)),
        )
        .arg(folder("tables", words::TABLES))
        .arg(folder("state", words::STATE))
        .arg(
            grammar
                .option("solves", help::NUMBER, words::SOLVES)
                .value_parser(grammar.parser(solves)),
        )
        .arg(
            grammar
                .option_with_default("memory", help::BYTES, words::MEMORY, "1GiB")
                .value_parser(grammar.parser(quantity::bytes)),
        )
        .arg(
            grammar
                .option_with_default("time", help::SECONDS, words::TIME, "10")
                .value_parser(grammar.parser(quantity::seconds)),
        )
        .arg(grammar.flag("open", words::OPEN))
}

/// What the options say.
fn settings(matches: &ArgMatches) -> Settings {
    let own = Settings::default();
    Settings {
        listen: matches.get_one("listen").copied().unwrap_or(own.listen),
        port: matches.get_one("port").copied(),
        tables: matches.get_one("tables").cloned(),
        state: matches.get_one("state").cloned(),
        solves: matches.get_one("solves").copied().unwrap_or(own.solves),
        memory: matches.get_one("memory").copied().unwrap_or(own.memory),
        time: matches
            .get_one::<Duration>("time")
            .copied()
            .unwrap_or(own.time),
    }
}

pub(super) fn run(console: Console, matches: &ArgMatches) -> Result<Status, Failure> {
    serve(console, settings(matches), matches.get_flag("open"))
}

/// The page as it is without any option.
pub(super) fn run_plain(console: Console) -> Result<Status, Failure> {
    serve(console, Settings::default(), false)
}

fn serve(console: Console, settings: Settings, open: bool) -> Result<Status, Failure> {
    let listen = settings.listen;
    let server = Server::bind(settings).map_err(|unbound| refused(&unbound))?;
    let url = server.url();
    let mut out = console.out();
    let told = Told::Address { url: url.clone() };
    writeln!(out, "{}", told.localized(console.language))?;
    out.flush()?;
    drop(out);
    if !listen.is_loopback() {
        let listen = listen.to_string();
        console.tell(&Told::OpenToAll { listen }.localized(console.language));
    }
    if open && let Err(why) = browse(&url) {
        console.tell(&NoServer::NoBrowser { why }.localized(console.language));
    }
    let served = server.run();
    served.map_err(|error| {
        let why = error.to_string();
        Failure::Request(Message::of(&NoServer::Broke { why }))
    })?;
    Ok(Status::Answered)
}

fn refused(unbound: &Unbound) -> Failure {
    let why = |error: &io::Error| error.to_string();
    let said = match unbound {
        Unbound::Address(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
            let address = address.to_string();
            NoServer::Taken { address }
        }
        Unbound::Address(address, error) => NoServer::Address {
            address: address.to_string(),
            why: why(error),
        },
        Unbound::State(error) => NoServer::State { why: why(error) },
        Unbound::Tables(path, error) => NoServer::Tables {
            path: path.display().to_string(),
            why: why(error),
        },
    };
    Failure::Request(Message::of(&said))
}

/// Hands an address to whatever opens addresses here.
fn browse(url: &str) -> Result<(), Message> {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .args(before)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    match started {
        Ok(_) => Ok(()),
        Err(error) => Err(message!("{program}: {error}", "{program} : {error}")),
    }
}
