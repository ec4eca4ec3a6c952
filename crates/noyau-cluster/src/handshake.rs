//! How two processes make sure of each other before any work.
//!
//! The one who connects says who it is, what it works on and a number drawn for the occasion; the other does likewise and
//! proves, by HMAC-SHA256 (RFC 2104) over both, that it knows the secret; then the first proves it. The proofs are of
//! different words, so that none can be played back. What is sent later is not encrypted: a network that others may
//! listen on or write to needs a tunnel.

use crate::failure::Trouble;
use crate::wire::{Reader, Writer};
use hmac::{Hmac, KeyInit, Mac};
use noyau::Message;
use sha2::Sha256;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The first bytes that a process says.
const MARK: [u8; 8] = *b"\x89noyclu\n";
/// The version of what processes say to each other.
const PROTOCOL: u32 = 1;
/// No greeting is longer.
const LONGEST: usize = 1 << 16;
/// How long a stranger may take for each part of it.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The messages of the engine.
    Data,
    /// Signs of life.
    Watch,
}

/// What a process says of itself and its run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The version of noyau.
    pub(crate) version: String,
    /// The title of the table.
    pub(crate) title: String,
    /// The number of processes and of workers in each.
    pub(crate) shape: [u32; 2],
    pub(crate) process: u32,
}

/// Why a peer is not let in.
#[derive(Debug)]
pub(crate) enum Rejected {
    /// It is a stranger, or it hung up: the run waits for the right one.
    Stranger,
    /// It is one of ours in a run that does not fit this one.
    Misfit(Message),
}

impl From<io::Error> for Rejected {
    fn from(_: io::Error) -> Self {
        Self::Stranger
    }
}

struct Greeting {
    identity: Identity,
    purpose: Purpose,
    protocol: u32,
    bytes: Vec<u8>,
}

/// Draws a secret, or a number for an occasion, from what the system has of chance.
pub fn draw_secret() -> io::Result<[u8; 32]> {
    let mut drawn = [0; 32];
    getrandom::fill(&mut drawn).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(drawn)
}

fn greeting(identity: &Identity, purpose: Purpose) -> io::Result<Vec<u8>> {
    let drawn = draw_secret()?;
    let mut writer = Writer(MARK.to_vec());
    writer.u32(PROTOCOL);
    writer.byte(u8::from(purpose == Purpose::Watch));
    writer.u32(identity.process);
    writer.u32(identity.shape[0]);
    writer.u32(identity.shape[1]);
    writer.bytes(identity.version.as_bytes());
    writer.bytes(identity.title.as_bytes());
    writer.bytes(&drawn);
    Ok(writer.0)
}

fn understood(bytes: Vec<u8>) -> Option<Greeting> {
    let mut reader = Reader(bytes.strip_prefix(&MARK)?);
    let protocol = reader.u32()?;
    let purpose = match reader.byte()? {
        0 => Purpose::Data,
        1 => Purpose::Watch,
        _ => return None,
    };
    let process = reader.u32()?;
    let shape = [reader.u32()?, reader.u32()?];
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    let version = text(reader.bytes()?)?;
    let title = text(reader.bytes()?)?;
    reader.bytes().filter(|drawn| drawn.len() == 32)?;
    Some(Greeting {
        identity: Identity {
            version,
            title,
            shape,
            process,
        },
        purpose,
        protocol,
        bytes,
    })
}

fn send(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    let mut framed = (bytes.len() as u32).to_le_bytes().to_vec();
    framed.extend(bytes);
    stream.write_all(&framed)
}

fn receive(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn proof(secret: &[u8], word: &[u8], first: &[u8], second: &[u8]) -> Hmac<Sha256> {
    // A key of any length is right for an HMAC.
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).unwrap_or_else(|_| unreachable!());
    for part in [word, first, second] {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part);
    }
    mac
}

/// Compares what a peer that knows the secret says with what this process is.
fn compare(own: &Identity, theirs: &Greeting) -> Result<(), Rejected> {
    let peer = theirs.identity.process.to_string();
    let them = &theirs.identity;
    let misfit = |trouble: Trouble| Err(Rejected::Misfit(Message::of(&trouble)));
    if theirs.protocol != PROTOCOL || them.version != own.version {
        return misfit(Trouble::OtherVersion {
            peer,
            theirs: them.version.clone(),
            ours: own.version.clone(),
        });
    }
    if them.title != own.title {
        return misfit(Trouble::OtherWork {
            peer,
            theirs: them.title.clone(),
            ours: own.title.clone(),
        });
    }
    if them.shape != own.shape {
        let shape = |[processes, workers]: [u32; 2]| format!("{processes} × {workers}");
        return misfit(Trouble::OtherShape {
            peer,
            theirs: shape(them.shape),
            ours: shape(own.shape),
        });
    }
    Ok(())
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))
}

fn finish(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)
}

/// Greets the process that this one has connected to.
pub(crate) fn connect(
    stream: &mut TcpStream,
    own: &Identity,
    purpose: Purpose,
    wanted: u32,
    secret: &[u8],
) -> Result<(), Rejected> {
    prepare(stream)?;
    let hello = greeting(own, purpose)?;
    send(stream, &hello)?;
    let theirs = understood(receive(stream)?).ok_or(Rejected::Stranger)?;
    let shown = receive(stream)?;
    let expected = proof(secret, b"accepted", &hello, &theirs.bytes);
    if expected.verify_slice(&shown).is_err() {
        let peer = wanted.to_string();
        let trouble = Trouble::OtherSecret { peer };
        return Err(Rejected::Misfit(Message::of(&trouble)));
    }
    let mac = proof(secret, b"connected", &hello, &theirs.bytes);
    send(stream, &mac.finalize().into_bytes())?;
    compare(own, &theirs)?;
    if theirs.identity.process != wanted {
        return Err(Rejected::Stranger);
    }
    // The last word is the other's: that this one was let in.
    receive(stream)?;
    finish(stream)?;
    Ok(())
}

/// Greets a process that has connected to this one, and says which it is and what for.
pub(crate) fn accept(
    stream: &mut TcpStream,
    own: &Identity,
    secret: &[u8],
) -> Result<(u32, Purpose), Rejected> {
    prepare(stream)?;
    let theirs = understood(receive(stream)?).ok_or(Rejected::Stranger)?;
    let hello = greeting(own, theirs.purpose)?;
    send(stream, &hello)?;
    let mac = proof(secret, b"accepted", &theirs.bytes, &hello);
    send(stream, &mac.finalize().into_bytes())?;
    let shown = receive(stream)?;
    let expected = proof(secret, b"connected", &theirs.bytes, &hello);
    if expected.verify_slice(&shown).is_err() {
        return Err(Rejected::Stranger);
    }
    compare(own, &theirs)?;
    send(stream, b"welcome")?;
    finish(stream)?;
    Ok((theirs.identity.process, theirs.purpose))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    fn identity(title: &str, process: u32) -> Identity {
        Identity {
            version: "1".to_owned(),
            title: title.to_owned(),
            shape: [2, 1],
            process,
        }
    }

    fn meet(
        [one, other]: [Identity; 2],
        [secret, theirs]: [&'static [u8]; 2],
    ) -> (Result<(), Rejected>, Result<(u32, Purpose), Rejected>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connecting = thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            connect(&mut stream, &one, Purpose::Watch, 0, secret)
        });
        let mut stream = listener.accept().unwrap().0;
        let accepted = accept(&mut stream, &other, theirs);
        drop(stream);
        (connecting.join().unwrap(), accepted)
    }

    #[test]
    fn those_who_fit_are_let_in() {
        let (connected, accepted) = meet([identity("a", 1), identity("a", 0)], [b"s", b"s"]);
        connected.unwrap();
        assert_eq!(accepted.unwrap(), (1, Purpose::Watch));
    }

    #[test]
    fn another_secret_is_found_out_on_both_sides() {
        let (connected, accepted) = meet([identity("a", 1), identity("a", 0)], [b"s", b"t"]);
        assert!(matches!(connected, Err(Rejected::Misfit(_))));
        assert!(matches!(accepted, Err(Rejected::Stranger)));
    }

    #[test]
    fn another_game_is_found_out_on_both_sides() {
        let (connected, accepted) = meet([identity("a", 1), identity("b", 0)], [b"s", b"s"]);
        assert!(matches!(connected, Err(Rejected::Misfit(_))));
        assert!(matches!(accepted, Err(Rejected::Misfit(_))));
    }

    #[test]
    fn a_stranger_is_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let words = [
            &b"GET / HTTP/1.1\r\n\r\n"[..],
            &[4, 0, 0, 0, 1, 2, 3, 4],
            b"",
        ];
        for said in words {
            let speaking = thread::spawn(move || {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(said).unwrap();
            });
            let mut stream = listener.accept().unwrap().0;
            let accepted = accept(&mut stream, &identity("a", 0), b"s");
            assert!(matches!(accepted, Err(Rejected::Stranger)));
            speaking.join().unwrap();
        }
    }
}
