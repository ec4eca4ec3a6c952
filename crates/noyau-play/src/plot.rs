//! Plots of experiments: the mean of each level of a factor, with its confidence interval.

use super::experiment::{Analysis, Experiment};
use noyau_core::drawing::svg::{Svg, number};
use noyau_core::language::{Language, Text};

const TITLE: Text = Text::new(
    "effect on points a game:",
    "effet sur les points par partie :",
);
const MEAN: Text = Text::new("mean of all", "moyenne de tout");

impl Experiment {
    /// The plot of a factor's effect, in SVG.
    pub fn plot(&self, analysis: &Analysis, factor: usize, language: Language) -> String {
        const LEFT: f64 = 60.0;
        const TOP: f64 = 50.0;
        const HEIGHT: f64 = 240.0;
        const STEP: f64 = 90.0;
        let effects: Vec<_> = analysis
            .effects
            .iter()
            .filter(|effect| effect.factor == factor)
            .collect();
        let levels = &self.factors[factor].levels;
        let longest = levels.iter().map(|level| level.chars().count()).max();
        // About seven units per letter, plus padding.
        let step = STEP.max(longest.unwrap_or(0) as f64 * 7.5 + 14.0);
        let right = LEFT + step * effects.len() as f64;
        let y = |mean: f64| TOP + HEIGHT * (1.0 - mean.clamp(0.0, 1.0));
        let title = format!("{} {}", TITLE.get(language), self.factors[factor].name);
        let width = (right + 20.0).max(title.chars().count() as f64 * 8.0 + 30.0);
        let mut svg = Svg::new(width, TOP + HEIGHT + 50.0, &title, "", language);
        svg.text("left", 15.0, 24.0, &title);
        for tick in 0..=4 {
            let share = f64::from(tick) / 4.0;
            let at = number(y(share));
            svg.element(&format!(
                "<line class=\"rule\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\"/>",
                number(right)
            ));
            svg.text(
                "right small",
                LEFT - 8.0,
                y(share) + 4.0,
                &share.to_string(),
            );
        }
        let at = number(y(analysis.mean));
        svg.element(&format!(
            "<line class=\"edge\" stroke-dasharray=\"6 4\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\"/>",
            number(right)
        ));
        svg.text(
            "left small quiet",
            LEFT + 4.0,
            y(analysis.mean) - 5.0,
            MEAN.get(language),
        );
        for (i, effect) in effects.iter().enumerate() {
            let x = LEFT + step * (i as f64 + 0.5);
            let [low, high] = effect.interval.map(|end| y(analysis.mean + end));
            let (left, right) = (number(x - 6.0), number(x + 6.0));
            let (centre, top, bottom) = (number(x), number(high), number(low));
            svg.element(&format!(
                "<path class=\"edge\" d=\"M{left} {top}H{right}M{centre} {top}V{bottom}M{left} {bottom}H{right}\"/>"
            ));
            let mean = number(y(effect.mean));
            svg.element(&format!(
                "<circle class=\"first-won\" cx=\"{centre}\" cy=\"{mean}\" r=\"4.5\"/>"
            ));
            svg.text("", x, TOP + HEIGHT + 24.0, &levels[effect.level]);
        }
        svg.finish()
    }
}
