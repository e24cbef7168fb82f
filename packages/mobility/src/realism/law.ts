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
  /** 95 % interval over people, by resampling them; NaN with too few. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 200;
/** Sums of fewer people have no interval. */
const LEAST_PEOPLE = 10;

/** Measures a law on people, each of whom counts once. */
export function measuredLaw<Person>(law: LawOfSums<Person>, people: readonly Person[], seed: number): MeasuredLaw {
  const terms = people.map(law.terms);
  const width = terms[0]?.length ?? 0;
  const valueWith = (who: (i: number) => number) => {
    const sums = new Float64Array(width);
    for (let i = 0; i < terms.length; i++) {
      const own = terms[who(i)]!;
      for (let k = 0; k < width; k++) sums[k]! += own[k]!;
    }
    return law.of(sums);
  };
  const value = valueWith((i) => i);
  const random = new Random(seed, 11);
  const values = Float64Array.from({ length: people.length < LEAST_PEOPLE ? 0 : RESAMPLES }, () =>
    valueWith(() => random.integer(terms.length)),
  ).sort();
  const [low, high] = [0.025, 0.975].map((share) => values[Math.round(share * (values.length - 1))] ?? Number.NaN);
  const { name, digits, published } = law;
  return { name, digits, value, low: low!, high: high!, published };
}
