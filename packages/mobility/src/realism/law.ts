import { type PublishedLaw, Random } from '@itinera/base';

/** Sums over people, and what a law makes of them. */
export interface LawOfSums<Person> {
  readonly name: string;
  /** Decimals worth printing. */
  readonly digits: number;
  /** Null without a published figure. */
  readonly published: PublishedLaw | null;
  /** One number per term, which are added over people. */
  readonly terms: (person: Person) => readonly number[];
  readonly of: (sums: Float64Array) => number;
}

/** The value of a law, with its interval over people. */
export interface MeasuredLaw extends Pick<LawOfSums<unknown>, 'name' | 'digits' | 'published'> {
  /** NaN if it cannot be computed. */
  readonly value: number;
  /** 95 % interval over people, by resampling them; NaN with too few, or if resamples lack the value. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 200;
/** Sums of fewer people have no interval. */
const LEAST_PEOPLE = 10;
/** Of fewer people who are all alike, the spread of others is unknown. */
const LEAST_ALIKE = 30;

/** Measures laws on people, each of whom counts once. All laws see the same resamples. */
export function measuredLaws<Person>(
  laws: readonly LawOfSums<Person>[],
  people: readonly Person[],
  seed: number,
): MeasuredLaw[] {
  const { table, offsets } = termsOf(laws, people);
  const width = offsets.at(-1)!;
  const valuesWith = (who: Uint32Array) => {
    const sums = new Float64Array(width);
    for (let i = 0; i < who.length; i++) {
      const row = who[i]! * width;
      for (let k = 0; k < width; k++) sums[k]! += table[row + k]!;
    }
    return laws.map((law, i) => law.of(sums.subarray(offsets[i], offsets[i + 1])));
  };
  const who = Uint32Array.from(people, (_, i) => i);
  const values = valuesWith(who);
  const random = new Random(seed, 11);
  const resampled = Array.from({ length: people.length < LEAST_PEOPLE ? 0 : RESAMPLES }, () =>
    valuesWith(random.fillBelow(who, people.length)),
  );
  return laws.map(({ name, digits, published }, i) => {
    const sorted = Float64Array.from(resampled, (own) => own[i]!).sort();
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
    const high = at(0.975);
    // Values that some resamples lack are sorted to the end: without an upper end, there is no interval.
    const low = Number.isNaN(high) ? Number.NaN : at(0.025);
    const ends = low === high && people.length < LEAST_ALIKE ? { low: Number.NaN, high: Number.NaN } : { low, high };
    return { name, digits, value: values[i]!, ...ends, published };
  });
}

/** The terms of all laws, one row per person, and where those of each law begin. */
function termsOf<Person>(laws: readonly LawOfSums<Person>[], people: readonly Person[]) {
  const offsets = [0];
  for (const { terms } of laws) offsets.push(offsets.at(-1)! + (people.length === 0 ? 0 : terms(people[0]!).length));
  const width = offsets.at(-1)!;
  const table = new Float64Array(people.length * width);
  people.forEach((person, i) => {
    for (const [law, { terms }] of laws.entries()) table.set(terms(person), i * width + offsets[law]!);
  });
  return { table, offsets };
}
