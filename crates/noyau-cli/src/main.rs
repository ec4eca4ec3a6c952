//! The binary `noyau`. The command line is a library, so that it compiles beside the games and not after them.

use std::process::ExitCode;

fn main() -> ExitCode {
    noyau_cli::main()
}
