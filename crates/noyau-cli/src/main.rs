//! The binary `noyau`. The command line is a library, so that it compiles in parallel with the games.

use std::process::ExitCode;

fn main() -> ExitCode {
    noyau_cli::main()
}
