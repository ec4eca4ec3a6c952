//! `cargo xtask dist page`: the page as static files, for any host that serves a folder.
//!
//! The library is compiled to WebAssembly, by rustup's target if it is there or can be added, otherwise by Debian's
//! compiler, which builds the standard library from its sources. `wasm-opt` makes it smaller where it is installed.

use crate::steps::{cargo, execute, root, target};
use crate::system::{provide, runs};
use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::Write;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// The parts of the page that have an address of their own.
const PARTS: &[&str] = &["play", "arena", "trees", "laboratory", "atlas"];

/// The server's policy for the page, for hosts that send none: scripts and data from beside the page, and WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The program that writes the stored answers.
const ANSWERS: &str = "stored_answers";

/// Debian's compiler and the sources of its standard library.
const DEBIAN: &[&str] = &["rustc-web", "rust-web-src"];

/// How the library is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// Small and fast, as it is handed out.
    Whole,
    /// Soon there, for the tests.
    Quick,
}

impl Build {
    const fn profile(self) -> &'static str {
        match self {
            Self::Whole => "page",
            Self::Quick => "page-test",
        }
    }
}

pub(crate) fn page(out: &Path) -> Result<(), String> {
    let folder = out.join("page");
    write(&folder, Build::Whole)?;
    println!("{}", folder.display());
    Ok(())
}

/// Writes the whole page into a folder.
pub(crate) fn write(folder: &Path, build: Build) -> Result<(), String> {
    let library = compile(build)?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| told(folder, &error))?;
    }
    copy(&root().join("crates/noyau-web/assets"), folder)?;
    copy(&root().join("crates/noyau-wasm/page"), folder)?;
    let answers = folder.join("answers");
    // Built as the tests build it, so that nothing is compiled twice.
    let build_answers = ["build", "--workspace", "--locked", "--example", ANSWERS];
    execute(&mut cargo(&build_answers))?;
    execute(Command::new(target().join("debug/examples").join(ANSWERS)).arg(&answers))?;
    let mut stored = Vec::new();
    walk(&answers, &mut stored)?;
    for path in stored {
        let bytes = fs::read(&path).map_err(|error| told(&path, &error))?;
        let mut name = path.clone().into_os_string();
        name.push(".gz");
        save(Path::new(&name), &packed(&bytes, build)?)?;
        fs::remove_file(&path).map_err(|error| told(&path, &error))?;
    }
    let bytes = fs::read(&library).map_err(|error| told(&library, &error))?;
    save(&folder.join("noyau.wasm.gz"), &packed(&bytes, build)?)?;
    let index = folder.join("index.html");
    let markup = fs::read_to_string(&index).map_err(|error| told(&index, &error))?;
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let markup = markup.replacen("<head>", &format!("<head>\n{policy}"), 1);
    save(&index, markup.as_bytes())?;
    // The parts are one folder deeper.
    let deeper = markup
        .replace("href=\"", "href=\"../")
        .replace("src=\"", "src=\"../");
    for part in PARTS {
        save(&folder.join(part).join("index.html"), deeper.as_bytes())?;
    }
    list_for_offline(folder)
}

/// Gives the service worker the list of all files, and a name for this version of them.
fn list_for_offline(folder: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    files.sort();
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut names = Vec::new();
    for path in &files {
        let name = path.strip_prefix(folder).map_err(|why| why.to_string())?;
        let name = name.to_string_lossy().replace('\\', "/");
        if name == "offline.js" {
            continue;
        }
        // FNV-1a: it only has to change with the files.
        for byte in fs::read(path).map_err(|error| told(path, &error))? {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let address = name.strip_suffix("index.html").unwrap_or(&name);
        names.push(format!("'./{address}'"));
    }
    let script = folder.join("offline.js");
    let text = fs::read_to_string(&script).map_err(|error| told(&script, &error))?;
    let text = text
        .replace("'@FILES@'", &names.join(", "))
        .replace("@VERSION@", &format!("noyau-{sum:016x}"));
    save(&script, text.as_bytes())
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| told(parent, &error))?;
    }
    fs::write(path, bytes).map_err(|error| told(path, &error))
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|error| told(folder, &error))? {
        let path = entry.map_err(|error| told(folder, &error))?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    walk(from, &mut files)?;
    for path in files {
        let name = path.strip_prefix(from).map_err(|why| why.to_string())?;
        // Types are for those who change the page.
        if !name.to_string_lossy().ends_with(".d.ts") {
            let bytes = fs::read(&path).map_err(|error| told(&path, &error))?;
            let ending = path.extension().unwrap_or_default();
            let text = std::str::from_utf8(&bytes);
            match text.ok().filter(|_| ending == "js" || ending == "css") {
                Some(text) => save(&to.join(name), bare(text).as_bytes())?,
                None => save(&to.join(name), &bytes)?,
            }
        }
    }
    Ok(())
}

/// Compressed; as small as it gets in what is handed out.
fn packed(bytes: &[u8], build: Build) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let done = match build {
        Build::Whole => {
            let options = zopfli::Options {
                iteration_count: ITERATIONS,
                ..zopfli::Options::default()
            };
            zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut out)
        }
        Build::Quick => {
            let mut gz = GzBuilder::new().write(&mut out, Compression::fast());
            gz.write_all(bytes).and_then(|()| gz.finish().map(|_| ()))
        }
    };
    done.map_err(|error| error.to_string())?;
    Ok(out)
}

/// How often the compression is improved: more takes longer and gains less.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).unwrap();

/// A script or a style sheet without the lines that are comments, and without indentation. What stands in a text of
/// several lines stays.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let (mut in_text, mut in_comment) = (false, false);
    for line in text.lines() {
        let mut rest = line.trim();
        if in_text {
            rest = line;
        } else {
            if in_comment || rest.starts_with("/*") && !rest.contains("opyright") {
                let end = rest.find("*/");
                in_comment = end.is_none();
                rest = end.map_or("", |end| rest[end + 2..].trim());
            }
            if rest.is_empty() || rest.starts_with("//") {
                continue;
            }
        }
        out.push_str(rest);
        out.push('\n');
        in_text ^= rest.matches('`').count() % 2 == 1;
    }
    out
}

/// Compiles the library.
pub(crate) fn compile(build: Build) -> Result<PathBuf, String> {
    let profile = build.profile();
    let mut command = cargo(&["build", "--locked", "-p", "noyau-wasm", "--target", TARGET]);
    command.args(["--profile", profile]);
    if !has_target() {
        from_sources(&mut command)?;
    }
    execute(&mut command)?;
    let library = target().join(TARGET).join(profile).join("noyau_wasm.wasm");
    if build == Build::Quick {
        return Ok(library);
    }
    smaller(&library)
}

/// The library made smaller by `wasm-opt`; as it is where that cannot be had.
fn smaller(library: &Path) -> Result<PathBuf, String> {
    let there = || runs("wasm-opt", &["--version"]);
    if provide(there, &["binaryen"], "").is_err() {
        eprintln!("wasm-opt, of binaryen, is not installed: the page is larger without it");
        return Ok(library.to_owned());
    }
    let optimised = library.with_extension("small.wasm");
    execute(
        Command::new("wasm-opt")
            .args(OPTIMISE)
            .arg(library)
            .arg("-o")
            .arg(&optimised),
    )?;
    Ok(optimised)
}

const OPTIMISE: &[&str] = &[
    "-O2",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-multivalue",
    "--enable-reference-types",
    "--strip-producers",
];

/// Whether the compiler has the target; rustup adds it if it is there.
fn has_target() -> bool {
    let installed = || {
        let sysroot = Command::new("rustc")
            .args(["--print", "sysroot"])
            .current_dir(root())
            .output();
        sysroot.is_ok_and(|sysroot| {
            let sysroot = String::from_utf8_lossy(&sysroot.stdout).trim().to_owned();
            Path::new(&sysroot)
                .join("lib/rustlib")
                .join(TARGET)
                .exists()
        })
    };
    installed()
        || execute(
            Command::new("rustup")
                .args(["target", "add", TARGET])
                .current_dir(root()),
        )
        .is_ok()
            && installed()
}

/// Lets Debian's compiler build the standard library too.
fn from_sources(command: &mut Command) -> Result<(), String> {
    let sources = Path::new("/usr/lib/rustlib/src/rust/library");
    provide(
        || sources.exists() && runs("/usr/bin/rustc", &["--version"]),
        DEBIAN,
        "the page needs the target wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`, or Debian's \
         rustc-web and rust-web-src",
    )?;
    let linker = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = linker.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    let tools =
        sysroot.map(|sysroot| format!("{sysroot}/lib/rustlib/x86_64-unknown-linux-gnu/bin"));
    let path = std::env::var("PATH").unwrap_or_default();
    command
        .args(["-Z", "build-std=std,panic_abort"])
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("PATH", format!("{path}:{}", tools.unwrap_or_default()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::bare;

    #[test]
    fn comments_go_and_texts_stay() {
        let script = "/* Copyright someone */\n/**\n * says\n */\nconst a = `b\n  // c\n`;\n  // d\n  /** e */ (f).g = 1; // h\n/* i\n  j();\n*/ k();\n";
        let left = "/* Copyright someone */\nconst a = `b\n  // c\n`;\n(f).g = 1; // h\nk();\n";
        assert_eq!(bare(script), left);
    }
}
