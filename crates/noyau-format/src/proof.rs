//! The proof file: a header, and steps that a checker follows. `docs/certificates.md` defines it.
//!
//! ```text
//! header    a JSON object on one line
//! blocks    4 bytes: the length n, lowest byte first; n bytes: a zlib stream (RFC 1950) of at most 2^20 + 2^10 bytes
//! end       4 bytes of zero
//! ```
//!
//! The blocks together hold numbers as LEB128; none crosses a border.

use crate::block::{read_number, write_number};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{self, Cursor, Read, Seek, Write};

/// A block is written when it has this many bytes.
const BLOCK: usize = 1 << 20;
/// No block unpacks to more than this.
const MOST: usize = BLOCK + (1 << 10);
/// No header is longer than this.
const LONGEST_HEADER: usize = 1 << 20;
/// The level of compression.
const LEVEL: u8 = 6;

/// The format's name and version.
pub const FORMAT: (&str, u32) = ("proof", 1);

/// What a proof file says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofHeader {
    /// Always `proof`.
    pub noyau: String,
    /// The version of the format.
    pub version: u32,
    /// `proof`, of a value, or `outcome`.
    pub kind: String,
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The position.
    pub position: String,
    /// The position is worth at least this to the side to move.
    #[serde(
        skip_serializing_if = "Option::is_none",
        default,
        deserialize_with = "present"
    )]
    pub least: Option<String>,
    /// The position is worth at most this.
    #[serde(
        skip_serializing_if = "Option::is_none",
        default,
        deserialize_with = "present"
    )]
    pub most: Option<String>,
    /// A step may refer to so many claims before it.
    pub window: u32,
}

/// A bound that is there is a text.
fn present<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    String::deserialize(reader).map(Some)
}

impl ProofHeader {
    /// Whether it is about the same claims, whatever its window.
    pub fn is_same_work(&self, other: &Self) -> bool {
        let window = self.window;
        *self
            == Self {
                window,
                ..other.clone()
            }
    }
}

/// Whether a file begins like a proof file.
pub fn is_proof(start: &[u8]) -> bool {
    start.starts_with(br#"{"noyau":"proof","#)
}

/// A file that can be read, cut and written on: a proof that was broken off goes on in it.
pub trait Resumable: Read + Write + Seek {
    /// Keeps the first bytes only, and goes to their end.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Resumable for Cursor<Vec<u8>> {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.get_mut().truncate(length as usize);
        self.set_position(length);
        Ok(())
    }
}

/// Writes a proof file.
#[derive(Debug)]
pub struct ProofWriter<W> {
    out: W,
    steps: Vec<u8>,
}

impl<W: Write> ProofWriter<W> {
    /// A writer of the blocks that follow what is there.
    pub fn new(out: W) -> Self {
        let steps = Vec::with_capacity(MOST);
        Self { out, steps }
    }

    /// Writes the header.
    pub fn header(&mut self, header: &ProofHeader) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, header)?;
        self.out.write_all(b"\n")
    }

    /// Adds the numbers of a step, which stay together.
    pub fn step(&mut self, numbers: impl Iterator<Item = u64>) -> io::Result<()> {
        for number in numbers {
            write_number(number, &mut self.steps);
        }
        if self.steps.len() >= BLOCK {
            self.write_block()?;
        }
        Ok(())
    }

    fn write_block(&mut self) -> io::Result<()> {
        let packed = compress_to_vec_zlib(&self.steps, LEVEL);
        self.steps.clear();
        self.out.write_all(&(packed.len() as u32).to_le_bytes())?;
        self.out.write_all(&packed)?;
        self.out.flush()
    }

    /// Writes what is left, and the end.
    pub fn end(&mut self) -> io::Result<()> {
        if !self.steps.is_empty() {
            self.write_block()?;
        }
        self.out.write_all(&[0; 4])?;
        self.out.flush()
    }
}

noyau_core::messages! {
    /// Why a proof file cannot be read.
    pub enum ProofProblem {
        Io { why: String } =>
            "it cannot be read: {why}",
            "on ne peut pas le lire : {why}";
        Header { why: String } =>
            "its first line is no header of a proof: {why}",
            "sa première ligne n'est pas l'en-tête d'une preuve : {why}";
        Version { version: u32 } =>
            "proofs of version {version} are not known here, only those of version 1",
            "les preuves de version {version} sont inconnues ici, seule la version 1 l'est";
        Cut { block: u64, byte: u64 } =>
            "it ends in the middle of block {block}, at byte {byte}",
            "il s'arrête au milieu du bloc {block}, à l'octet {byte}";
        Damaged { block: u64, byte: u64 } =>
            "block {block}, at byte {byte}, is damaged",
            "le bloc {block}, à l'octet {byte}, est abîmé";
        Rest { byte: u64 } =>
            "something follows the end of the proof, at byte {byte}",
            "quelque chose suit la fin de la preuve, à l'octet {byte}";
    }
}

/// Reads a proof file from its start to its end.
#[derive(Debug)]
pub struct ProofReader<R> {
    input: R,
    steps: Vec<u8>,
    next: usize,
    block: u64,
    byte: u64,
}

impl<R: Read> ProofReader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<(ProofHeader, Self), ProofProblem> {
        let problem = |why: String| ProofProblem::Header { why };
        let mut line = Vec::new();
        let mut byte = [0];
        loop {
            match input.read_exact(&mut byte) {
                Ok(()) if byte == *b"\n" => break,
                Ok(()) if line.len() < LONGEST_HEADER => line.extend(byte),
                Ok(()) => return Err(problem("it is too long".to_owned())),
                Err(error) => return Err(problem(error.to_string())),
            }
        }
        let header: ProofHeader =
            serde_json::from_slice(&line).map_err(|error| problem(error.to_string()))?;
        if (header.noyau.as_str(), header.version) != FORMAT {
            let version = header.version;
            return Err(ProofProblem::Version { version });
        }
        if header.window == 0 {
            return Err(problem("its window is 0".to_owned()));
        }
        let reader = Self {
            input,
            steps: Vec::new(),
            next: 0,
            block: 0,
            byte: line.len() as u64 + 1,
        };
        Ok((header, reader))
    }

    /// What it reads from.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// The bytes up to the end of the last block read.
    pub fn bytes(&self) -> u64 {
        self.byte
    }

    fn fill(&mut self, room: &mut [u8]) -> Result<(), ProofProblem> {
        self.input.read_exact(room).map_err(|error| {
            let (block, byte) = (self.block, self.byte);
            match error.kind() {
                io::ErrorKind::UnexpectedEof => ProofProblem::Cut { block, byte },
                _ => ProofProblem::Io {
                    why: error.to_string(),
                },
            }
        })
    }

    /// Reads the next block; `false` at the end.
    fn read_block(&mut self) -> Result<bool, ProofProblem> {
        let mut length = [0; 4];
        self.block += 1;
        self.fill(&mut length)?;
        let length = u32::from_le_bytes(length);
        if length == 0 {
            return Ok(false);
        }
        let (block, byte) = (self.block, self.byte);
        let damaged = ProofProblem::Damaged { block, byte };
        if length as usize > 2 * MOST {
            return Err(damaged);
        }
        let mut packed = vec![0; length as usize];
        self.fill(&mut packed)?;
        self.byte += 4 + u64::from(length);
        let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
            | inflate_flags::TINFL_FLAG_COMPUTE_ADLER32
            | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        self.steps.resize(MOST, 0);
        let unpacker = &mut Box::<DecompressorOxide>::default();
        let (status, used, length) = decompress(unpacker, &packed, &mut self.steps, 0, flags);
        self.steps.truncate(length);
        self.next = 0;
        if status != TINFLStatus::Done || used != packed.len() || length == 0 {
            return Err(damaged);
        }
        Ok(true)
    }

    /// The next number; `None` at the end.
    #[inline]
    pub fn number(&mut self) -> Result<Option<u64>, ProofProblem> {
        if self.next == self.steps.len() && !self.read_block()? {
            return Ok(None);
        }
        let mut rest = self.steps.get(self.next..).unwrap_or_default();
        let Some(number) = read_number(&mut rest) else {
            let (block, byte) = (self.block, self.byte);
            return Err(ProofProblem::Damaged { block, byte });
        };
        self.next = self.steps.len() - rest.len();
        Ok(Some(number))
    }

    /// Checks that nothing is left.
    pub fn end(mut self) -> Result<(), ProofProblem> {
        let rest = ProofProblem::Rest { byte: self.byte };
        if self.number()?.is_some() {
            return Err(rest);
        }
        match self.input.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => Err(rest),
        }
    }
}
