//! Imports that commands share.

pub(crate) use crate::args::{self, Args, Entry};
pub(crate) use crate::console::{Console, Lines};
pub(crate) use crate::failure::{Exit, Failure, Status};
pub(crate) use crate::messages::{self, text};
pub(crate) use crate::progress::{self, Watch};
pub(crate) use crate::tables::{self, TableFile};
pub(crate) use crate::units::{self, amount};
pub(crate) use crate::{agents, figures, help, input, output};
pub(crate) use clap::{Arg, ArgMatches, Command};
pub(crate) use noyau::dynamic::OpenGame;
pub(crate) use noyau::limits::Limits;
pub(crate) use noyau::{Localized, Message, Side, Text, documents, message};
pub(crate) use std::io::Write;
