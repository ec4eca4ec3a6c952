//! Acceptance tests of runs over many processes.

use crate::accept::{Xorshift, build, folder, seed};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Games of every kind of tier.
const GAMES: &[&str] = &[
    "connect4:5x4",
    "morris:6",
    "dots:3x3",
    "chomp:10x10",
    "othello:4",
];
/// A game that takes about a second to solve, and is killed meanwhile.
const MIDDLE: &str = "connect4:5x4";
/// A game that takes longer.
const LONG: &str = "connect4:6x4";

fn io<T>(what: &str, result: std::io::Result<T>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}

/// Runs a program, which must succeed, and returns its standard output.
fn answered(program: &Path, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder()?)
        .stdin(Stdio::null())
        .output();
    let output = io("noyau", output)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(format!(
            "{args:?}: {}\n{}",
            output.status,
            text(&output.stderr)
        ))
    }
}

/// The table made by a single process, cached.
fn alone(program: &Path, game: &str) -> Result<Vec<u8>, String> {
    let name = format!("{}.alone", game.replace(':', "-"));
    let path = folder()?.join(&name);
    if !path.exists() {
        answered(program, &["solve", game, "--all", "--save", &name])?;
    }
    io(&name, fs::read(path))
}

/// Checks that the parts in a folder merge into that file, and removes them.
fn same(program: &Path, save: &str, wanted: &[u8]) -> Result<(), String> {
    answered(program, &["table", "merge", save, "joined.table"])?;
    let joined = folder()?.join("joined.table");
    let bytes = io("joined.table", fs::read(&joined))?;
    io("joined.table", fs::remove_file(joined))?;
    io(save, fs::remove_dir_all(folder()?.join(save)))?;
    if bytes == wanted {
        Ok(())
    } else {
        Err(format!("{save} is not the table that one process makes"))
    }
}

fn clear(save: &str) -> Result<(), String> {
    for name in [save.to_owned(), format!("{save}.part")] {
        let path = folder()?.join(name);
        if path.exists() {
            io("clearing", fs::remove_dir_all(path))?;
        }
    }
    Ok(())
}

/// The same bytes with 1, 2 and 4 processes.
pub(crate) fn same_bytes() -> Result<(), String> {
    same_bytes_of(GAMES)
}

/// The same bytes of these games with 1, 2 and 4 processes.
pub(crate) fn same_bytes_of(games: &[&str]) -> Result<(), String> {
    let program = build()?;
    for game in games {
        let wanted = alone(&program, game)?;
        for processes in ["1", "2", "4"] {
            clear("same")?;
            let began = Instant::now();
            let args = [
                "cluster", "solve", game, "--local", processes, "--save", "same",
            ];
            answered(&program, &args)?;
            same(&program, "same", &wanted)?;
            let seconds = began.elapsed().as_secs_f64();
            println!("{game}, {processes} processes: the same bytes, {seconds:.1} s");
        }
    }
    Ok(())
}

/// Starts a run of two processes with a list of hosts.
fn start(program: &Path, game: &str, save: &str, processes: usize) -> Result<Vec<Child>, String> {
    let free: Vec<_> = (0..processes)
        .map(|_| std::net::TcpListener::bind("127.0.0.1:0"))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let list: Vec<String> = free
        .iter()
        .map(|one| one.local_addr().map(|address| address.to_string()))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    drop(free);
    let home = folder()?;
    io("hosts", fs::write(home.join("hosts"), list.join("\n")))?;
    io(
        "secret",
        fs::write(home.join("secret"), "a secret for these proofs"),
    )?;
    (0..processes)
        .map(|process| {
            let child = Command::new(program)
                .args([
                    "cluster", "solve", game, "--hosts", "hosts", "--secret", "secret",
                ])
                .args(["--process", &process.to_string(), "--save", save])
                .args(["--checkpoint", "0.5"])
                .current_dir(&home)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn();
            io("noyau", child)
        })
        .collect()
}

fn ended(child: Child) -> Result<Output, String> {
    io("noyau", child.wait_with_output())
}

/// 20 runs with a process killed at a random moment, then resumed.
pub(crate) fn killed() -> Result<(), String> {
    kill(20, &mut Xorshift::new(seed()))
}

/// Runs with a process killed at a random moment, then resumed.
pub(crate) fn kill(wanted_kills: usize, random: &mut Xorshift) -> Result<(), String> {
    let program = build()?;
    let wanted = alone(&program, MIDDLE)?;
    clear("killed")?;
    let began = Instant::now();
    for child in start(&program, MIDDLE, "killed", 2)? {
        ended(child)?;
    }
    let whole = began.elapsed();
    same(&program, "killed", &wanted)?;
    println!("a run takes {:.1} s", whole.as_secs_f64());
    let mut kills = 0;
    while kills < wanted_kills {
        let pause = whole.mul_f64(random.unit());
        let victim = random.below(2);
        let met = folder()?.join(format!("killed.part/worker-{victim}-of-2"));
        let mut children = start(&program, MIDDLE, "killed", 2)?;
        let mut dead = children.remove(victim);
        // Kill only after the processes have met: a process missing before that is waited for.
        while !met.exists() && matches!(dead.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(pause);
        let running = matches!(dead.try_wait(), Ok(None));
        let killed = dead.kill();
        io("kill", dead.wait())?;
        io("kill", killed)?;
        let died = Instant::now();
        for child in children {
            let output = ended(child)?;
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            if running && !output.status.success() && !errors.contains("is gone") {
                return Err(format!(
                    "the other process does not say why it ends: {errors}"
                ));
            }
        }
        if died.elapsed() > Duration::from_secs(15) {
            return Err("the other process does not end".to_owned());
        }
        if !running {
            clear("killed")?;
            continue;
        }
        kills += 1;
        let processes = ["2", "2", "3", "1"][kills % 4];
        let args = [
            "cluster", "solve", MIDDLE, "--local", processes, "--save", "killed",
        ];
        answered(&program, &args)?;
        same(&program, "killed", &wanted)?;
        println!(
            "killed process {victim} after {:.2} s, resumed with {processes}: the same bytes",
            pause.as_secs_f64()
        );
    }
    Ok(())
}

/// Sends a signal with the system's `kill`.
fn signal(name: &str, child: &Child) -> Result<(), String> {
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    if io("kill", status)?.success() {
        Ok(())
    } else {
        Err(format!("kill {name} failed"))
    }
}

/// A process suspended for 30 s delays the run and does not end it.
pub(crate) fn stopped() -> Result<(), String> {
    let program = build()?;
    let wanted = alone(&program, LONG)?;
    clear("stopped")?;
    let mut children = start(&program, LONG, "stopped", 2)?;
    // In the middle of the run, judged by its files.
    let written = folder()?.join("stopped.part/worker-1-of-2/keys-12");
    while !written.exists() {
        if let Some(status) = io("noyau", children[1].try_wait())? {
            return Err(format!("the run has ended already: {status}"));
        }
        thread::sleep(Duration::from_millis(5));
    }
    signal("-STOP", &children[1])?;
    println!("stopped for 30 s");
    thread::sleep(Duration::from_secs(30));
    for child in &mut children {
        if let Some(status) = io("noyau", child.try_wait())? {
            return Err(format!("a process has not waited: {status}"));
        }
    }
    signal("-CONT", &children[1])?;
    for child in children {
        let output = ended(child)?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
    }
    same(&program, "stopped", &wanted)
}

/// A full disk stops the run with a message, and it resumes after space is freed. Needs the right to mount.
pub(crate) fn full_disk() -> Result<(), String> {
    let program = build()?;
    let wanted = alone(&program, MIDDLE)?;
    let disk = folder()?.join("disk");
    io("disk", fs::create_dir_all(&disk))?;
    let mount = |args: &[&str]| -> Result<(), String> {
        let status = io(
            "mount",
            Command::new("mount").args(args).arg(&disk).status(),
        )?;
        if status.success() {
            Ok(())
        } else {
            Err("mount failed: it needs root".to_owned())
        }
    };
    mount(&["-t", "tmpfs", "-o", "size=3m", "none"])?;
    let tried = (|| {
        let args = [
            "cluster",
            "solve",
            MIDDLE,
            "--local",
            "2",
            "--save",
            "disk/parts",
        ];
        let output = Command::new(&program)
            .args(args)
            .current_dir(folder()?)
            .output();
        let output = io("noyau", output)?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("{}", errors.trim());
        if output.status.code() != Some(1) || !errors.contains("the disk is full") {
            return Err(format!("{}: {errors}", output.status));
        }
        mount(&["-o", "remount,size=200m"])?;
        answered(&program, &args)?;
        same(&program, "disk/parts", &wanted)
    })();
    let _ = Command::new("umount").arg(&disk).status();
    tried
}

/// Four processes in separate network namespaces, with an address each. Needs root.
pub(crate) fn namespaces() -> Result<(), String> {
    let program = build()?;
    let wanted = alone(&program, MIDDLE)?;
    clear("spaces")?;
    let ip = |line: String| -> Result<(), String> {
        let status = io("ip", Command::new("ip").args(line.split(' ')).status())?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("ip {line} failed: it needs root"))
        }
    };
    let undo = || {
        for i in 0..4 {
            let _ = Command::new("ip")
                .args(["netns", "delete", &format!("noyau{i}")])
                .status();
        }
        let _ = Command::new("ip")
            .args(["link", "delete", "noyaubr"])
            .status();
    };
    let tried = (|| {
        ip("link add noyaubr type bridge".to_owned())?;
        ip("link set noyaubr up".to_owned())?;
        let home = folder()?;
        let list: Vec<String> = (0..4).map(|i| format!("10.213.7.{}:2101", i + 1)).collect();
        io("hosts", fs::write(home.join("hosts"), list.join("\n")))?;
        io(
            "secret",
            fs::write(home.join("secret"), "a secret for these proofs"),
        )?;
        let mut children = Vec::new();
        for i in 0..4 {
            ip(format!("netns add noyau{i}"))?;
            ip(format!(
                "link add noyauv{i} type veth peer name eth0 netns noyau{i}"
            ))?;
            ip(format!("link set noyauv{i} master noyaubr up"))?;
            ip(format!(
                "-n noyau{i} address add 10.213.7.{}/24 dev eth0",
                i + 1
            ))?;
            ip(format!("-n noyau{i} link set eth0 up"))?;
            ip(format!("-n noyau{i} link set lo up"))?;
        }
        for i in 0..4 {
            let child = Command::new("ip")
                .args(["netns", "exec", &format!("noyau{i}")])
                .arg(&program)
                .args([
                    "cluster", "solve", MIDDLE, "--hosts", "hosts", "--secret", "secret",
                ])
                .args(["--process", &i.to_string(), "--save", "spaces"])
                .current_dir(&home)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn();
            children.push(io("ip netns exec", child)?);
        }
        for child in children {
            let output = ended(child)?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned());
            }
        }
        same(&program, "spaces", &wanted)
    })();
    undo();
    tried
}

/// The measurements of a run: CPU seconds, wall seconds, and the peak memory of a process.
struct Cost {
    cpu: f64,
    seconds: f64,
    peak: u64,
    positions: u64,
}

fn cost(program: &Path, game: &str, shape: &[&str]) -> Result<Cost, String> {
    clear("cost")?;
    let args = [
        &["cluster", "solve", game, "--save", "cost", "--json"],
        shape,
    ]
    .concat();
    let text = answered(program, &args)?;
    clear("cost")?;
    Ok(Cost {
        cpu: values(&text, "cpu").iter().sum(),
        // The last one is that of the whole command.
        seconds: *values(&text, "seconds").last().ok_or("no seconds")?,
        peak: values(&text, "peak").into_iter().fold(0.0, f64::max) as u64,
        positions: values(&text, "positions").iter().sum::<f64>() as u64,
    })
}

/// The minimum of three runs, to exclude other load.
fn least(program: &Path, game: &str, shape: &[&str]) -> Result<Cost, String> {
    let mut least = cost(program, game, shape)?;
    for _ in 1..3 {
        let again = cost(program, game, shape)?;
        least.cpu = least.cpu.min(again.cpu);
        least.seconds = least.seconds.min(again.seconds);
        least.peak = least.peak.max(again.peak);
    }
    Ok(least)
}

/// CPU and wall seconds of a single process without the cluster engine; the minimum of three.
fn without_engine(program: &Path, game: &str, threads: u32) -> Result<(f64, f64), String> {
    let mut least = (f64::INFINITY, f64::INFINITY);
    for _ in 0..3 {
        let began = Instant::now();
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "'{}' solve {game} --all --threads {threads} --force --save single.table > /dev/null 2>&1; times",
                program.display()
            ))
            .current_dir(folder()?)
            .output();
        let output = io("sh", output)?;
        let seconds = began.elapsed().as_secs_f64();
        io(
            "single.table",
            fs::remove_file(folder()?.join("single.table")),
        )?;
        let times = String::from_utf8_lossy(&output.stdout).into_owned();
        let processor = children_seconds(&times).ok_or("the shell tells no times")?;
        least = (least.0.min(processor), least.1.min(seconds));
    }
    Ok(least)
}

/// CPU time relative to one process without the engine, the speed-up of a second worker, memory per process, and
/// the model.
pub(crate) fn costs() -> Result<(), String> {
    let program = build()?;
    let mut wrong = Vec::new();
    for game in [LONG, "morris:6", "dots:3x3"] {
        let (single, alone) = without_engine(&program, game, 1)?;
        let (_, threads) = without_engine(&program, game, 2)?;
        let one = least(&program, game, &["--local", "1"])?;
        let two = least(&program, game, &["--workers", "2"])?;
        let pair = least(&program, game, &["--local", "2"])?;
        let ratio = one.cpu / single;
        println!(
            "{game}: {alone:.1} s with one thread without the engine, two threads {:.2} times as fast",
            alone / threads
        );
        println!(
            "{game}: {single:.1} s of CPU in one process, {:.1} s with the engine: {ratio:.2} times",
            one.cpu
        );
        let [by_workers, by_processes] = [&two, &pair].map(|run| one.seconds / run.seconds);
        println!(
            "{game}: two workers {by_workers:.2} times as fast as one, two processes {by_processes:.2} times"
        );
        if ratio > 2.5 {
            wrong.push(format!("{game} costs {ratio:.2} times"));
        }
        let gain = by_workers.max(by_processes);
        if gain < 1.6 {
            wrong.push(format!("{game} gains {gain:.2} times"));
        }
        for (processes, run) in [(1u32, one), (2, pair)] {
            validate(&program, game, processes, &run, &mut wrong)?;
        }
        let four = least(&program, game, &["--local", "4"])?;
        validate(&program, game, 4, &four, &mut wrong)?;
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("; "))
    }
}

/// Compares the plan of a run with its measurements.
fn validate(
    program: &Path,
    game: &str,
    processes: u32,
    run: &Cost,
    wrong: &mut Vec<String>,
) -> Result<(), String> {
    let (hosts, positions) = (processes.to_string(), run.positions.to_string());
    let args = [
        "cluster",
        "plan",
        game,
        "--hosts",
        &hosts,
        "--positions",
        &positions,
        "--measure",
        "--json",
    ];
    let plan = answered(program, &args)?;
    let planned = *values(&plan, "seconds").first().ok_or("no seconds")?;
    // More processes than cores share them.
    let cores = thread::available_parallelism().map_or(1, usize::from) as f64;
    let planned = planned * (f64::from(processes) / cores).max(1.0);
    let off = 100.0 * (planned / run.seconds - 1.0);
    println!(
        "{game}, {processes} processes: {:.1} s, planned {planned:.1} s ({off:+.0} %), {} MiB in the fullest",
        run.seconds,
        run.peak >> 20
    );
    if off.abs() > 30.0 {
        wrong.push(format!(
            "{game} with {processes} processes is planned {off:+.0} %"
        ));
    }
    Ok(())
}

/// The numbers after a key in a JSON text, in order.
fn values(text: &str, key: &str) -> Vec<f64> {
    let key = format!("\"{key}\":");
    text.split(&key)
        .skip(1)
        .filter_map(|rest| rest.split([',', '}', ']']).next()?.parse().ok())
        .collect()
}

/// User and system seconds of the children, from the second line of `times`.
fn children_seconds(times: &str) -> Option<f64> {
    let line = times.lines().last()?;
    let seconds = |word: &str| -> Option<f64> {
        let (minutes, rest) = word.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + rest.trim_end_matches('s').parse::<f64>().ok()?)
    };
    line.split_whitespace().map(seconds).sum()
}
