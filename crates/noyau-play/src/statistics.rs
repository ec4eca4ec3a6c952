//! Statistics of samples: confidence intervals, sample sizes, Elo differences and sequential tests.
//!
//! | function | source |
//! |---|---|
//! | [`wilson`] | Wilson 1927: correct near 0 and 1, where the normal interval is not |
//! | [`course_error`], [`sample_size`] | the course, second text, *méthode de Monte-Carlo*: ε = Φσ/√n |
//! | [`elo_of`], [`score_of`] | Elo 1978, with the logistic curve |
//! | [`Sprt`] | Wald 1945, on pairs of games; maximum likelihoods under a given mean (Van den Bergh 2020) |
//! | [`ratings`] | Bradley and Terry 1952, by Newton's method |
//!
//! All are O(1) except `ratings`, which is cubic in the number of players.

use std::f64::consts::{LN_10, PI};

/// The distribution function of the standard normal distribution.
///
/// A series near 0 and a continued fraction in the tails; accurate to about 14 digits.
pub fn normal_below(x: f64) -> f64 {
    /// Beyond this the series loses digits.
    const TAIL: f64 = 3.0;
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    if x.abs() < TAIL {
        // 1/2 + φ(x) (x + x³/3 + x⁵/(3·5) + …)
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    // φ(x) / (x + 1/(x + 2/(x + 3/(…)))), from the inside.
    let magnitude = x.abs();
    let fraction = (1..=60)
        .rev()
        .fold(magnitude, |inner, k| magnitude + f64::from(k) / inner);
    let tail = density / fraction;
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// The quantile function of the standard normal distribution, by bisection.
pub fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if normal_below(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The course's Φ: the number of standard deviations for a two-sided confidence; 1.96 for 0.95.
pub fn deviations(confidence: f64) -> f64 {
    normal_quantile(f64::midpoint(1.0, confidence))
}

/// The confidence interval for the mean of a sample of numbers from 0 to 1. For wins and losses alone this is
/// Wilson's interval; with draws, which count a half, it is conservative.
pub fn wilson(mean: f64, samples: f64, deviations: f64) -> [f64; 2] {
    if samples <= 0.0 {
        return [0.0, 1.0];
    }
    let square = deviations * deviations;
    let scale = 1.0 + square / samples;
    let centre = (mean + square / (2.0 * samples)) / scale;
    let variance = mean * (1.0 - mean) / samples + square / (4.0 * samples * samples);
    let half = deviations * variance.max(0.0).sqrt() / scale;
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// The course's ε = Φσ/√n with σ = √(p(1−p)).
pub fn course_error(mean: f64, samples: f64, deviations: f64) -> f64 {
    deviations * (mean * (1.0 - mean)).max(0.0).sqrt() / samples.sqrt()
}

/// The number of samples for that error with that confidence, for any probability: σ is at most 1/2.
pub fn sample_size(error: f64, confidence: f64) -> u64 {
    (deviations(confidence) / (2.0 * error)).powi(2).ceil() as u64
}

/// The Elo difference for an expected score; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of a player who is ahead by that many Elo points.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Wins, draws and losses of one player, by game and by pair of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their points: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
}

impl Score {
    /// Adds a game with 0, 1 or 2 half points.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score per game, from 0 to 1; one half without games.
    pub fn mean(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The Elo difference.
    pub fn elo(&self) -> f64 {
        elo_of(self.mean())
    }

    /// The confidence interval of the Elo difference. The games of a pair share their opening, so they may be
    /// correlated: if pairs vary more than single games would, the effective sample is smaller.
    pub fn elo_interval(&self, confidence: f64) -> [f64; 2] {
        let (mean, pairs) = (self.mean(), self.pairs.iter().sum::<u64>() as f64);
        let single = mean * (1.0 - mean) / 2.0;
        let spread = if pairs > 1.0 && single > 0.0 {
            let squares = (0..).zip(self.pairs).map(|(quarter, count)| {
                let points = f64::from(quarter) / 4.0;
                count as f64 * (points - mean).powi(2)
            });
            squares.sum::<f64>() / (pairs - 1.0) / single
        } else {
            1.0
        };
        let samples = self.games() as f64 / spread.max(1.0);
        wilson(mean, samples, deviations(confidence)).map(elo_of)
    }

    /// The likelihood of superiority: the confidence that the player is the stronger one, ignoring draws.
    pub fn superiority(&self) -> f64 {
        let decided = (self.wins + self.losses) as f64;
        if decided == 0.0 {
            return 0.5;
        }
        normal_below((self.wins as f64 - self.losses as f64) / decided.sqrt())
    }
}

/// A sequential probability ratio test of two Elo differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative hypothesis, greater.
    pub elo1: f64,
    /// The probability of accepting `elo1` although `elo0` holds.
    pub alpha: f64,
    /// The probability of accepting `elo0` although `elo1` holds.
    pub beta: f64,
}

impl Sprt {
    /// A test from two Elo differences, the smaller first, and optionally two error rates below 0.5, by default
    /// 0.05. `None` for any other numbers.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let (elo0, elo1, alpha, beta) = match *numbers {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return None,
        };
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let elos = elo0 < elo1 && elo0.abs() < 2000.0 && elo1.abs() < 2000.0;
        (elos && rate(alpha) && rate(beta)).then_some(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }
}

/// The verdict of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Null,
    /// `elo1` is accepted.
    Alternative,
    /// Undecided.
    Open,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio. If a hypothesis holds, the probability that the ratio against it
    /// ever reaches 1/α is at most α (Wald 1945). His narrower bounds, (1 − β)/α, allow α/(1 − β), and here the
    /// likelihoods are estimates as well.
    pub fn bounds(&self) -> [f64; 2] {
        [self.beta.ln(), -self.alpha.ln()]
    }

    /// The log-likelihood ratio of the pairs under both hypotheses, with maximum likelihoods. The five
    /// probabilities are estimated from the same pairs and so overfit: the ratio is reduced as if it rested on
    /// fewer pairs, by the number of free parameters.
    pub fn likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        /// The weight of an unseen result, so that it is not considered impossible.
        const UNSEEN: f64 = 1e-3;
        /// Five probabilities that add up to 1.
        const FREE_SHARES: u64 = 4;
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        let weights = pairs.map(|count| (count as f64).max(UNSEEN));
        let sum: f64 = weights.iter().sum();
        let seen = weights.map(|weight| weight / sum);
        let nearest = [self.elo0, self.elo1].map(|elo| nearest_with_mean(&seen, score_of(elo)));
        let terms = (0..5).map(|i| weights[i] * (nearest[1][i] / nearest[0][i]).ln());
        let counted = total.saturating_sub(FREE_SHARES) as f64 / total as f64;
        counted * terms.sum::<f64>()
    }

    /// The verdict after those pairs.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let ratio = self.likelihood_ratio(pairs);
        let [low, high] = self.bounds();
        if ratio <= low {
            Verdict::Null
        } else if ratio >= high {
            Verdict::Alternative
        } else {
            Verdict::Open
        }
    }
}

/// The maximum-likelihood distribution on 0, ¼, ½, ¾ and 1 with the given mean: p / (1 + x (a − mean)), with x
/// found by bisection.
fn nearest_with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let away = |i: usize| i as f64 / 4.0 - mean;
    let slope = |x: f64| -> f64 {
        (0..5)
            .map(|i| seen[i] * away(i) / (1.0 + x * away(i)))
            .sum()
    };
    // All denominators are positive between these, and the sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / away(4), -1.0 / away(0));
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + x * away(i)))
}

/// The Elo ratings of players from the points each scored against each other, with half the width of their
/// confidence intervals; the mean rating is 0.
///
/// `points[i][j]` is what `i` scored against `j`, a draw counting a half for both. One draw is added to each
/// pairing that was played, or the rating of a player who won all games would be infinite.
pub fn ratings(points: &[Vec<f64>], confidence: f64) -> Vec<[f64; 2]> {
    let n = points.len();
    let games = |i: usize, j: usize| {
        let played = points[i][j] + points[j][i];
        if i == j || played == 0.0 {
            0.0
        } else {
            played + 1.0
        }
    };
    let taken: Vec<f64> = (0..n)
        .map(|i| {
            (0..n)
                .filter(|&j| games(i, j) > 0.0)
                .map(|j| points[i][j] + 0.5)
                .sum()
        })
        .collect();
    let mut strengths = vec![0.0; n];
    let mut inverse = Vec::new();
    for _ in 0..100 {
        // The gradient of the log-likelihood and the information matrix, regularised by the constant vector, along
        // which it is singular.
        let mut gradient = taken.clone();
        let mut information = vec![vec![1.0 / n as f64; n]; n];
        for i in 0..n {
            for j in (0..n).filter(|&j| j != i) {
                let expected = 1.0 / (1.0 + f64::exp(strengths[j] - strengths[i]));
                let weight = games(i, j) * expected * (1.0 - expected);
                gradient[i] -= games(i, j) * expected;
                information[i][i] += weight;
                information[i][j] -= weight;
            }
        }
        inverse = inverted(information);
        let step: Vec<f64> = (0..n)
            .map(|i| (0..n).map(|j| inverse[i][j] * gradient[j]).sum())
            .collect();
        // A Newton step, limited to unit length, beyond which the quadratic approximation fails.
        let longest = step
            .iter()
            .fold(1.0, |longest: f64, s: &f64| longest.max(s.abs()));
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += step / longest;
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let unit = 400.0 / LN_10;
    let mean = strengths.iter().sum::<f64>() / n.max(1) as f64;
    (0..n)
        .map(|i| {
            // The added constant vector contributes 1/n to the diagonal.
            let variance = (inverse[i][i] - 1.0 / n as f64).max(0.0);
            [
                (strengths[i] - mean) * unit,
                deviations(confidence) * variance.sqrt() * unit,
            ]
        })
        .collect()
}

/// The inverse of a symmetric positive matrix by elimination. Vanishing pivots, as with players who never met, are
/// skipped.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect())
        .collect();
    for column in 0..n {
        let pivot = matrix[column][column];
        if pivot.abs() < 1e-12 {
            continue;
        }
        for j in 0..n {
            matrix[column][j] /= pivot;
            inverse[column][j] /= pivot;
        }
        for i in (0..n).filter(|&i| i != column) {
            let factor = matrix[i][column];
            for j in 0..n {
                matrix[i][j] -= factor * matrix[column][j];
                inverse[i][j] -= factor * inverse[column][j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyau_core::random::SplitMix;

    #[test]
    fn normal_values_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.959_963_984_540_054, 0.025),
            (2.9, 0.998_134_186_699_616),
            (3.1, 0.999_032_396_786_782),
            (-5.0, 2.866_515_718_791_94e-7),
        ] {
            assert!((normal_below(x) - p).abs() < 1e-13, "{x}");
            assert!((normal_quantile(p) - x).abs() < 1e-8, "{p}");
        }
        assert!((deviations(0.95) - 1.96).abs() < 1e-3);
    }

    #[test]
    fn wilson_of_the_literature() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20.
        for (successes, samples, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
        ] {
            let [l, h] = wilson(successes / samples, samples, deviations(0.95));
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{l} {h}");
        }
        assert_eq!(sample_size(0.01, 0.95), 9604);
    }

    #[test]
    fn intervals_cover_the_truth() {
        const EXPERIMENTS: usize = 10_000;
        for samples in [20, 100] {
            let mut random = SplitMix(1);
            let mut covered = 0;
            for experiment in 0..EXPERIMENTS {
                let truth = (experiment as f64 + 0.5) / EXPERIMENTS as f64;
                let successes = (0..samples).filter(|_| random.unit() < truth).count();
                let samples = f64::from(samples);
                let [low, high] = wilson(successes as f64 / samples, samples, deviations(0.95));
                covered += usize::from(low <= truth && truth <= high);
            }
            assert!(covered * 100 >= 93 * EXPERIMENTS, "{covered}");
        }
    }

    /// Simulates pairs of games between players of that Elo difference, with one third draws, until the test is
    /// decided.
    fn simulated(sprt: &Sprt, elo: f64, random: &mut SplitMix) -> Verdict {
        let mut pairs = [0; 5];
        for _ in 0..100_000 {
            let half_points: usize = (0..2)
                .map(|_| {
                    if random.unit() < 1.0 / 3.0 {
                        1
                    } else if random.unit() < 1.5 * (score_of(elo) - 1.0 / 6.0) {
                        2
                    } else {
                        0
                    }
                })
                .sum();
            pairs[half_points] += 1;
            let verdict = sprt.verdict(&pairs);
            if verdict != Verdict::Open {
                return verdict;
            }
        }
        Verdict::Open
    }

    #[test]
    fn sequential_tests_keep_their_error_rates() {
        const EXPERIMENTS: usize = 2000;
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 60.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let mut random = SplitMix(2);
        for (elo, wrong) in [(0.0, Verdict::Alternative), (60.0, Verdict::Null)] {
            let verdicts: Vec<_> = (0..EXPERIMENTS)
                .map(|_| simulated(&sprt, elo, &mut random))
                .collect();
            assert!(!verdicts.contains(&Verdict::Open));
            let errors = verdicts.iter().filter(|&&verdict| verdict == wrong).count();
            assert!(
                errors > 0,
                "tests that never err are longer than they need be"
            );
            // Strictly below the requested rate, without allowance for chance.
            assert!((errors as f64) < 0.05 * EXPERIMENTS as f64, "{errors}");
        }
    }

    #[test]
    fn likelihood_ratio_by_the_normal_approximation() {
        // For many pairs with similar results the ratio is that of normal variables.
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
        };
        let pairs = [100, 900, 2000, 1000, 120];
        let total: f64 = 4120.0;
        let mean = (900.0 * 0.25 + 2000.0 * 0.5 + 1000.0 * 0.75 + 120.0) / total;
        let variance = (100.0 * mean * mean
            + 900.0 * (0.25 - mean) * (0.25 - mean)
            + 2000.0 * (0.5 - mean) * (0.5 - mean)
            + 1000.0 * (0.75 - mean) * (0.75 - mean)
            + 120.0 * (1.0 - mean) * (1.0 - mean))
            / total;
        let (s0, s1) = (score_of(0.0), score_of(5.0));
        let expected = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((sprt.likelihood_ratio(&pairs) / expected - 1.0).abs() < 0.02);
        assert!(sprt.likelihood_ratio(&[0; 5]).abs() < f64::EPSILON);
    }

    #[test]
    fn ratings_agree_with_the_difference_of_two() {
        // 30 points of 40, plus the added draw: 30.5 of 41.
        let found = ratings(&[vec![0.0, 30.0], vec![10.0, 0.0]], 0.95);
        let expected = elo_of(30.5 / 41.0);
        assert!((found[0][0] - found[1][0] - expected).abs() < 1e-6);
        // The variance of the difference is 1 / (n p q), that of one player from the mean a quarter of it.
        let p: f64 = 30.5 / 41.0;
        let width = deviations(0.95) * (1.0 / (41.0 * p * (1.0 - p))).sqrt() / 2.0 * 400.0 / LN_10;
        assert!(
            (found[0][1] - width).abs() < 1e-6,
            "{} {width}",
            found[0][1]
        );
    }

    #[test]
    fn ratings_are_found_again() {
        // Points exactly as expected between players 200 points apart.
        let truth = [-200.0, 0.0, 200.0];
        let points: Vec<Vec<f64>> = truth
            .iter()
            .map(|a| truth.iter().map(|b| 1e6 * score_of(a - b)).collect())
            .collect();
        for (found, truth) in ratings(&points, 0.95).iter().zip(truth) {
            assert!((found[0] - truth).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn score_of_a_match() {
        let mut score = Score::default();
        for half_points in [2, 2, 2, 1, 0] {
            score.add(half_points);
        }
        assert!((score.mean() - 0.7).abs() < 1e-12);
        assert!((score.superiority() - normal_below(1.0)).abs() < 1e-12);
        let won = Score {
            wins: 10,
            pairs: [0, 0, 0, 0, 5],
            ..Score::default()
        };
        let [low, high] = won.elo_interval(0.95);
        assert!(won.elo().is_infinite() && high.is_infinite());
        assert!((low - elo_of(0.7225)).abs() < 0.5, "{low}");
    }
}
