//! `cargo xtask dist page`: the page as static files, for any host that serves a folder.
//!
//! The library is compiled to WebAssembly for threads that share memory, and so is the standard library, from its sources:
//! rustup's, which it adds, otherwise Debian's with its compiler.

use crate::steps::{cargo, execute, root, target};
use crate::system::{provide, runs};
use flate2::{Compression, GzBuilder};
use lzma_rust2::{CheckType, EncodeMode, XzOptions, XzWriter};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "../../../crates/noyau-web/bare.rs"]
mod bare;

use bare::bare;

const TARGET: &str = "wasm32-unknown-unknown";

/// The parts of the page, and the folders of those that have an address of their own. `games` is at the root.
const PARTS: &[(&str, &str)] = &[
    ("gallery", ""),
    ("play", "play"),
    ("arena", "arena"),
    ("trees", "trees"),
    ("lesson", "lesson"),
    ("laboratory", "laboratory"),
    ("atlas", "atlas"),
];

/// The server's policy for the page, for hosts that send none: scripts and data from beside the page, and WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The library in what is handed out, and in the tests.
const PACKED: &str = "noyau.wasm.xz";
const BARE: &str = "noyau.wasm";

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
    // Which first positions there are, the page knows before it asks.
    let list = answers.join("starts.json");
    let starts = fs::read_to_string(&list).map_err(|error| told(&list, &error))?;
    fs::remove_file(&list).map_err(|error| told(&list, &error))?;
    let starts = starts.trim_matches(['[', ']']);
    replace(&folder.join("transport.js"), &[("'@STARTS@'", starts)])?;
    let mut stored = Vec::new();
    walk(&answers, &mut stored)?;
    for path in stored {
        let bytes = fs::read(&path).map_err(|error| told(&path, &error))?;
        let mut name = path.clone().into_os_string();
        name.push(".gz");
        save(Path::new(&name), &zipped(&bytes)?)?;
        fs::remove_file(&path).map_err(|error| told(&path, &error))?;
    }
    let bytes = fs::read(&library).map_err(|error| told(&library, &error))?;
    match build {
        Build::Whole => save(&folder.join(PACKED), &packed(&bytes)?)?,
        // Packing it takes long, and unpacking it in every test.
        Build::Quick => {
            save(&folder.join(BARE), &bytes)?;
            replace(&folder.join("unpack.js"), &[(PACKED, BARE)])?;
        }
    }
    let index = folder.join("index.html");
    let markup = fs::read_to_string(&index).map_err(|error| told(&index, &error))?;
    let policy = format!("<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let markup = markup.replacen("<head>", &format!("<head>\n{policy}"), 1);
    for (part, place) in PARTS {
        let markup = with_modules(folder, &markup, part)?;
        // All but the first are one folder deeper.
        let markup = match *place {
            "" => markup,
            _ => markup
                .replace("href=\"", "href=\"../")
                .replace("src=\"", "src=\"../"),
        };
        save(&folder.join(place).join("index.html"), markup.as_bytes())?;
    }
    list_for_offline(folder)
}

/// The page of a part, which names all modules that the part begins with: otherwise a browser learns of each from the one
/// before, and a phone asks six times in a row.
fn with_modules(folder: &Path, markup: &str, part: &str) -> Result<String, String> {
    let mut modules = vec!["main.js".to_owned(), format!("pages/{part}.js")];
    let mut seen = 0;
    while let Some(module) = modules.get(seen).cloned() {
        seen += 1;
        let path = folder.join(&module);
        let text = fs::read_to_string(&path).map_err(|error| told(&path, &error))?;
        for import in imported(&module, &text) {
            if !modules.contains(&import) {
                modules.push(import);
            }
        }
    }
    let mut links = "<script type=\"module\" async src=\"ahead.js\"></script>\n".to_owned();
    for module in &modules {
        let link = format!("<link rel=\"modulepreload\" href=\"{module}\">\n");
        if !markup.contains(&link) {
            links.push_str(&link);
        }
    }
    Ok(markup.replacen("<script", &format!("{links}<script"), 1))
}

/// The modules that a module imports as it is loaded: a line each.
fn imported(module: &str, text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with("import "));
    let named = lines.filter_map(|line| line.split_once(" from '")?.1.strip_suffix("';"));
    let here = module.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = |name: &str| match (name.strip_prefix("./"), name.strip_prefix("../")) {
        (Some(beside), _) if !here.is_empty() => format!("{here}/{beside}"),
        (Some(inside), _) | (_, Some(inside)) => inside.to_owned(),
        _ => name.to_owned(),
    };
    named.map(whole).collect()
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
    let version = format!("noyau-{sum:016x}");
    let given = [("'@FILES@'", &*names.join(", ")), ("@VERSION@", &version)];
    replace(&folder.join("offline.js"), &given)
}

/// Writes what a script is given when the page is put together.
fn replace(script: &Path, given: &[(&str, &str)]) -> Result<(), String> {
    let mut text = fs::read_to_string(script).map_err(|error| told(script, &error))?;
    for (name, what) in given {
        if !text.contains(name) {
            return Err(format!("{}: there is no {name}", script.display()));
        }
        text = text.replace(name, what);
    }
    save(script, text.as_bytes())
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

/// What browsers unpack themselves.
fn zipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut gz = GzBuilder::new().write(Vec::new(), Compression::best());
    let written = gz.write_all(bytes).and_then(|()| gz.finish());
    written.map_err(|error| error.to_string())
}

/// What `xz.js` unpacks: smaller.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut options = XzOptions::with_preset(9);
    options.set_check_sum_type(CheckType::None);
    let lzma = &mut options.lzma_options;
    // Code has no words of four bytes: what comes next depends on the byte before and on no place.
    (lzma.lc, lzma.pb) = (4, 0);
    (lzma.mode, lzma.nice_len, lzma.depth_limit) = (EncodeMode::Normal, 273, 512);
    let text = |error: std::io::Error| error.to_string();
    let mut xz = XzWriter::new(Vec::new(), options).map_err(text)?;
    xz.write_all(bytes).map_err(text)?;
    xz.finish().map_err(text)
}

/// Threads: each has a stack and variables of its own, which `worker.js` sets. The page says of how much memory.
const FLAGS: &[&str] = &[
    "-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals",
    "-Clink-arg=--shared-memory",
    "-Clink-arg=--import-memory",
    "-Clink-arg=--max-memory=4294967296",
    "-Clink-arg=--export=__stack_pointer",
    "-Clink-arg=--export=__tls_size",
    "-Clink-arg=--export=__wasm_init_tls",
];

/// Compiles the library.
pub(crate) fn compile(build: Build) -> Result<PathBuf, String> {
    let profile = build.profile();
    let mut command = cargo(&["build", "--locked", "-p", "noyau-wasm", "--target", TARGET]);
    command
        .args(["--profile", profile, "-Z", "build-std=std,panic_abort"])
        .env("RUSTC_BOOTSTRAP", "1");
    let sources = match rustup_sources() {
        Some(sources) => sources,
        None => by_debian(&mut command)?,
    };
    let mut flags: Vec<_> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
    if build == Build::Whole {
        flags.extend(super::same_paths()?);
        flags.push(format!("--remap-path-prefix={}=/rust", sources.display()));
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    execute(&mut command)?;
    Ok(target().join(TARGET).join(profile).join("noyau_wasm.wasm"))
}

/// Where the compiler is installed.
fn sysroot() -> Option<PathBuf> {
    let mut command = Command::new("rustc");
    command.args(["--print", "sysroot"]).current_dir(root());
    let said = command.output().ok()?.stdout;
    Some(String::from_utf8(said).ok()?.trim().into())
}

/// The sources of the compiler's standard library, which rustup adds if it is there.
fn rustup_sources() -> Option<PathBuf> {
    let sources = sysroot()?.join("lib/rustlib/src/rust/library");
    let mut add = Command::new("rustup");
    add.args(["component", "add", "rust-src"])
        .current_dir(root());
    (sources.exists() || execute(&mut add).is_ok() && sources.exists()).then_some(sources)
}

/// Lets Debian's compiler do it, with its sources.
fn by_debian(command: &mut Command) -> Result<PathBuf, String> {
    let sources = Path::new("/usr/lib/rustlib/src/rust/library");
    provide(
        || sources.exists() && runs("/usr/bin/rustc", &["--version"]),
        DEBIAN,
        "the page needs the sources of the standard library: `rustup component add rust-src`, or Debian's rustc-web and \
         rust-web-src",
    )?;
    let tools = sysroot().map(|sysroot| sysroot.join("lib/rustlib/x86_64-unknown-linux-gnu/bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::env::split_paths(&path).chain(tools))
        .map_err(|error| error.to_string())?;
    command.env("RUSTC", "/usr/bin/rustc").env("PATH", path);
    Ok(sources.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{bare, imported, packed};
    use lzma_rust2::XzReader;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_unpacked() {
        let bytes: Vec<u8> = (0..400_000_u32)
            .map(|i| (i.wrapping_mul(i) >> 9) as u8)
            .collect();
        let packed = packed(&bytes).unwrap();
        let mut unpacked = Vec::new();
        let mut reader = XzReader::new(packed.as_slice(), false);
        reader.read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, bytes);
    }

    #[test]
    fn imports_are_found() {
        let text = "// import { a } from './a.js';\nimport { b } from './b.js';\nimport { c } from '../c.js';\nconst d = () => import('./d.js');\n";
        assert_eq!(imported("pages/play.js", text), ["pages/b.js", "c.js"]);
        assert_eq!(
            imported("main.js", "import { e } from './pages/e.js';"),
            ["pages/e.js"]
        );
    }

    #[test]
    fn comments_go_and_texts_stay() {
        let script = "/* Copyright someone */\n/**\n * says\n */\nconst a = `b\n  // c\n`;\n  // d\n  /** e */ (f).g = 1; // h\n/* i\n  j();\n*/ k();\n";
        let left = "/* Copyright someone */\nconst a = `b\n  // c\n`;\n(f).g = 1; // h\nk();\n";
        assert_eq!(bare(script), left);
    }
}
