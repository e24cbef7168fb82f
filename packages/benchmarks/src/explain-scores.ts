import { counted, printable, signed, withMinus } from '@itinera/base';
import { percent, points } from './findings/words.js';
import { benchmarks } from './list/benchmarks.js';
import type { FindingFigure, FindingSpread, Findings, PersonCost, Quantity } from './port/findings.js';

const MOST_PEOPLE = 8;
const MOST_PLACES_OF_LOSS = 3;
const WIDTH = 24;

/** A run with its scores, and what is known of where they come from. */
export interface ScoredRun {
  readonly run: {
    readonly name: string;
    readonly task: string | null;
    readonly taskVersion: string | null;
    readonly agent: string | null;
    readonly people: number | null;
    /** Null for a result that is not of a run. */
    readonly state: string | null;
    readonly synthetic: boolean;
    /** Why the result is invalid; empty if it is valid. */
    readonly invalid: readonly string[];
    readonly score: FindingSpread | null;
    /** By the arithmetic of published tables. */
    readonly reference: FindingSpread | null;
  };
  /** False for a simulation. */
  readonly isScored: boolean;
  /** `absent`: no longer on this machine. */
  readonly truth: 'shown' | 'withheld' | 'absent';
  /** What limits the result. */
  readonly warnings: readonly string[];
  /** Why the findings cannot be computed; null if they can, or there are none. */
  readonly damage: string | null;
  readonly findings: Omit<Findings, 'people'> | null;
  readonly totals: { readonly problems: number; readonly fallbacks: number } | null;
}

/** A place in a run's city and the points lost by people who went there. */
export interface PlaceUse {
  readonly label: string;
  readonly arrivals: number;
  /** Points of the headline. */
  readonly points: number;
}

/** What else an explanation tells: people and places, the largest loss first; sentences about the traffic of a simulation. */
export interface Explained {
  readonly costs: readonly PersonCost[];
  readonly places: readonly PlaceUse[];
  readonly traffic: readonly string[];
  /** The run as a command names it. */
  readonly typed: string;
}

/** Explains a run's scores as JSON: as the text, with the largest differences of each quantity. */
export function explainScoresAsJson(detail: ScoredRun, { costs, places, traffic, typed }: Explained) {
  const { run, findings } = detail;
  const { name, task, agent, people, synthetic, invalid, score } = run;
  return {
    run: name,
    task,
    agent,
    people,
    synthetic,
    invalid,
    warnings: detail.warnings,
    score,
    summary: findings?.summary ?? [...traffic, whyUnexplained(detail, typed)],
    quantities: (findings?.quantities ?? []).map(({ key, title, points, verdict, figures }) => ({
      key,
      title,
      points,
      verdict,
      differences: figures.flatMap(({ figure }) => explainFigure(figure)),
    })),
    costliest_people: findings === null ? [] : costs.slice(0, MOST_PEOPLE),
    costliest_places: findings === null ? [] : places,
  };
}

function whyUnexplained({ run, isScored, truth, damage }: ScoredRun, typed: string): string {
  if (!isScored)
    return `Simulations have no scores. Compare this one with your own data: asbench measure truth.csv ${typed}`;
  if (run.score === null && run.state !== null && run.state !== 'finished')
    return `This run is not finished. Finish it: asbench runs resume ${typed}`;
  if (run.score === null) return `This run has no scores yet. Score it: asbench evaluate ${run.task} ${typed}`;
  if (damage !== null) return `The score cannot be explained: ${damage}`;
  return truth === 'absent'
    ? 'The ground truth is no longer on this machine, so the score cannot be explained. Pass the dataset: -d FOLDER'
    : 'The ground truth is withheld, so the score cannot be explained.';
}

/** Explains a run's scores as text for a terminal. */
export function explainScores(detail: ScoredRun, { costs, places, traffic, typed }: Explained): string {
  const { run, isScored, findings, totals } = detail;
  const head = printable(
    `${run.name}: ${run.task} ${run.taskVersion ?? ''}, ${run.agent ?? 'unknown agent'}, ${counted(run.people ?? 0, 'person', 'people')}`,
    1000,
  );
  const limits = [
    ...run.invalid.map((message) => `INVALID RESULT: ${printable(message, 1000)}`),
    ...detail.warnings.map((message) => `Warning: ${printable(message, 1000)}`),
  ];
  if (!isScored || run.score === null) {
    const jams = traffic.length === 0 ? [] : [...traffic, `By road and hour: asbench traffic jams ${typed}`, ''];
    return [head, ...limits, '', ...jams, whyUnexplained(detail, typed), ''].join('\n');
  }
  const score = run.score.value === null ? 'no value' : points(run.score.value);
  const range = run.score.low === null ? '' : `, interval ${points(run.score.low)} to ${points(run.score.high!)}`;
  const lines = [
    head,
    ...limits,
    run.reference?.value === run.score.value
      ? `Score ${score} of 100${range}`
      : `Score ${score} of 100 by the documented formulas${range}; ${run.reference?.value == null ? '–' : points(run.reference.value)} by the original's arithmetic`,
  ];
  if (run.synthetic) lines.push('SYNTHETIC data: this says nothing about reality.');
  if (findings === null) {
    lines.push('', whyUnexplained(detail, typed));
    return `${lines.join('\n')}\n`;
  }
  lines.push('', ...findings.summary);
  for (const one of findings.quantities) lines.push('', ...explainQuantity(one, wordsOf(run.task, one.key)));
  lines.push(...explainPeople(costs), ...explainPlaces(places));
  if (totals && totals.problems > 0)
    lines.push(
      '',
      `${counted(totals.problems, 'step')} had problems; ${totals.fallbacks} of them used the fallback. See: asbench ui`,
    );
  return `${lines.join('\n')}\n`;
}

/** What a part of the score compares, in the words that a run prints; undefined for a custom benchmark. */
const wordsOf = (task: string | null, key: string) => benchmarks.find(({ name }) => name === task)?.parts?.[key]?.words;

function explainQuantity(one: Quantity, words: string | undefined): string[] {
  const got = one.points.got ?? 0;
  const filled = Math.round((WIDTH * got) / one.points.of);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
  const gained = one.points.got === null ? 'no value' : `${points(got)} of ${points(one.points.of)} points`;
  const scale = [
    one.floor?.value == null ? '' : `floor ${one.floor.value.toFixed(3)}`,
    one.ceiling?.value == null ? '' : `ceiling ${one.ceiling.value.toFixed(3)}`,
  ].filter(Boolean);
  const value =
    one.spread.value === null
      ? ''
      : `${one.key} ${one.spread.value.toFixed(4)}${scale.length > 0 ? ` (${scale.join(', ')})` : ''}`;
  return [
    words === undefined || words === one.title.toLowerCase() ? one.title : `${one.title}: ${words}`,
    `  ${bar}  ${gained}`,
    `  ${one.verdict}`,
    ...one.figures.flatMap(({ figure }) => explainFigure(figure)).map((line) => `  ${line}`),
    ...(value === '' ? [] : [`  ${value}`]),
  ];
}

/** The bins of a figure that lose the most points. */
function explainFigure(figure: FindingFigure): string[] {
  switch (figure.kind) {
    case 'histogram': {
      const say = (value: number) =>
        figure.unit === 'm'
          ? `${Math.round(value)} m`
          : figure.unit === 'places'
            ? String(Math.round(value))
            : figure.unit === 'hour'
              ? clockTime(60 * value)
              : percent(value);
      const name = (bin: number) =>
        figure.whole
          ? say((figure.edges[bin]! + figure.edges[bin + 1]!) / 2)
          : `${say(figure.edges[bin]!)} to ${say(figure.edges[bin + 1]!)}`;
      return worst(figure.lost).map(
        (bin) =>
          `−${points(figure.lost[bin]!)}  ${name(bin)}${unitAfter(figure.unit, name(bin))}: ${percent(figure.generated[bin]!)} generated, ${percent(figure.real[bin]!)} real`,
      );
    }
    case 'categories':
      return worst(figure.lost ?? figure.real.map((real, i) => Math.abs(figure.generated[i]! - real))).map(
        (i) =>
          `${figure.lost === null ? '' : `−${points(figure.lost[i]!)}  `}${figure.labels[i]}: ${percent(figure.generated[i]!)} generated, ${percent(figure.real[i]!)} real`,
      );
    case 'hours':
      return figure.days.flatMap((day) =>
        worst(day.lost).map(
          (hour) =>
            `−${points(day.lost[hour]!)}  ${String(hour).padStart(2, '0')}:00 ${day.title}: ${percent(day.generatedShare[hour]!)} of departures generated, ${percent(day.realShare[hour]!)} real`,
        ),
      );
    case 'rates':
      return figure.rates.map(
        ({ title, real, generated, lost, noise }) =>
          `−${lost === null ? '?' : points(lost)}  ${title}: ${generated === null ? 'no value' : `${change(generated)} %`} generated${noise === null ? '' : ` (± ${points(noise)} counting noise)`}, ${change(real)} % real`,
      );
    default:
      return [];
  }
}

function worst(lost: readonly number[]): number[] {
  return [...lost.keys()]
    .filter((i) => lost[i]! >= 0.05)
    .sort((a, b) => lost[b]! - lost[a]!)
    .slice(0, MOST_PLACES_OF_LOSS);
}

function explainPeople(people: readonly PersonCost[]): string[] {
  if (people.length === 0) return [];
  const shown = people.slice(0, MOST_PEOPLE);
  return [
    '',
    'People who lose the most points: approximate increase of the score without each of them',
    ...shown.map(({ id, points: cost, why }) => `  −${cost.toFixed(2)}  person ${id}: ${why}`),
  ];
}

/** Points that are not printed as 0.00. */
const LEAST_SHOWN = 0.005;

function explainPlaces(places: readonly PlaceUse[]): string[] {
  if (places.length === 0) return [];
  const losing = places.filter(({ points: cost }) => cost >= LEAST_SHOWN);
  const lines = (losing.length > 0 ? losing : places).map(
    ({ label, arrivals, points: cost }) =>
      `  ${losing.length > 0 ? `−${cost.toFixed(2)}  ` : ''}${label}: ${counted(arrivals, 'arrival')}`,
  );
  return [
    '',
    losing.length > 0
      ? 'Places where the most points are lost: the loss of a person is divided among their arrivals'
      : 'Places with the most arrivals',
    ...lines,
  ];
}

const clockTime = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

/** What a number counts: places, or a share of what. */
const unitAfter = (unit: string, number: string) =>
  unit === 'places' ? (number === '1' ? ' place' : ' places') : unit.startsWith('of ') ? ` ${unit}` : '';

/** A change in percent with its sign. */
const change = (value: number) => withMinus(signed(value, 1));
