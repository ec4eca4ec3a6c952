//! Numbers of bytes and seconds, as typed.

use noyau::{Message, Text, message};
use std::fmt::Display;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A random seed. Commands print it, so that a run is reproducible.
pub(crate) fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| u64::from(now.subsec_nanos()))
}

/// Parses a natural number.
pub(crate) fn number(text: &str) -> Result<u64, Message> {
    text.parse().map_err(|_| {
        message!(
            "a whole number from 0 is wanted",
            "il faut un nombre entier, à partir de 0"
        )
    })
}

/// Parses a number of moves.
pub(crate) fn small_number(text: &str) -> Result<u32, Message> {
    between(text, 0, u32::MAX)
}

/// Parses a number of threads; 0 means one per core.
pub(crate) fn threads(text: &str) -> Result<u64, Message> {
    between(text, 0, 1024)
}

/// Parses a number of processes, or of workers per process.
pub(crate) fn workers(text: &str) -> Result<u64, Message> {
    between(text, 1, 1024)
}

/// Parses a number of hosts.
pub(crate) fn hosts(text: &str) -> Result<u64, Message> {
    between(text, 1, 1_000_000)
}

/// Parses an integer within bounds.
pub(crate) fn between<T>(text: &str, least: T, most: T) -> Result<T, Message>
where
    T: Copy + FromStr + PartialOrd + Display,
{
    let number = text.parse().ok();
    let number = number.filter(|number| (&least..=&most).contains(&number));
    number.ok_or_else(|| {
        message!(
            "a whole number from {least} to {most} is wanted",
            "il faut un nombre entier de {least} à {most}"
        )
    })
}

/// Parses a number of bytes: `1000000`, `512K`, `1.5G`, `2GiB`, `4GB`. `K` and `KiB` are 1024 bytes, `KB` is 1000.
pub(crate) fn bytes(text: &str) -> Result<u64, Message> {
    let wanted = || {
        message!(
            "a number of bytes is wanted, as in 500000, 512M, 2GiB",
            "il faut un nombre d'octets, comme 500000, 512M, 2GiB"
        )
    };
    let text = text.trim();
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, suffix) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| wanted())?;
    let suffix = suffix.trim().to_ascii_uppercase();
    let (unit, base) = match suffix.as_str() {
        "" | "B" => (None, 1024.0),
        _ if suffix.len() == 1 => (suffix.chars().next(), 1024.0),
        _ if suffix.ends_with("IB") && suffix.len() == 3 => (suffix.chars().next(), 1024.0),
        _ if suffix.ends_with('B') && suffix.len() == 2 => (suffix.chars().next(), 1000.0),
        _ => return Err(wanted()),
    };
    let power = match unit {
        None => 0,
        Some(unit) => 1 + "KMGT".find(unit).ok_or_else(wanted)? as i32,
    };
    // The conversion saturates at 2^64 bytes, which is as good as no limit.
    Ok((number * f64::powi(base, power)) as u64)
}

/// Parses a number of seconds, possibly with decimals.
pub(crate) fn seconds(text: &str) -> Result<Duration, Message> {
    text.trim()
        .parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| {
            message!(
                "a number of seconds is wanted, as in 10 or 0.5",
                "il faut un nombre de secondes, comme 10 ou 0.5"
            )
        })
}

/// A number with so many decimals, after a point or, in French, a comma.
pub(crate) fn decimal(value: f64, digits: usize) -> Message {
    pointed(format!("{value:.digits$}"))
}

/// A written number whose point is a comma in French.
pub(crate) fn pointed(number: String) -> Message {
    let fr = number.replace('.', ",");
    Message { en: number, fr }
}

/// A readable number of bytes.
pub(crate) fn amount(bytes: u64) -> Message {
    const UNITS: [[&str; 2]; 5] = [
        ["B", "o"],
        ["KiB", "Kio"],
        ["MiB", "Mio"],
        ["GiB", "Gio"],
        ["TiB", "Tio"],
    ];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && value < 100.0);
    let [en, fr] = UNITS[unit];
    message!(
        "{value} {unit}",
        "{value} {unit}",
        value = decimal(value, digits),
        unit = Text::new(en, fr)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_with_and_without_units() {
        for (text, expected) in [
            ("0", 0),
            ("500000", 500_000),
            ("1K", 1024),
            ("1.5k", 1536),
            ("3KB", 3000),
            ("2MiB", 2 << 20),
            ("4G", 4 << 30),
            ("1 TiB", 1 << 40),
            ("7B", 7),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "K", "-1", "1X", "1KiK", "1.2.3", "1é", "GiB", "inf"] {
            let why = bytes(text).unwrap_err().en;
            assert_eq!(
                why, "a number of bytes is wanted, as in 500000, 512M, 2GiB",
                "{text}"
            );
        }
    }

    #[test]
    fn seconds_with_decimals() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        for text in ["", "-1", "soon", "nan", "1e300"] {
            let why = seconds(text).unwrap_err().en;
            assert_eq!(
                why, "a number of seconds is wanted, as in 10 or 0.5",
                "{text}"
            );
        }
    }
}
