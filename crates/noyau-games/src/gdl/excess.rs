//! The resource limits of sheets. They count work, not time, so that a sheet gives the same result on every
//! machine.

noyau_core::messages! {
    /// The exceeded limit.
    pub enum Excess {
        Depth { most: u8 } => "terms nest deeper than {most}: a rule makes them grow without end, or they are too deep to be worked with",
            "les termes s'emboîtent à plus de {most} : une règle les fait croître sans fin, ou ils sont trop profonds";
        Words { most: u32 } => "terms have more than {most} words: a rule makes them grow without end, or they are too long to be worked with",
            "les termes ont plus de {most} mots : une règle les fait croître sans fin, ou ils sont trop longs";
        Facts { most: usize } => "more than {most} facts would have to be held",
            "il faudrait retenir plus de {most} faits";
        Rules { most: usize } => "more than {most} rules without variables would be needed",
            "il faudrait plus de {most} règles sans variables";
        Work { most: u64 } => "more than {most} steps would be needed to derive its facts",
            "il faudrait plus de {most} étapes pour en déduire les faits";
    }
}
