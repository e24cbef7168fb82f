import { extent, histogram, unitHistogram } from '@itinera/metrics';
import { INTENTIONS } from '@itinera/run/browser';
import { countShares, divergenceSlopes, divergenceTerms, field, flatNumbers } from '../findings/numbers.js';
import { againstScale, percent, points, spreadsOf } from '../findings/words.js';
import type { FindingFigure, Findings, FindingsInput, PersonCost, Quantity } from '../port/findings.js';
import { dailyMobilityParts } from './metrics.js';

const BINS = 50;
const SLOTS = 48;
/** Each of the four divergences is a quarter of the score. */
const WEIGHT = dailyMobilityParts.jsd_gyration_radius.of;
/** Maximum number of people drawn as lines; more lines would be thinner than a pixel. */
const LINES = 240;

/** The bins of a quantity, both distributions, and the bin of each generated value. */
interface Binned {
  readonly edges: number[];
  readonly real: number[];
  readonly generated: number[];
  readonly binOf: (value: number) => number;
}

/** Explains where the points of DailyMobility are lost. */
export function dailyMobilityFindings(input: FindingsInput): Findings {
  const { results, truth, ids } = input;
  const values = (name: string) => flatNumbers(field(results, name));
  const truths = (name: string) => flatNumbers(field(truth, name));
  const radius = both(values('gyration_radius'), truths('gyration_radius'));
  const places = both(values('daily_location_numbers'), truths('daily_location_numbers'));
  const codes = both(values('intention_sequences'), truths('daily_intentions_2d'));
  const shares = both(values('intention_proportions'), truths('intention_proportions_2d'));
  const costs = new Float64Array(ids.length);
  const causes: string[] = new Array(ids.length).fill('');
  const worst = new Float64Array(ids.length);
  const charge = (binned: Binned, generated: Float64Array, why: string) => {
    chargePeople(binned, generated, ids.length).forEach((cost, person) => {
      costs[person]! += cost;
      if (cost > worst[person]!) {
        worst[person] = cost;
        causes[person] = why;
      }
    });
  };

  const quantities = [
    quantity(input, 'jsd_gyration_radius', radius, equalBins, (binned, pair) => {
      charge(binned, pair.generated, 'radius');
      const figure: FindingFigure = { kind: 'histogram', unit: 'm', whole: false, ...shown(binned) };
      return [{ title: 'Distance of people from the centre of their day', figure }];
    }),
    quantity(input, 'jsd_daily_location_numbers', places, unitBins, (binned, pair) => {
      charge(binned, pair.generated, 'places per day');
      const figure: FindingFigure = { kind: 'histogram', unit: 'places', whole: true, ...shown(binned) };
      return [{ title: 'Distinct places per person on the day', figure }];
    }),
    quantity(input, 'jsd_intention_sequences', codes, equalBins, (binned, pair) => {
      charge(binned, pair.generated, 'their activities by time');
      return intentionFigures(binned, pair);
    }),
    quantity(input, 'jsd_intention_proportions', shares, equalBins, (binned, pair) => {
      charge(binned, pair.generated, 'shares of their day');
      return shareFigures(binned, pair);
    }),
  ];
  const people = costly(ids, costs, causes);
  return {
    summary: summarize(input, quantities),
    quantities,
    people,
    realRadius: sorted(radius?.real),
    realPlaces: sorted(places?.real),
  };
}

interface Pair {
  readonly generated: Float64Array;
  readonly real: Float64Array;
}

const both = (generated: Float64Array | null, real: Float64Array | null): Pair | null =>
  generated && real ? { generated, real } : null;
const sorted = (values: Float64Array | undefined) => (values ? [...values].sort((a, b) => a - b) : null);

const explanations: Readonly<Record<keyof typeof dailyMobilityParts, string>> = {
  jsd_gyration_radius:
    'The mean distance of the places of a person’s day from their centre. The score compares the distributions of the radius, simulated and real.',
  jsd_daily_location_numbers:
    'The number of distinct places that a person visits on one day. The score compares how common each number is.',
  jsd_intention_sequences:
    'The reported activity: one of seven intentions for each of 48 half hours. The score pools all half hours and compares how often each intention occurs.',
  jsd_intention_proportions:
    'The share of a person’s day for each intention. The score pools the shares of all intentions and compares how often each value occurs.',
};

function quantity(
  { scores }: FindingsInput,
  key: keyof typeof dailyMobilityParts,
  pair: Pair | null,
  bin: (pair: Pair) => Binned,
  draw: (binned: Binned, pair: Pair) => Quantity['figures'],
): Quantity {
  const { spread, floor, ceiling } = spreadsOf(scores, key);
  const [{ title }, explains] = [dailyMobilityParts[key], explanations[key]];
  const common = { key, title, explains, better: 'lower', spread, floor, ceiling } as const;
  if (pair === null || spread.value === null) {
    const reason = (field(field(field(scores, 'documented'), 'undefined'), key) as string) ?? 'it was not computed';
    return { ...common, verdict: `Has no value: ${reason}.`, points: { of: WEIGHT, got: null }, figures: [] };
  }
  const binned = bin(pair);
  const got = WEIGHT * (1 - spread.value);
  const chance = ceiling?.value == null ? '' : verdictAgainstCeiling(spread.value, ceiling.value, ceiling.high);
  return {
    ...common,
    verdict: `Costs ${points(WEIGHT - got)} of its ${WEIGHT} points.${chance}`,
    points: { of: WEIGHT, got },
    figures: draw(binned, pair),
  };
}

function verdictAgainstCeiling(value: number, chance: number, most: number | null): string {
  const usual = ` A perfect agent would lose ${points(WEIGHT * chance)} of them too`;
  return most !== null && value <= most
    ? `${usual}, so this difference is within chance.`
    : `${usual}, so most of it is due to the agent.`;
}

function equalBins({ generated, real }: Pair): Binned {
  const [a, b] = [extent(real), extent(generated)];
  const range: [number, number] = [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
  const p = histogram(real, BINS, { range });
  const edges = Array.from(p.edges);
  const binOf = (value: number) => {
    let bin = Math.min(BINS - 1, Math.max(0, Math.floor(((value - edges[0]!) / (edges[BINS]! - edges[0]!)) * BINS)));
    if (value < edges[bin]!) bin--;
    else if (bin < BINS - 1 && value >= edges[bin + 1]!) bin++;
    return bin;
  };
  return {
    edges,
    real: countShares(p.counts),
    generated: countShares(histogram(generated, BINS, { range }).counts),
    binOf,
  };
}

function unitBins({ generated, real }: Pair): Binned {
  const [p, q] = [unitHistogram(real), unitHistogram(generated)];
  const numbers = [...p.keys(), ...q.keys()];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const bins = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const counts = (of: Map<number, number>) => countShares(bins.map((number) => of.get(number) ?? 0));
  return {
    edges: [...bins.map((number) => number - 0.5), high + 0.5],
    real: counts(p),
    generated: counts(q),
    binOf: (value) => Math.floor(value + 0.5) - low,
  };
}

function shown({ edges, real, generated }: Binned) {
  return { edges, real, generated, lost: divergenceTerms(real, generated).map((term) => term * WEIGHT) };
}

/** Returns, to first order, how much the divergence would fall without a person, in points of the headline. */
function chargePeople({ real, generated, binOf }: Binned, values: Float64Array, people: number): Float64Array {
  const slopes = divergenceSlopes(real, generated);
  const mean = slopes.reduce((sum, slope, bin) => sum + slope * generated[bin]!, 0);
  const each = values.length / people;
  const costs = new Float64Array(people);
  for (let i = 0; i < values.length; i++) costs[Math.floor(i / each)]! += slopes[binOf(values[i]!)]! - mean;
  return costs.map((cost) => (WEIGHT * cost) / values.length);
}

function intentionFigures(binned: Binned, { generated, real }: Pair): Quantity['figures'] {
  const lostByBin = divergenceTerms(binned.real, binned.generated).map((term) => term * WEIGHT);
  const of = (shares: readonly number[], code: number) => shares[binned.binOf(code)] ?? 0;
  const known = INTENTIONS.map((_, i) => i + 1).filter(
    (code) => code >= binned.edges[0]! && code <= binned.edges.at(-1)!,
  );
  const categories: FindingFigure = {
    kind: 'categories',
    labels: known.map((code) => INTENTIONS[code - 1]!),
    real: known.map((code) => of(binned.real, code)),
    generated: known.map((code) => of(binned.generated, code)),
    lost: known.map((code) => of(lostByBin, code)),
  };
  const byTime: FindingFigure = {
    kind: 'shares-by-time',
    labels: INTENTIONS,
    slotMinutes: 30,
    real: sharesBySlot(real),
    generated: sharesBySlot(generated),
  };
  const lines: FindingFigure = {
    kind: 'people-lines',
    labels: INTENTIONS,
    slotMinutes: 30,
    slots: SLOTS,
    real: digits(real),
    generated: digits(generated),
  };
  return [
    { title: 'How often each intention occurs', figure: categories },
    { title: 'Activities by time of day', figure: byTime },
    { title: 'One line per person', figure: lines },
  ];
}

/** Returns the shares of the seven codes by slot: `[code - 1][slot]`. */
function sharesBySlot(codes: Float64Array): number[][] {
  const people = codes.length / SLOTS;
  const shares = INTENTIONS.map(() => new Array<number>(SLOTS).fill(0));
  for (let i = 0; i < codes.length; i++) {
    const row = shares[codes[i]! - 1];
    if (row) row[i % SLOTS]! += 1 / people;
  }
  return shares;
}

/** Returns the codes of at most `LINES` people, evenly selected. */
function digits(codes: Float64Array): string {
  const people = Math.floor(codes.length / SLOTS);
  const kept = Math.min(people, LINES);
  let text = '';
  for (let i = 0; i < kept; i++) {
    const person = Math.floor((i * people) / kept);
    for (let slot = 0; slot < SLOTS; slot++) text += codes[person * SLOTS + slot]!;
  }
  return text;
}

function shareFigures(binned: Binned, { generated, real }: Pair): Quantity['figures'] {
  const means = (shares: Float64Array) =>
    INTENTIONS.map((_, code) => {
      let sum = 0;
      for (let i = code; i < shares.length; i += INTENTIONS.length) sum += shares[i]!;
      return sum / (shares.length / INTENTIONS.length);
    });
  return [
    {
      title: 'Frequency of each share of the day, all intentions together',
      figure: { kind: 'histogram', unit: 'of the day', whole: false, ...shown(binned) },
    },
    {
      title: 'Mean share of the day',
      figure: { kind: 'categories', labels: INTENTIONS, real: means(real), generated: means(generated), lost: null },
    },
  ];
}

/** To first order. */
function costly(ids: readonly number[], costs: Float64Array, causes: readonly string[]): PersonCost[] {
  const order = [...costs.keys()].sort((a, b) => costs[b]! - costs[a]! || a - b);
  return order.filter((i) => costs[i]! > 0).map((i) => ({ id: ids[i]!, points: costs[i]!, why: causes[i]! }));
}

function summarize({ scores }: FindingsInput, quantities: readonly Quantity[]): string[] {
  const { spread } = spreadsOf(scores, 'final_score');
  const sentences: string[] = [];
  const losses = quantities
    .filter((one) => one.points.got !== null)
    .sort((a, b) => b.points.of - b.points.got! - (a.points.of - a.points.got!));
  if (spread.value !== null && losses[0]) {
    const [first] = losses;
    const lost = first.points.of - first.points.got!;
    sentences.push(
      `Of ${points(100 - spread.value)} points lost, ${points(lost)} are due to ${first.title.toLowerCase()} (${percent(lost / (100 - spread.value))}).`,
    );
  }
  sentences.push(...againstScale(scores));
  for (const { figures } of quantities)
    for (const { figure } of figures) if (figure.kind === 'shares-by-time') sentences.push(worstHour(figure));
  return sentences;
}

function worstHour(figure: Extract<FindingFigure, { kind: 'shares-by-time' }>): string {
  let worst = { label: 0, slot: 0, gap: 0 };
  figure.real.forEach((row, label) => {
    row.forEach((share, slot) => {
      const gap = figure.generated[label]![slot]! - share;
      if (Math.abs(gap) > Math.abs(worst.gap)) worst = { label, slot, gap };
    });
  });
  const hour = `${String(Math.floor(worst.slot / 2)).padStart(2, '0')}:${worst.slot % 2 ? '30' : '00'}`;
  const gap = percent(Math.abs(worst.gap)).replace(' %', ' percentage points');
  const higher = worst.gap > 0 ? 'higher' : 'lower';
  return `The largest difference by time of day (not scored) is at ${hour}: the share of people with “${figure.labels[worst.label]}” is ${gap} ${higher} than in reality.`;
}
