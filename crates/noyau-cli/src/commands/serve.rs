//! `noyau serve`: serves the page until Ctrl-C. The default command of `noyau`.

use crate::prelude::*;
use noyau_web::{Server, Settings, Unbound};
use std::io;
use std::net::IpAddr;
use std::time::Duration;

/// Parses a port.
fn port(text: &str) -> Result<u16, Message> {
    text.parse().map_err(|_| {
        message!(
            "a port is a whole number from 0 to 65535",
            "un port est un nombre entier de 0 à 65535"
        )
    })
}

/// Parses an address to listen at.
fn address(text: &str) -> Result<IpAddr, Message> {
    text.parse().map_err(|_| {
        message!(
            "an address is written as in 127.0.0.1 or ::1",
            "une adresse s'écrit comme 127.0.0.1 ou ::1"
        )
    })
}

/// Parses the number of concurrent solves.
fn solves(text: &str) -> Result<usize, Message> {
    units::between(text, 1, 256)
}

pub(super) const COMMAND: Entry = Entry::new("serve", help::SERVE, arguments, run);

fn arguments(args: Args, command: Command) -> Command {
    let folder = |id, help| args.path(id, help::FOLDER, help);
    command
        .arg(args.number("port", help::PORT, None, port))
        .arg(
            args.option_or("listen", help::ADDRESS, help::LISTEN, "127.0.0.1")
                .value_parser(args.parser(address)),
        )
        .arg(folder("tables", help::TABLES))
        .arg(folder("state", help::STATE))
        .arg(args.number("solves", help::SOLVES, None, solves))
        .arg(args.bytes("memory", help::SERVE_MEMORY, "1GiB"))
        .arg(args.seconds("time", help::SERVE_TIME, "10"))
        .arg(args.number("nodes", help::SERVE_NODES, None, units::number))
        .arg(args.flag("open", help::OPEN))
}

/// The settings from the options.
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
        nodes: matches.get_one("nodes").copied(),
    }
}

/// Restarts this process with an allocator that gives memory back: after some large blocks that of glibc keeps
/// freed blocks of up to 32 MiB, for each thread. Its settings are read when a process starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_memory_back() {
    use std::os::unix::process::CommandExt;
    if std::env::var_os(MMAP_THRESHOLD).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut again = std::process::Command::new(program);
        again.args(std::env::args_os().skip(1));
        again.env(MMAP_THRESHOLD, "1048576").env(ARENA_MAX, "2");
        // It returns only if it fails; then the server takes more memory.
        let _ = again.exec();
    }
}

/// Blocks of at least so many bytes are returned to the system when they are freed.
const MMAP_THRESHOLD: &str = "MALLOC_MMAP_THRESHOLD_";
/// The number of heaps that threads share.
const ARENA_MAX: &str = "MALLOC_ARENA_MAX";

fn run(console: Console, matches: &ArgMatches) -> Exit {
    serve(console, settings(matches), matches.get_flag("open"))
}

/// Serves the page with default settings.
pub(super) fn run_plain(console: Console) -> Exit {
    serve(console, Settings::default(), false)
}

fn serve(console: Console, settings: Settings, open: bool) -> Exit {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    give_memory_back();
    let listen = settings.listen;
    let server = Server::bind(settings).map_err(|unbound| refused(&unbound))?;
    for warning in server.warnings() {
        console.tell(warning);
    }
    let url = server.url();
    let mut out = console.out();
    let told = message!(
        "noyau is at {url} (Ctrl-C ends it)",
        "noyau est à l'adresse {url} (Ctrl-C l'arrête)",
    );
    writeln!(out, "{}", console.phrase(&told))?;
    out.flush()?;
    drop(out);
    if !listen.is_loopback() {
        let listen = listen.to_string();
        console.tell(&message!(
            "it listens at {listen}: whoever reaches this machine can use it",
            "il écoute à l'adresse {listen} : quiconque atteint cette machine peut s'en servir"
        ));
    }
    if open && let Err(why) = browse(&url) {
        console.tell(&message!(
            "the browser was not opened: {why}",
            "le navigateur n'a pas été ouvert : {why}",
            why = why
        ));
    }
    let served = server.run();
    served.map_err(|error| {
        let why = error.to_string();
        Failure::Request(message!(
            "the server broke off: {why}",
            "le serveur s'est interrompu : {why}"
        ))
    })?;
    Ok(Status::Answered)
}

fn refused(unbound: &Unbound) -> Failure {
    let why = |error: &io::Error| error.to_string();
    let said = match unbound {
        Unbound::Address(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
            let address = address.to_string();
            message!(
                "{address} is taken already: give another --port, or leave it out and the next free one is taken",
                "{address} est déjà pris : donnez un autre --port, ou ne le donnez pas et le premier libre sera pris"
            )
        }
        Unbound::Address(address, error) => message!(
            "the server cannot listen at {address}: {why}",
            "le serveur ne peut pas écouter à l'adresse {address} : {why}",
            address = address.to_string(),
            why = why(error)
        ),
        Unbound::Threads(error) => message!(
            "the system gives the server no threads: {why}",
            "le système n'accorde pas de fils d'exécution au serveur : {why}",
            why = why(error)
        ),
        Unbound::State(error) => message!(
            "there is no folder to keep its work in: {why}",
            "pas de dossier où conserver son travail : {why}",
            why = why(error)
        ),
    };
    Failure::Request(said)
}

/// Opens an address with the system's default program.
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
        .env_remove(MMAP_THRESHOLD)
        .env_remove(ARENA_MAX)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    match started {
        Ok(_) => Ok(()),
        Err(error) => Err(message!("{program}: {error}", "{program} : {error}")),
    }
}
