import { DIARY_KINDS, DIARY_MODES } from '@itinera/mobility';
import { field } from '../findings/numbers.js';
import { againstScale, points, spreadsOf } from '../findings/words.js';
import type { FindingFigure, Findings, FindingsInput, Quantity } from '../port/findings.js';
import { DIARY_PARTS, DISTANCES, type DiaryPart, FEATURES, RANGES } from './features.js';
import { DIARY_WORDS, diaryDayParts } from './metrics.js';
import { compareDays, type DayComparison, METRICS, remarksOnDays } from './score.js';
import { productsByPart } from './sums.js';
import type { DiaryTruth } from './truth.js';

const MOST_GROUPS = 3;
const MOST_CHAINS = 12;
const STATES = [...DIARY_KINDS, 'travelling'];
const SLOT_MINUTES = 30;

/** Explains where the points of DiaryDay are lost. */
export function diaryDayFindings(input: FindingsInput): Findings {
  const comparison = compareDays(input.results, input.truth as DiaryTruth);
  const quantities = METRICS.map((metric, i) =>
    quantityOf(input, metric, DIARY_PARTS[i % DIARY_PARTS.length]!, comparison),
  );
  const lost = (quantity: Quantity) => quantity.points.of - (quantity.points.got ?? 0);
  const [worst] = [...quantities].sort((a, b) => lost(b) - lost(a));
  const summary = [...againstScale(input.scores), ...remarksOnDays(input.results, input.truth as DiaryTruth)];
  if (worst !== undefined && lost(worst) > 0)
    summary.push(`Most points are lost in ${worst.title.toLowerCase()}: ${points(lost(worst))}.`);
  return { summary, quantities, people: [], realRadius: null, realPlaces: null };
}

function quantityOf(
  { scores }: FindingsInput,
  metric: string,
  part: DiaryPart,
  comparison: DayComparison | string,
): Quantity {
  const { spread, floor, ceiling } = spreadsOf(scores, metric);
  const { of } = diaryDayParts[metric]!;
  const got = spread.value === null ? null : (of * spread.value) / 100;
  const isByGroup = metric !== part;
  const [title, explains] = DIARY_WORDS[part];
  const figures =
    typeof comparison === 'string' || isByGroup ? [] : figuresOf(part, comparison, Math.max(0, of - (got ?? 0)));
  const groups =
    typeof comparison === 'string' || !isByGroup ? null : lossByGroup(comparison, part, Math.max(0, of - (got ?? 0)));
  const where = groups === null ? '' : worstGroups(groups);
  return {
    key: metric,
    title: isByGroup ? `${title} by group` : title,
    explains: isByGroup ? `${explains} Compared by sex, age, occupation, household size and cars.` : explains,
    verdict:
      got === null
        ? `Has no value: ${typeof comparison === 'string' ? comparison : String(field(field(field(scores, 'documented'), 'undefined'), metric) ?? 'too few people')}.`
        : `Costs ${points(of - got)} of its ${points(of)} points.${where}`,
    points: { of, got },
    better: 'higher',
    spread,
    floor,
    ceiling,
    figures,
    ...(groups !== null && { groups }),
  };
}

/** The points that a part costs, divided among its groups. */
function lossByGroup({ moments, truth, weights }: DayComparison, part: DiaryPart, points: number) {
  const metric = DIARY_PARTS.length + DIARY_PARTS.indexOf(part);
  const apart = moments.means.map((mean, i) => mean - truth.moments.means[i]!);
  const squares = truth.groups.names.map((name, group) => {
    let square = 0;
    productsByPart(apart, group, apart, group, (i, product) => (square = DIARY_PARTS[i] === part ? product : square));
    return { name, square: weights[metric]![group]! * square };
  });
  const all = squares.reduce((sum, { square }) => sum + square, 0);
  return squares
    .slice(1)
    .map(({ name, square }) => ({ name: inWords(name), lost: all > 0 ? (points * square) / all : 0 }));
}

function worstGroups(groups: NonNullable<Quantity['groups']>): string {
  const worst = groups
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, MOST_GROUPS);
  return worst.length === 0 ? '' : ` Most of it: ${worst.map(({ name }) => name).join(', ')}.`;
}

/** `home, home, work` → `home ×2, work`. */
const counted = (places: readonly string[]): string =>
  [...new Set(places)]
    .map((place) => [place, places.filter((other) => other === place).length] as const)
    .map(([place, times]) => (times === 1 ? place : `${place} ×${times}`))
    .join(', ');

const ATTRIBUTES: Readonly<Record<string, string>> = { status: 'occupation', hh_size: 'household of' };

/** `cars=0` → `cars 0`. */
function inWords(name: string): string {
  const [attribute = '', value = ''] = name.split('=');
  return `${ATTRIBUTES[attribute] ?? attribute} ${value}`;
}

/** @param lost points that the part costs */
function figuresOf(
  part: DiaryPart,
  { moments, truth }: DayComparison,
  lost: number,
): { title: string; figure: FindingFigure }[] {
  const [from, to] = RANGES[part];
  const everybody = (means: Float64Array) => means.subarray(from, Math.min(to, FEATURES));
  const [generated, real] = [everybody(moments.means), everybody(truth.moments.means)];
  const categories = (title: string, labels: readonly string[], values: (means: Float64Array) => number[]) => [
    {
      title,
      figure: { kind: 'categories', labels, real: values(real), generated: values(generated), lost: null } as const,
    },
  ];
  if (part === 'time_use') {
    const slots = (to - from) / STATES.length;
    const byState = (means: Float64Array) =>
      STATES.map((_, state) =>
        Array.from({ length: slots }, (_, slot) => means[slot * STATES.length + state]! * Math.sqrt(slots)),
      );
    const shares = { labels: STATES, slotMinutes: SLOT_MINUTES, real: byState(real), generated: byState(generated) };
    return [{ title: 'Share of people by time of day', figure: { kind: 'shares-by-time', ...shares } }];
  }
  if (part === 'modes') return categories('Share of trips by mode', DIARY_MODES, (means) => normalised([...means]));
  if (part === 'trips') {
    const labels = ['0', '1', '2', '3', '4', '5', '6', '7', '8 or more'];
    return categories('Share of people by number of trips', labels, (means) => steps([1, ...means]));
  }
  if (part === 'immobile')
    return categories('Share of people', ['at home all day', 'makes a trip'], ([share]) => [share!, 1 - share!]);
  if (part === 'departures') {
    const times = (to - from) / DIARY_KINDS.length;
    const byTime = (value: (at: number) => number) =>
      Array.from({ length: times }, (_, time) =>
        DIARY_KINDS.reduce((sum, _, kind) => sum + value(kind * times + time), 0),
      );
    const shares = (means: Float64Array) => normalised(byTime((at) => means[at]!));
    const hour = SLOT_MINUTES / 60;
    // A departure counts at the nearest full and half hours, so bins end between them.
    const edges = [0, ...Array.from({ length: times - 1 }, (_, time) => (time + 0.5) * hour), (times - 1) * hour];
    const apart = normalised(byTime((at) => (generated[at]! - real[at]!) ** 2)).map((share) => lost * share);
    const sides = { real: shares(real), generated: shares(generated), lost: apart };
    return [
      {
        title: 'Share of departures by time',
        figure: { kind: 'histogram', unit: 'hour', edges, ...sides, whole: false },
      },
    ];
  }
  if (part === 'distances')
    return categories('Share of trips by distance', distanceNames(), (means) =>
      // Trips of all lengths are those by mode.
      normalised(
        steps([
          tripsPerPerson(means === real ? truth.moments.means : moments.means),
          ...means.map((mean) => mean * Math.sqrt(means.length)),
        ]),
      ),
    );
  if (part === 'durations') {
    const thresholds = (to - from) / STATES.length;
    return categories('Share of people who are there at all', STATES, (means) =>
      STATES.map((_, state) => means[state * thresholds]! * Math.sqrt(thresholds)),
    );
  }
  const named = part === 'chains' ? truth.vocabulary.chains : truth.vocabulary.placeSets;
  const words = [...named.keys()].slice(0, MOST_CHAINS);
  return categories(
    `Share of people by ${part === 'chains' ? 'chain' : 'set'} of places`,
    [...words.map((word) => (part === 'chains' ? placesOf(word).join(' – ') : counted(placesOf(word)))), 'others'],
    (means) => {
      const shares = words.map((_, i) => means[i]!);
      return [...shares, 1 - shares.reduce((sum, share) => sum + share, 0)];
    },
  );
}

/** Trips per person, as the sum over modes. */
function tripsPerPerson(means: Float64Array): number {
  return means.subarray(...RANGES.modes).reduce((sum, mean) => sum + mean, 0);
}

function distanceNames(): string[] {
  const name = (metres: number) => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`);
  return [...DISTANCES.map((metres) => `below ${name(metres)}`), `${name(DISTANCES.at(-1)!)} or more`];
}

const CODES = new Map(['H', 'W', 'S', 'B', 'E', 'L', 'O'].map((code, i) => [code, DIARY_KINDS[i]!]));
const placesOf = (chain: string) => [...chain].map((code) => CODES.get(code)!);

/** Differences of a falling list: shares of "exactly k" from shares of "at least k". */
const steps = (atLeast: readonly number[]) => atLeast.map((share, k) => share - (atLeast[k + 1] ?? 0));

function normalised(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  return total > 0 ? values.map((value) => value / total) : [...values];
}
