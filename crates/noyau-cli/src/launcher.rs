//! Starts the programs that play as agents.

use noyau::play::program::{Connection, Launcher};
use noyau::{Message, message};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Starts programs by the shell, so that a command may have arguments and quotation marks.
#[derive(Debug)]
pub(crate) struct Shell;

impl Launcher for Shell {
    fn launch(&self, command: &str) -> Result<Box<dyn Connection>, Message> {
        /// Longer lines are cut, and further lines wait in the pipe.
        const LONGEST: u64 = 1 << 16;
        const WAITING: usize = 1024;
        let (shell, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut child = Command::new(shell)
            .args([option, command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                message!("it does not start: {error}", "il ne démarre pas : {error}")
            })?;
        let input = child.stdin.take();
        let (send, lines) = mpsc::sync_channel(WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut line = Vec::new();
                loop {
                    line.clear();
                    match (&mut output).take(LONGEST).read_until(b'\n', &mut line) {
                        Ok(read) if read > 0 => {}
                        _ => return,
                    }
                    let text = String::from_utf8_lossy(&line).trim().to_owned();
                    if send.send(text).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Box::new(Running {
            child,
            input,
            lines,
        }))
    }
}

/// A running program; dropping it ends the program.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Connection for Running {
    fn ask(
        &mut self,
        lines: &[String],
        awaited: &str,
        patience: Duration,
    ) -> Result<String, Message> {
        let began = Instant::now();
        let ended = || message!("it has ended", "il s'est arrêté");
        let mut text = lines.join("\n");
        text.push('\n');
        let input = self.input.as_mut().ok_or_else(ended)?;
        let sent = input
            .write_all(text.as_bytes())
            .and_then(|()| input.flush());
        sent.map_err(|_| ended())?;
        loop {
            let left = patience.saturating_sub(began.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    if word == awaited {
                        return Ok(rest.to_owned());
                    }
                    if (awaited, word) == ("=", "?") {
                        return Err(message!("it refused: {rest}", "il a refusé : {rest}"));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = patience.as_secs_f64();
                    return Err(message!(
                        "it did not answer within {seconds} s",
                        "il n'a pas répondu en {seconds} s"
                    ));
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        const FAREWELL: Duration = Duration::from_millis(200);
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        let began = Instant::now();
        while began.elapsed() < FAREWELL {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
