//! The processes in which students' code runs: with limits, apart from everything else, and ended as a whole.
//!
//! A process of this program sets its own limits and becomes the student's one ([`confine`]): what is limited before
//! the code is loaded stays so for all that it starts. Where the system permits, it has a process namespace of its own,
//! so that nothing outlives it, and no network. A superuser gives the code to a user without any rights.

use noyau::play::check::{HARNESS, Loss, Program, REFERENCE};
use noyau::{Message, message};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The first argument of a process that confines itself.
const CONFINED: &str = "confined-by-check";
/// The limit of a process that makes namespaces, in which another one sets the limits.
const UNLIMITED: &str = "-";
/// The users that nobody has: between those of systemd and "nobody".
const FIRST_USER: u32 = 65_520;
const USERS: usize = 14;
/// The processes and threads that student code may have.
const MOST_PROCESSES: u64 = 32;

/// What student code may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// A call.
    pub(super) call: Duration,
    /// All calls of a file: processor time, and four times as much by the clock.
    pub(super) file: Duration,
    /// Bytes of memory.
    pub(super) memory: u64,
}

impl Limits {
    /// Loading a file: Python itself has to start.
    fn loading(&self) -> Duration {
        self.call.max(Duration::from_secs(1)) * 4
    }
}

/// The command that runs Python files.
pub(super) fn python() -> Vec<OsString> {
    let reference = Value::from(REFERENCE).to_string();
    let code = format!(
        "{HARNESS}\n\nif sys.argv[1:]:\n    main({reference}, int(sys.argv[1]), int(sys.argv[2]))\n"
    );
    // What is called so may be a script that chooses a version each time, which takes longer than Python itself.
    let found = Command::new("python3")
        .args(["-I", "-c", "import sys; print(sys.executable, end='')"])
        .output();
    let found = found.ok().filter(|output| output.status.success());
    let found = found.and_then(|output| String::from_utf8(output.stdout).ok());
    let python = found.filter(|path| Path::new(path).is_absolute());
    let python = python.unwrap_or_else(|| "python3".to_owned());
    [&python, "-I", "-B", "-X", "utf8", "-c", &code]
        .map(OsString::from)
        .to_vec()
}

/// A command of the user, whose files are named from here: it runs elsewhere.
pub(super) fn words(command: &str) -> Vec<OsString> {
    let words = command.split_whitespace().map(|word| {
        let path = Path::new(word);
        let here = path.is_relative() && path.exists();
        let path = here.then(|| fs::canonicalize(path).ok()).flatten();
        path.map_or_else(|| OsString::from(word), PathBuf::into_os_string)
    });
    words.collect()
}

/// Whether a program is there: a file, or a name in one of the folders for programs.
pub(super) fn is_found(program: &Path) -> bool {
    // Windows knows programs by several endings.
    if cfg!(windows) {
        return true;
    }
    if program.components().count() > 1 {
        return program.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

/// How far students' processes can be set apart on this machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Isolation {
    /// They have another user.
    user: bool,
    /// They have namespaces of their own.
    namespace: bool,
    /// The processes of their user that the limit of processes counts too; `None` if each file has its own count.
    others: Option<u64>,
}

impl Isolation {
    /// Tries what is possible with this command.
    pub(super) fn possible(command: &[OsString]) -> Self {
        if !cfg!(target_os = "linux") {
            return Self::default();
        }
        let is_root = is_superuser();
        let others = processes_of_user();
        let all = [
            (is_root, true, None),
            (is_root, false, None),
            (false, true, None),
            (false, true, Some(others)),
        ];
        let mut possible = all.into_iter().map(|(user, namespace, others)| Self {
            user,
            namespace,
            others,
        });
        let limits = Limits {
            call: Duration::from_secs(10),
            file: Duration::from_secs(10),
            memory: 1 << 30,
        };
        let runs = |mut trial: Command| {
            // The end of its input ends it.
            trial
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            trial.status().is_ok_and(|status| status.success())
        };
        let is_possible = |isolation: &Self| {
            let Self {
                user, namespace, ..
            } = *isolation;
            // Since Linux 5.14 a namespace has its own count: one process in it, a shell and what it starts are three.
            let starts = || {
                let shell = ["sh", "-c", "(exit 0) && exit 0"].map(OsString::from);
                runs(command_line(&shell, &limits, *isolation, 3, 0))
            };
            (user || namespace)
                && (user || isolation.others.is_some() || starts())
                && runs(command_line(
                    command,
                    &limits,
                    *isolation,
                    MOST_PROCESSES,
                    0,
                ))
        };
        possible.find(is_possible).unwrap_or(Self {
            others: Some(others),
            ..Self::default()
        })
    }

    /// How many files can be marked at once without taking processes from each other.
    pub(super) fn most_jobs(self) -> usize {
        match (cfg!(target_os = "linux"), self.others, self.namespace) {
            (true, Some(_), _) => 1,
            (true, None, false) => USERS,
            _ => usize::MAX,
        }
    }
}

/// The command that confines itself and becomes the given one.
fn command_line(
    command: &[OsString],
    limits: &Limits,
    isolation: Isolation,
    processes: u64,
    slot: usize,
) -> Command {
    let seconds = limits.file.as_secs() + 1;
    let mut line = match std::env::current_exe() {
        Ok(own) if cfg!(target_os = "linux") => {
            let mut line = Command::new(&own);
            if isolation.namespace {
                line.args([
                    CONFINED,
                    UNLIMITED,
                    UNLIMITED,
                    UNLIMITED,
                    "unshare",
                    "--user",
                    "--map-current-user",
                    "--pid",
                    "--net",
                    "--ipc",
                    "--fork",
                    "--kill-child",
                    "--",
                ]);
                line.arg(&own);
            }
            let memory = limits.memory.to_string();
            let processes = (processes + isolation.others.unwrap_or(0)).to_string();
            line.args([CONFINED, &memory, &seconds.to_string(), &processes]);
            line.args(command);
            line
        }
        _ => {
            let mut line = Command::new(&command[0]);
            line.args(&command[1..]);
            line
        }
    };
    // The harness limits itself, where nothing else does.
    line.args([limits.memory.to_string(), seconds.to_string()]);
    line.env_clear();
    for name in ["PATH", "SYSTEMROOT"] {
        if let Some(value) = std::env::var_os(name) {
            line.env(name, value);
        }
    }
    line.envs([
        ("LANG", "C.UTF-8"),
        ("OPENBLAS_NUM_THREADS", "1"),
        ("OMP_NUM_THREADS", "1"),
    ]);
    #[cfg(target_os = "linux")]
    if isolation.user {
        use std::os::unix::process::CommandExt;
        let user = FIRST_USER + (slot % USERS) as u32;
        line.uid(user).gid(user);
    }
    #[cfg(all(unix, not(target_os = "linux")))]
    std::os::unix::process::CommandExt::process_group(&mut line, 0);
    let _ = (isolation.user, slot, FIRST_USER, USERS);
    line
}

#[cfg(target_os = "linux")]
fn is_superuser() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(target_os = "linux"))]
fn is_superuser() -> bool {
    false
}

/// If the arguments say so, sets the limits of this process and becomes another program. It does not return then,
/// unless that is impossible.
#[cfg(target_os = "linux")]
pub(crate) fn confine(arguments: &[OsString]) -> Option<std::process::ExitCode> {
    use rustix::process::{Resource, Rlimit, Signal, setrlimit};
    use std::os::unix::process::CommandExt;
    let [_, first, memory, seconds, processes, program, rest @ ..] = arguments else {
        return None;
    };
    if first != CONFINED {
        return None;
    }
    let number = |text: &OsString| text.to_str().and_then(|text| text.parse::<u64>().ok());
    let limits = [
        (Resource::As, number(memory)),
        (Resource::Cpu, number(seconds)),
        (Resource::Fsize, Some(1 << 20)),
        (Resource::Core, Some(0)),
        (Resource::Nproc, number(processes)),
    ];
    // It stays in the terminal of nobody, and ends with the judge.
    let _ = rustix::process::setsid();
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    let limits = limits.into_iter().filter(|_| memory != UNLIMITED);
    for (resource, most) in limits {
        let limit = Rlimit {
            current: most,
            maximum: most,
        };
        if setrlimit(resource, limit).is_err() {
            return Some(std::process::ExitCode::from(126));
        }
    }
    let _ = Command::new(program).args(rest).exec();
    Some(std::process::ExitCode::from(127))
}

/// There is nothing to confine with on other systems.
#[cfg(not(target_os = "linux"))]
pub(crate) fn confine(_: &[OsString]) -> Option<std::process::ExitCode> {
    None
}

/// The processes that a process has started and that are its children now, on Linux.
fn children(id: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{id}/task"))
        .into_iter()
        .flatten()
        .flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let ids = lists.flat_map(|list| {
        list.split_whitespace()
            .filter_map(|id| id.parse().ok())
            .collect::<Vec<_>>()
    });
    ids.collect()
}

/// A process and all below it.
fn family(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut at = 0;
    while let Some(&id) = found.get(at) {
        at += 1;
        found.extend(children(id));
    }
    found
}

/// The processor time that a process has taken, in hundredths of a second.
fn ticks(id: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, between parentheses, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let field = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(field(11)? + field(12)?)
}

/// The processes and threads of this user, which the limit of processes counts too.
#[cfg(target_os = "linux")]
fn processes_of_user() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::getuid().as_raw();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let owned = entries.filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == user));
    let threads =
        owned.filter_map(|entry| Some(fs::read_dir(entry.path().join("task")).ok()?.count()));
    threads.sum::<usize>() as u64
}

#[cfg(not(target_os = "linux"))]
fn processes_of_user() -> u64 {
    0
}

/// The processes of student code that run now. One is started or ended at a time, so that none is taken for an orphan.
static RUNNING: OnceLock<Mutex<BTreeSet<u32>>> = OnceLock::new();

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    let running = RUNNING.get_or_init(|| {
        // Orphans come to this process, where they are found.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        Mutex::default()
    });
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a process with everything that it has started.
fn end(child: &mut Child) -> Option<ExitStatus> {
    let mut running = running();
    let root = child.id();
    let ended = child.try_wait().ok().flatten();
    #[cfg(target_os = "linux")]
    end_descendants(root, &running);
    #[cfg(all(unix, not(target_os = "linux")))]
    let _ = Command::new("kill")
        .args(["-9", &format!("-{root}")])
        .stderr(Stdio::null())
        .status();
    let _ = child.kill();
    let status = child.wait().ok();
    running.remove(&root);
    ended.or(status)
}

#[cfg(target_os = "linux")]
fn end_descendants(root: u32, running: &BTreeSet<u32>) {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    let own = std::process::id();
    let pid = |id: u32| i32::try_from(id).ok().and_then(Pid::from_raw);
    // What forks faster than it is ended is found again; its number is limited.
    for _ in 0..200 {
        let mut doomed = family(root);
        // Orphans are children of this process now.
        for orphan in children(own) {
            if !running.contains(&orphan) {
                doomed.extend(family(orphan));
            }
        }
        for id in doomed.iter().filter_map(|&id| pid(id)) {
            let _ = kill_process(id, Signal::KILL);
        }
        doomed.retain(|&id| id != root);
        if doomed.is_empty() {
            return;
        }
        for id in doomed.into_iter().filter_map(pid) {
            // Those that have come to this process must be taken note of, or they stay as zombies.
            let _ = waitpid(Some(id), WaitOptions::NOHANG);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// An empty folder for one file, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(slot: usize, file: &str, content: &[u8]) -> std::io::Result<Self> {
        let folder =
            std::env::temp_dir().join(format!("noyau-check-{}-{slot}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder)?;
        let scratch = Self(folder);
        fs::write(scratch.0.join(file), content)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The code may have another user.
            fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o777))?;
            fs::set_permissions(scratch.0.join(file), fs::Permissions::from_mode(0o644))?;
        }
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running process.
struct Running {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<Vec<u8>>,
}

/// Runs one file.
pub(super) struct Confined<'a> {
    command: &'a [OsString],
    limits: Limits,
    isolation: Isolation,
    slot: usize,
    scratch: Scratch,
    began: Instant,
    /// The processor time of the processes that are over.
    used: Duration,
    running: Option<Running>,
}

impl<'a> Confined<'a> {
    pub(super) fn new(
        command: &'a [OsString],
        limits: Limits,
        isolation: Isolation,
        slot: usize,
        file: &str,
        content: &[u8],
    ) -> std::io::Result<Self> {
        Ok(Self {
            command,
            limits,
            isolation,
            slot,
            scratch: Scratch::new(slot, file, content)?,
            began: Instant::now(),
            used: Duration::ZERO,
            running: None,
        })
    }

    fn stop(&mut self) -> Option<ExitStatus> {
        self.used += self.processor_time().unwrap_or_default();
        let mut running = self.running.take()?;
        end(&mut running.child)
    }

    /// The processor time that the code has taken so far, where the system tells.
    fn processor_time(&self) -> Option<Duration> {
        const TICK: u64 = 10;
        let root = self.running.as_ref()?.child.id();
        let ticks: u64 = family(root).into_iter().filter_map(ticks).sum();
        cfg!(target_os = "linux").then(|| Duration::from_millis(TICK * ticks))
    }

    /// Waits for a line. A call or a file is slow if the code has taken the time, not if other processes have.
    fn wait(&self, patience: Duration) -> Result<Vec<u8>, Waited> {
        const FIRST: Duration = Duration::from_millis(20);
        const LATER: Duration = Duration::from_millis(50);
        const ASLEEP: u32 = 10;
        const PATIENCE: u32 = 4;
        let Some(running) = &self.running else {
            return Err(Waited::Ended);
        };
        let began = Instant::now();
        let mut before = None;
        let mut slice = FIRST;
        loop {
            match running.answers.recv_timeout(slice) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Waited::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = self.processor_time();
            let (file, by_clock) = (self.limits.file, self.began.elapsed());
            let is_spent = match now {
                Some(now) => self.used + now > file || by_clock > file * PATIENCE,
                None => by_clock > file,
            };
            if is_spent {
                return Err(Waited::Spent);
            }
            let taken = match (before, now) {
                (Some(before), Some(now)) => now.saturating_sub(before),
                (None, Some(_)) => Duration::ZERO,
                _ => began.elapsed(),
            };
            before = before.or(now);
            slice = LATER;
            if taken + FIRST >= patience || began.elapsed() > patience * ASLEEP {
                return Err(Waited::Slow);
            }
        }
    }
}

enum Waited {
    Slow,
    Ended,
    Spent,
}

impl Program for Confined<'_> {
    fn restart(&mut self) -> Result<(), Message> {
        /// Longer lines are no answers.
        const LONGEST: u64 = 8 << 20;
        const WAITING: usize = 256;
        self.stop();
        let mut command = command_line(
            self.command,
            &self.limits,
            self.isolation,
            MOST_PROCESSES,
            self.slot,
        );
        command
            .current_dir(&self.scratch.0)
            .env("HOME", &self.scratch.0)
            .env("TMPDIR", &self.scratch.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = {
            let mut running = running();
            let child = command.spawn().map_err(|error| {
                let name = self.command[0].to_string_lossy().into_owned();
                message!(
                    "{name} does not start: {error}",
                    "{name} ne démarre pas : {error}"
                )
            })?;
            running.insert(child.id());
            child
        };
        let (requests, to_write) = mpsc::channel::<String>();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                for text in to_write {
                    if input.write_all(text.as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
        let (send, answers) = mpsc::sync_channel(WAITING);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                loop {
                    let mut line = Vec::new();
                    match (&mut output).take(LONGEST).read_until(b'\n', &mut line) {
                        Ok(_) if line.ends_with(b"\n") => {}
                        _ => return,
                    }
                    if send.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        self.running = Some(Running {
            child,
            requests,
            answers,
        });
        Ok(())
    }

    fn ask(&mut self, requests: &[Value]) -> (Vec<Value>, Option<Loss>) {
        let lines: String = requests
            .iter()
            .map(|request| request.to_string() + "\n")
            .collect();
        if let Some(running) = &self.running {
            // If it has ended, no answer comes.
            let _ = running.requests.send(lines);
        }
        let mut answers = Vec::new();
        for request in requests {
            let patience = if request.get("call").is_some() {
                self.limits.call
            } else {
                self.limits.loading()
            };
            let line = match self.wait(patience) {
                Ok(line) => line,
                Err(waited) => {
                    let status = self.stop();
                    return (answers, Some(loss(&waited, patience, status)));
                }
            };
            let Ok(answer) = serde_json::from_slice(&line) else {
                self.stop();
                let text = String::from_utf8_lossy(&line);
                let text: String = text.trim().chars().take(80).collect();
                let said = message!(
                    "the program answers {text:?}, which is no JSON",
                    "le programme répond {text:?}, qui n'est pas du JSON"
                );
                return (answers, Some(Loss::Dead(said)));
            };
            answers.push(answer);
        }
        (answers, None)
    }
}

fn loss(waited: &Waited, patience: Duration, status: Option<ExitStatus>) -> Loss {
    let seconds = patience.as_secs_f64();
    let french = seconds.to_string().replace('.', ",");
    match waited {
        Waited::Slow => Loss::Slow(message!(
            "no answer within {seconds} s: a loop that does not end?",
            "pas de réponse en {french} s : une boucle sans fin ?"
        )),
        Waited::Spent => Loss::Spent(message!(
            "the time for the whole file is over",
            "le temps accordé au fichier entier est écoulé"
        )),
        Waited::Ended => {
            #[cfg(unix)]
            if let Some(signal) =
                status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status))
            {
                return Loss::Dead(message!(
                    "it crashes (signal {signal})",
                    "elle plante (signal {signal})"
                ));
            }
            let code = status.and_then(|status| status.code());
            Loss::Dead(match code {
                // What a shell and `unshare` say of a signal.
                Some(code @ 129..=192) => message!(
                    "it crashes (signal {signal})",
                    "elle plante (signal {signal})",
                    signal = code - 128
                ),
                Some(code) => message!(
                    "it ends the program (exit status {code})",
                    "elle met fin au programme (état de sortie {code})"
                ),
                None => message!("it ends the program", "elle met fin au programme"),
            })
        }
    }
}

impl Drop for Confined<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}
