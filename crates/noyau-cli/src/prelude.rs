//! Imports that every command needs.

pub(crate) use crate::args::{Args, Entry};
pub(crate) use crate::console::Console;
pub(crate) use crate::failure::{Failure, Status};
pub(crate) use crate::messages::{self, text};
pub(crate) use crate::{help, input};
pub(crate) use clap::{Arg, ArgMatches, Command};
pub(crate) use noyau::{Localized, Message, Text, message};
pub(crate) use std::io::Write;
