//! Rule sheets in GDL, and sample files.

use crate::answer::{ApiResult, json};
use crate::context::{Task, TaskParams};
use crate::error::ApiError;
use noyau::documents::page::{SampleFile, rule_sheet, sample_files};
use noyau::{Localized, Message, message};
use noyau_games::gdl::{self, Machine};
use serde::Deserialize;
use serde_json::Value;

/// The number of states visited to check properties that the text alone does not show.
const SURVEYED: usize = 2000;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Sheet {
    text: String,
}

impl TaskParams for Sheet {}

pub(super) fn gdl(task: &Task, sheet: &Sheet) -> ApiResult {
    let machine = Machine::read(sheet.text.as_bytes()).map_err(ApiError::in_sheet)?;
    let start = machine.start();
    let legal = machine.legal(&start);
    let legal = legal.map_err(|why| ApiError::too_large(Message::of(&why)))?;
    let survey = machine.analyse(SURVEYED);
    if let Some(why) = gdl::why_no_game(&machine, &survey) {
        return Err(ApiError::in_text(1, 1, why));
    }
    let roles = machine.roles();
    let moves = legal.iter().map(|moves| {
        let moves = moves.iter().map(|&mv| machine.move_text(mv));
        Value::from(moves.collect::<Vec<_>>())
    });
    let mut notes = Vec::new();
    let mut note = |message: Message| notes.push(message.localized(task.language));
    let states = survey.states;
    note(if survey.complete {
        message!(
            "all {states} states that play can reach were looked at",
            "les {states} états que le jeu peut atteindre ont tous été examinés"
        )
    } else {
        message!(
            "{states} states were looked at, and there are more",
            "{states} états ont été examinés, et il y en a d'autres"
        )
    });
    if let Some(why) = machine.why_interpreted() {
        note(why);
    }
    if let Some(last) = machine.steps() {
        note(message!(
            "there is a step counter that ends at {last}; `gdl:pasted.kif,nosteps` plays without it",
            "il y a un compteur de coups qui finit à {last} ; `gdl:pasted.kif,nosteps` joue sans lui"
        ));
    }
    let symmetries = gdl::symmetries(&machine);
    if symmetries > 1 {
        note(message!(
            "{symmetries} symmetries of the board leave the rules as they are",
            "{symmetries} symétries du plateau laissent les règles inchangées"
        ));
    }
    if let Some(parts) = gdl::parts(&machine, &survey).filter(gdl::Parts::is_sum) {
        let count = parts.groups;
        note(message!(
            "it is the sum of {count} independent parts",
            "c'est la somme de {count} parties indépendantes"
        ));
    }
    let legal = roles.iter().cloned().zip(moves).collect();
    json(&rule_sheet(&roles, &legal, "gdl:pasted.kif", &notes))
}

macro_rules! samples {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(SampleFile {
            name: $name,
            content: include_str!(concat!("../../samples/", $folder, "/", $name)),
        }),+]
    };
}

const GRAPHS: &[SampleFile] = samples!["graphs": "chomp23.py", "attractor.json", "attractor.dot", "chomp22.tgf", "chomp23.csv", "chomp23.edges", "endings.json", "nim9.py", "two-cycle.json"];
const TREES: &[SampleFile] = samples!["trees": "uniform.json", "alpha-cut.json", "beta-cut.tree", "and-or.tree", "horizon.json", "twice.json"];

pub(super) fn samples(_: &Task) -> ApiResult {
    let sheets = noyau_games::find("gdl").map_or(&[][..], |entry| entry.samples());
    json(&sample_files(sheets, GRAPHS, TREES))
}
