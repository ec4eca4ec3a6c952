use super::refuses_parameters;
use crate::open;
use noyau::limits::Limits;
use noyau_games::octal::Octal;

/// Code, values from heap 0 before the period, and the period; letters are values from 10.
/// Sources: Guy and Smith 1956; Berlekamp, Conway and Guy, Winning Ways, chapter 4.
const SEQUENCES: &str = "\
0.07 00112031103322405223301130211045274011203110332244552 3301130211045374811203110332244559
0.137 0112031103322405223301130211045274011203110332244552 3301130211045374811203110332244559
0.77 01231432142641271432146741285472186741231472182741281472142741281472186 741281472182
0.4 000112031103322405223301130211045274011203110332244552 3301130211045374811203110332244559
0.02 0 0011
0.11 011 0
0.15 0 1101122122
0.17 011021301132234153223110312011442 6411021301132234457223110312011443
0.26 0 0123
0.32 0 102
0.34 0101201 03121203
0.54 010 1222411
0.57 0 1122
0.017 001112023114045 132021114026164041112026154046132021118026164041112026114046
0.123 01022 10021
0.153 0111222110222440 11222111222441
0.316 0120 212301030123
0.353 0121 20
0.375 0123124321342748148124814381482148148 124814781482148174
0.524 0 1022104416701226144618701876147610781674107210781678
0.536 0 11224
0.772 01234162 4163
4.024 00 12314314214264164134132142842812314314614624124134132182B82B
4.304 0120212461528156261625186 8182615261582816251B2
4.323 0124 3021
";

/// The rows of [`SEQUENCES`]: a code, and the values that are before its period and in it.
fn sequences() -> impl Iterator<Item = [&'static str; 3]> {
    let row = |line: &'static str| {
        let mut words = line.split(' ');
        [(); 3].map(|()| words.next().unwrap())
    };
    SEQUENCES.lines().map(row)
}

fn values(text: &str) -> impl Iterator<Item = u32> + Clone {
    text.chars().filter_map(|digit| digit.to_digit(36))
}

#[test]
fn nim_sequences_are_the_published_ones() {
    for [code, before, period] in sequences() {
        let length = before.len() + 3 * period.len();
        let wanted = values(before).chain(values(period).cycle());
        let wanted: Vec<u32> = wanted.take(length).collect();
        let game = Octal::new(code, 1).unwrap();
        let found = game.nim_sequence(length as u32 - 1, &Limits::default());
        let found: Vec<u32> = found.unwrap().nimbers.into_iter().map(u32::from).collect();
        assert_eq!(found, wanted, "{code}");
    }
}

/// Heaps played to the end, against the sequence that takes them one by one.
#[test]
fn positions_have_the_nimbers_of_the_sequence() {
    for [code, before, period] in sequences() {
        let wanted = values(before).chain(values(period).cycle());
        for (heap, nimber) in wanted.take(13).enumerate() {
            let game = open(&format!("octal:{code},{heap}"));
            let found = game.solve(true, &Limits::default()).nimber;
            assert_eq!(found, Some(nimber), "{code}, heap {heap}");
        }
    }
}

#[test]
fn codes_are_read_strictly() {
    for (code, name) in [
        ("0.77", "octal:0.77,5"),
        (".77", "octal:0.77,5"),
        (".770", "octal:0.77,5"),
        ("4.00", "octal:4.0,5"),
        ("0.0", "octal:0.0,5"),
    ] {
        assert_eq!(open(&format!("octal:{code},5")).name(), name);
    }
    refuses_parameters(
        "octal",
        &[
            (",5", "has no point"),
            ("77,5", "has no point"),
            ("0.,5", "0 digits after the point"),
            ("1.7,5", "not \"1\""),
            ("00.7,5", "not \"00\""),
            ("0.8,5", "place 1 after the point of the code is '8'"),
            ("0.7.7,5", "place 2 after the point of the code is '.'"),
            ("0.-7,5", "place 1 after the point of the code is '-'"),
            ("0.٣,5", "place 1 after the point of the code is '٣'"),
        ],
    );
}
