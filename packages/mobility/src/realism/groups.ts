import { Random } from '@itinera/base';

/** Least number of groups of the smaller set with more people; with fewer people, each person is a group. */
const GROUPS = 64;
/** Maximum number of groups of the larger set, whose other people are then in no group. */
const MOST_GROUPS = 448;

/**
 * Equally large random groups of people of two sets. Under one law of movement groups are exchangeable, as people are.
 * PeopleGroups of real people have the numbers 0 to `real` − 1, those of generated people follow, and `count` is the number of
 * people who are in no group.
 */
export interface PeopleGroups {
  readonly ofReal: Uint16Array;
  readonly ofGenerated: Uint16Array;
  readonly real: number;
  readonly generated: number;
  readonly count: number;
}

const dealt = new Map<string, PeopleGroups>();
/** Sizes whose groups are kept: all measures of a report use the same. */
const KEPT = 16;

/** Deals people into groups, the same for the same numbers of people. */
export function dealGroups(real: number, generated: number): PeopleGroups {
  const key = `${real} ${generated}`;
  const groups = dealt.get(key) ?? newGroups(real, generated);
  dealt.delete(key);
  dealt.set(key, groups);
  for (const [old] of dealt) if (dealt.size > KEPT) dealt.delete(old);
  return groups;
}

/** A fixed seed: the test follows from the data, not from the seed of a report. */
const SEED = 1;

function newGroups(real: number, generated: number): PeopleGroups {
  const size = Math.max(1, Math.floor(Math.min(real, generated) / GROUPS));
  const numberOf = (people: number) => Math.min(MOST_GROUPS, Math.floor(people / size));
  const [a, b] = [numberOf(real), numberOf(generated)];
  const deal = (people: number, first: number, groups: number, stream: number) => {
    const of = new Uint16Array(people).fill(a + b);
    for (let i = 0; i < groups * size; i++) of[i] = first + (i % groups);
    shuffle(of, new Random(SEED, stream));
    return of;
  };
  return {
    ofReal: deal(real, 0, a, 8),
    ofGenerated: deal(generated, a, b, 9),
    real: a,
    generated: b,
    count: a + b,
  };
}

/** Puts entries in a random order. */
export function shuffle(values: { [at: number]: number; readonly length: number }, random: Random): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
}

/** Two samples of the groups, drawn many times. */
export interface Draws {
  /** `resampled`: groups of each set, with replacement; `exchanged`: all groups, dealt into two samples. */
  readonly kind: 'resampled' | 'exchanged';
  /** By draw: how often each group is drawn; if exchanged, 1 in the first sample and 0 in the second. */
  readonly weights: readonly Float64Array[];
}

/** Samples behind a ceiling, a floor or an interval. */
const DRAWS = 200;

/** Draws by groups and seed: those of one report are made once. */
function keptDraws(
  kind: Draws['kind'],
  stream: number,
  draw: (weights: Float64Array, groups: PeopleGroups, random: Random) => void,
) {
  const kept = new WeakMap<PeopleGroups, { seed: number; draws: Draws }>();
  return (groups: PeopleGroups, seed: number): Draws => {
    const last = kept.get(groups);
    if (last?.seed === seed) return last.draws;
    const random = new Random(seed, stream);
    const weights = Array.from({ length: DRAWS }, () => new Float64Array(groups.count));
    for (const own of weights) draw(own, groups, random);
    kept.set(groups, { seed, draws: { kind, weights } });
    return { kind, weights };
  };
}

/** 200 times as many groups as each set has, drawn from that set with replacement. */
export const resampledGroups = keptDraws('resampled', 2, (weights, { real, generated }, random) => {
  for (let i = 0; i < real; i++) weights[random.integer(real)]++;
  for (let i = 0; i < generated; i++) weights[real + random.integer(generated)]++;
});

/** 200 times all groups, dealt at random into two samples of the sets' sizes. */
export const exchangedGroups = keptDraws('exchanged', 3, (weights, { real, count }, random) => {
  const order = random.shuffled(count);
  for (let i = 0; i < real; i++) weights[order[i]] = 1;
});
