import { countShares, field, flatNumbers } from '../findings/numbers.js';
import { againstScale, percent, points, spreadsOf } from '../findings/words.js';
import type { FindingFigure, Findings, FindingsInput, Quantity } from '../port/findings.js';
import { hurricaneMobilityParts } from './metrics.js';
import { peopleCosts } from './people-costs.js';

const CHANGE_POINTS = hurricaneMobilityParts.change_rate_score.of;
const HOURS_POINTS = hurricaneMobilityParts.distribution_score.of;
const PHASES = ['before', 'during', 'after'] as const;
const HOURS = 24;

/** Explains where the points of HurricaneMobility are lost. */
export function hurricaneMobilityFindings(input: FindingsInput): Findings {
  const quantities = [changeRates(input), hours(input)];
  return {
    summary: summarize(input, quantities),
    quantities,
    people: peopleCosts(input),
    realRadius: null,
    realPlaces: null,
  };
}

function changeRates({ results, truth, scores }: FindingsInput): Quantity {
  const key = 'change_rate_score';
  const { spread, floor, ceiling } = spreadsOf(scores, key);
  const totals = flatNumbers(field(results, 'total_travel_times'));
  const changes = field(truth, 'relative_changes');
  const real = ['during_vs_before', 'after_vs_before'].map((name) => Number(field(changes, name)));
  const [before, ...later] = totals ?? [];
  const rates = PHASES.slice(1).map((phase, i) => {
    const count = later[i];
    const generated = before && count !== undefined ? ((count - before) / before) * 100 : null;
    // Counts of trips vary by about their square root: two standard errors of a ratio of counts.
    const noise = before && count ? 200 * (count / before) * Math.sqrt(1 / before + 1 / count) : null;
    const error = generated === null ? null : Math.abs(real[i]! - generated) / Math.abs(real[i]!);
    const lost = error === null || !Number.isFinite(error) ? null : (CHANGE_POINTS / 2) * error;
    return { title: `${phase} compared with before`, real: real[i]!, generated, lost, noise };
  });
  const got = spread.value === null ? null : (CHANGE_POINTS * spread.value) / 100;
  const worst = [...rates].sort((a, b) => (b.lost ?? 0) - (a.lost ?? 0))[0]!;
  const direction = worst.generated !== null && worst.generated > worst.real ? 'too many' : 'too few';
  return {
    key,
    title: 'Change of trips',
    explains:
      'The change of the number of trips on the day of the storm and on the day after, in percent of the day before. The score is the mean error of both rates, in percent of the real ones.',
    verdict:
      got === null
        ? `Has no value: ${reasonOf(scores, key)}.`
        : `Costs ${points(CHANGE_POINTS - got)} of its ${CHANGE_POINTS} points. The worst rate is ${worst.title}: ${direction} trips.`,
    points: { of: CHANGE_POINTS, got },
    better: 'higher',
    spread,
    floor,
    ceiling,
    figures: [{ title: 'Change of trips against the day before', figure: { kind: 'rates', rates } }],
  };
}

/** 1 − cos of two vectors is half the squared distance between their unit vectors, and thus a sum over hours. */
function lostByHour(real: readonly number[], generated: readonly number[]): number[] {
  const length = (values: readonly number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  const [a, b] = [length(real), length(generated)];
  return real.map((value, hour) => (HOURS_POINTS / 3) * 0.5 * (value / a - generated[hour]! / b) ** 2);
}

function daysOf({ results, truth }: FindingsInput) {
  return PHASES.map((phase, day) => {
    const generated = flatNumbers(field(field(results, 'hourly_travel_times'), String(day)));
    const real = flatNumbers(field(field(truth, 'hourly_trips'), phase));
    return generated?.length === HOURS && real?.length === HOURS
      ? { phase, real: [...real], generated: [...generated] }
      : null;
  });
}

function hours(input: FindingsInput): Quantity {
  const key = 'distribution_score';
  const { spread, floor, ceiling } = spreadsOf(input.scores, key);
  const got = spread.value === null ? null : (HOURS_POINTS * spread.value) / 100;
  const days = daysOf(input).flatMap((day) => {
    if (day === null) return [];
    const lost = lostByHour(day.real, day.generated);
    const sum = lost.reduce((total, value) => total + value, 0);
    return {
      title: day.phase,
      real: day.real,
      generated: day.generated,
      realShare: countShares(day.real),
      generatedShare: countShares(day.generated),
      lost,
      points: { of: HOURS_POINTS / 3, got: Number.isFinite(sum) ? HOURS_POINTS / 3 - sum : null },
    };
  });
  const worst = days
    .flatMap((day) => day.lost.map((lost, hour) => ({ day, hour, lost })))
    .filter(({ lost }) => Number.isFinite(lost))
    .sort((a, b) => b.lost - a.lost)[0];
  const figure: FindingFigure = { kind: 'hours', days };
  return {
    key,
    title: 'Departures by hour',
    explains:
      'The hours at which people depart, before, during and after the storm. The score compares the shape of each day (cosine of the 24 counts), not the number of trips.',
    verdict:
      got === null
        ? `Has no value: ${reasonOf(input.scores, key)}.`
        : `Costs ${points(HOURS_POINTS - got)} of its ${HOURS_POINTS} points.${worst ? ` ${worstHour(worst)}` : ''}`,
    points: { of: HOURS_POINTS, got },
    better: 'higher',
    spread,
    floor,
    ceiling,
    figures: days.length === 3 ? [{ title: 'Departures by hour', figure }] : [],
  };
}

function worstHour({
  day,
  hour,
  lost,
}: {
  readonly day: { title: string; realShare: readonly number[]; generatedShare: readonly number[] };
  readonly hour: number;
  readonly lost: number;
}): string {
  const clock = `${String(hour).padStart(2, '0')}:00`;
  const shares = `${percent(day.generatedShare[hour]!)} of departures instead of ${percent(day.realShare[hour]!)} in reality`;
  return `The hour that loses the most points is ${clock} of the day ${day.title} (${points(lost)} points): ${shares}.`;
}

const reasonOf = (scores: unknown, key: string): string =>
  (field(field(field(scores, 'documented'), 'undefined'), key) as string) ?? 'it was not computed';

function summarize({ scores }: FindingsInput, quantities: readonly Quantity[]): string[] {
  const { spread } = spreadsOf(scores, 'final_score');
  const known = quantities.filter((one) => one.points.got !== null);
  const sentences = known
    .sort((a, b) => b.points.of - b.points.got! - (a.points.of - a.points.got!))
    .slice(0, 1)
    .map(
      (one) =>
        `Most points are lost through ${one.title.toLowerCase()}: ${points(one.points.of - one.points.got!)} of ${one.points.of}.`,
    );
  if (spread.low !== null && spread.high !== null && spread.high - spread.low > 10)
    sentences.push(
      `With so few trips the score is only known to be between ${points(spread.low)} and ${points(spread.high)}; more people narrow the interval.`,
    );
  return [...sentences, ...againstScale(scores)];
}
