//! `cargo xtask bench graph`: how fast large graphs are solved, next to a plain loop in C.
//!
//! With `--reference DIR` the arena is made by `DIR/gen.c` and solved by `DIR/attr.c` too, in turn with noyau, so that
//! what else the machine does falls on both. Each figure is the best of several runs, each in a process of its own.
//!
//! | option | |
//! |---|---|
//! | `--reference DIR` | a folder with `gen.c` and `attr.c`; without it there are no ratios |
//! | `--vertices N` | the size of the largest graph (10000000) |
//! | `--runs N` | how often each figure is measured (5) |

use std::path::{Path, PathBuf};
use std::process::Command;

struct Options {
    reference: Option<PathBuf>,
    vertices: usize,
    runs: usize,
}

/// The figures of one run, as words `name=value`.
pub(crate) struct Line(String);

impl Line {
    fn text(&self, name: &str) -> Result<&str, String> {
        let mut words = self.0.split_whitespace();
        words
            .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
            .ok_or_else(|| format!("no {name} in: {}", self.0))
    }

    pub(crate) fn number(&self, name: &str) -> Result<f64, String> {
        let text = self.text(name)?;
        text.parse()
            .map_err(|_| format!("{name}={text} is no number"))
    }
}

/// The best of several runs of a task.
#[derive(Clone, Copy)]
struct Best {
    edges: f64,
    build: f64,
    solve: f64,
    wall: f64,
    memory: f64,
}

impl Best {
    const NONE: Self = Self {
        edges: 0.0,
        build: f64::INFINITY,
        solve: f64::INFINITY,
        wall: f64::INFINITY,
        memory: 0.0,
    };

    fn cpu(&self) -> f64 {
        self.build + self.solve
    }

    fn take(&mut self, line: &Line) -> Result<(), String> {
        let (build, solve) = (line.number("build")?, line.number("solve")?);
        if build + solve < self.cpu() {
            (self.build, self.solve) = (build, solve);
        }
        self.wall = self.wall.min(line.number("wall")?);
        self.edges = line.number("edges")?;
        self.memory = self.memory.max(line.number("memory")?);
        Ok(())
    }
}

/// Measures and prints a table.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let n = options.vertices.to_string();
    let reference = match &options.reference {
        Some(folder) => Some(Reference::make(folder, &n)?),
        None => None,
    };
    let arena: Vec<&str> = match &reference {
        Some(reference) => vec!["--file", &reference.arena],
        None => vec!["--vertices", &n],
    };
    let solve = |threads| [&["solve", "--threads", threads], arena.as_slice()].concat();
    let tasks = [
        ("solve", solve("1")),
        ("solve, 2 threads", solve("2")),
        ("kernel", vec!["kernel", "--vertices", &n]),
        ("nimbers", vec!["nimbers", "--vertices", &n]),
        ("path", vec!["path", "--vertices", &n]),
    ];

    let mut best = tasks.each_ref().map(|_| Best::NONE);
    let mut plain = f64::INFINITY;
    for _ in 0..options.runs {
        if let Some(reference) = &reference {
            let (seconds, counts) = reference.solve()?;
            plain = plain.min(seconds);
            let line = measure(&tasks[0].1)?;
            best[0].take(&line)?;
            for (name, expected) in COUNTS.iter().zip(&counts) {
                let found = line.text(name)?;
                if found != expected {
                    return Err(format!("{name} is {found}, in the reference {expected}"));
                }
            }
        } else {
            best[0].take(&measure(&tasks[0].1)?)?;
        }
        for (best, (_, task)) in best.iter_mut().zip(&tasks).skip(1) {
            best.take(&measure(task)?)?;
        }
    }

    println!("{n} vertices, best of {} runs, CPU seconds", options.runs);
    println!("| task | build | solve | together | wall | of the reference | bytes an edge |");
    println!("|---|---|---|---|---|---|---|");
    for ((name, _), best) in tasks.iter().zip(&best) {
        let ratio = if reference.is_some() && *name != "path" {
            format!("{:.2}", best.cpu() / plain)
        } else {
            "-".to_owned()
        };
        println!(
            "| {name} | {:.3} | {:.3} | {:.3} | {:.3} | {ratio} | {:.1} |",
            best.build,
            best.solve,
            best.cpu(),
            best.wall,
            best.memory / best.edges,
        );
    }
    if reference.is_some() {
        println!("| reference | | | {plain:.3} | | 1.00 | |");
    }
    println!(
        "\nTwo threads take {:.2} of the time of one.",
        best[1].wall / best[0].wall
    );

    println!("\n| vertices | ns an edge: build | solve | together |");
    println!("|---|---|---|---|");
    let mut size = 10_000;
    while size <= options.vertices {
        let mut best = Best::NONE;
        for _ in 0..options.runs {
            best.take(&measure(&["solve", "--vertices", &size.to_string()])?)?;
        }
        let [build, solve, both] =
            [best.build, best.solve, best.cpu()].map(|seconds| seconds * 1e9 / best.edges);
        println!("| {size} | {build:.1} | {solve:.1} | {both:.1} |");
        size *= 10;
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        reference: None,
        vertices: 10_000_000,
        runs: 5,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let value = args
            .next()
            .ok_or_else(|| format!("{arg} needs a value (--reference, --vertices, --runs)"))?;
        let number = || {
            let number = value.parse().ok().filter(|&number: &usize| number > 0);
            number.ok_or_else(|| format!("{arg} needs a positive number, not {value}"))
        };
        match arg.as_str() {
            "--reference" => options.reference = Some(PathBuf::from(value)),
            "--vertices" => options.vertices = number()?,
            "--runs" => options.runs = number()?,
            _ => {
                return Err(format!(
                    "unknown option {arg}: --reference, --vertices or --runs"
                ));
            }
        }
    }
    Ok(options)
}

/// Runs a task of the example `graph_speed`.
pub(crate) fn measure(task: &[&str]) -> Result<Line, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["run", "--quiet", "--release", "--package", "noyau"])
        .args(["--example", "graph_speed", "--"])
        .args(task);
    output(&mut command).map(Line)
}

fn output(command: &mut Command) -> Result<String, String> {
    let name = format!("{command:?}");
    let output = command
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let error = String::from_utf8_lossy(&output.stderr);
        Err(format!("{name}: {}: {error}", output.status))
    }
}

/// What an answer is recognised by, in the order in which the reference prints it.
const COUNTS: [&str; 5] = ["first", "second", "draw", "distance_sum", "distance_max"];

/// The plain loop, compiled, and its arena.
struct Reference {
    program: PathBuf,
    arena: String,
}

impl Reference {
    fn make(folder: &Path, vertices: &str) -> Result<Self, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let target = target.join("bench-graph");
        std::fs::create_dir_all(&target)
            .map_err(|error| format!("{}: {error}", target.display()))?;
        for program in ["gen", "attr"] {
            output(
                Command::new("cc")
                    .args(["-O3", "-march=native", "-o"])
                    .arg(target.join(program))
                    .arg(folder.join(format!("{program}.c"))),
            )?;
        }
        let arena = target.join("arena.bin").display().to_string();
        output(
            Command::new(target.join("gen"))
                .args([vertices, "42", "5"])
                .args([&arena, "/dev/null", "1"]),
        )?;
        Ok(Self {
            program: target.join("attr"),
            arena,
        })
    }

    /// The CPU seconds of building and solving, and the counts.
    fn solve(&self) -> Result<(f64, Vec<String>), String> {
        let line = output(Command::new(&self.program).arg(&self.arena))?;
        let seconds = line
            .split_once("csr+solve ")
            .and_then(|(_, rest)| rest.split('s').next()?.parse().ok())
            .ok_or_else(|| format!("no time in: {line}"))?;
        let line = Line(line);
        let counts = ["win0", "win1", "draw", "sumdist", "maxdist"]
            .iter()
            .map(|name| line.text(name).map(str::to_owned))
            .collect::<Result<_, _>>()?;
        Ok((seconds, counts))
    }
}
