import type { Random } from '@itinera/base';
import { OLDEST } from './marginals.js';

/** Lower limits of the age groups of the Santiago survey in years; the last one is open. */
export const AGE_GROUPS = [0, 6, 12, 18, 25, 35, 45, 55, 65, 75] as const;
/** Households of this size and larger are of one kind. */
export const LARGE = 4;

/**
 * How much more likely people are to live together than by chance, as logarithms; the likelihood of a household is the sum over
 * its members and over their pairs.
 */
export interface Affinities {
  /** For two people of the same sex, and of different sexes: by the age groups of both. */
  readonly pairs: readonly (readonly (readonly number[])[])[];
  /** By household size, 1 to `LARGE`, and age group. */
  readonly sizes: readonly (readonly number[])[];
}

/** People by household. */
export interface Members {
  /** The first place of each household and, at the end, the number of places. */
  readonly starts: Uint32Array;
  /** The person in each place. */
  readonly people: Uint32Array;
}

const ADULT = 18;
/** Years by which parents, and grandparents in their place, are older (assumption). */
const PARENT = { from: 16, to: 50 } as const;
/** The middle of each age group; of the last, the mean. */
const MIDDLES = AGE_GROUPS.map((first, i) => (i + 1 < AGE_GROUPS.length ? (first + AGE_GROUPS[i + 1]! - 1) / 2 : 81));
const YEARS = OLDEST + 1;
/**
 * Partners: adults of different sexes whose ages differ by less than a generation. The years of difference that make them e times
 * rarer, by which half of the couples are at most two years apart (United States 2022, Pew Research Center 2024).
 */
const [GENERATION, RARER] = [16, 2];

/**
 * Exchanges people between households until they live together as often as the affinities say (Metropolis et al. 1953): sizes
 * and people stay, and no household gets more minors without somebody of the age of a parent.
 *
 * @param ages years
 * @param sexes 0 or 1
 * @param rounds exchanges that are tried per person
 */
export function exchangeMembers(
  { starts, people }: Members,
  { ages, sexes }: { readonly ages: Uint8Array; readonly sexes: Uint8Array },
  affinities: Affinities,
  random: Random,
  rounds: number,
): void {
  const { pairs, sizes } = byYear(affinities);
  const count = people.length;
  const householdAt = new Uint32Array(count);
  for (let household = 0; household + 1 < starts.length; household++)
    householdAt.fill(household, starts[household], starts[household + 1]);
  // Age and sex of the person in each place, as a row of `pairs` without its last index.
  const rowAt = Uint32Array.from(people, (person) => sexes[person] * YEARS + ages[person]);
  const sizeRow = (household: number) => (Math.min(starts[household + 1] - starts[household], LARGE) - 1) * YEARS;
  // What a household gains if the person in a place is replaced.
  const gain = (place: number, row: number): number => {
    const [old, household] = [rowAt[place], householdAt[place]];
    const [oldAge, age] = [old % YEARS, row % YEARS];
    let sum = sizes[sizeRow(household) + age] - sizes[sizeRow(household) + oldAge];
    for (let other = starts[household]; other < starts[household + 1]; other++) {
      if (other === place) continue;
      const otherRow = rowAt[other];
      const otherAge = otherRow % YEARS;
      const isOld = otherRow < YEARS !== old < YEARS;
      const isNew = otherRow < YEARS !== row < YEARS;
      sum += pairs[(Number(isNew) * YEARS + age) * YEARS + otherAge];
      sum -= pairs[(Number(isOld) * YEARS + oldAge) * YEARS + otherAge];
    }
    return sum;
  };
  // Minors of a household without somebody of the age of a parent, if `age` is the one in a place.
  const minorsAlone = (place: number, age: number): number => {
    const household = householdAt[place];
    const ageAt = (at: number) => (at === place ? age : rowAt[at] % YEARS);
    let alone = 0;
    for (let at = starts[household]; at < starts[household + 1]; at++) {
      const own = ageAt(at);
      if (own >= ADULT) continue;
      let hasParent = false;
      for (let other = starts[household]; other < starts[household + 1] && !hasParent; other++)
        hasParent = ageAt(other) >= Math.max(ADULT, own + PARENT.from) && ageAt(other) <= own + PARENT.to;
      if (!hasParent) alone++;
    }
    return alone;
  };
  const spares = (place: number, row: number) =>
    minorsAlone(place, row % YEARS) <= minorsAlone(place, rowAt[place] % YEARS);
  for (let round = 0; round < rounds; round++)
    for (let place = 0; place < count; place++) {
      const other = random.integer(count);
      if (householdAt[place] === householdAt[other]) continue;
      const [row, otherRow] = [rowAt[place], rowAt[other]];
      const sum = gain(place, otherRow) + gain(other, row);
      if (sum < 0 && random.next() >= Math.exp(sum)) continue;
      if (!spares(place, otherRow) || !spares(other, row)) continue;
      rowAt[place] = otherRow;
      rowAt[other] = row;
      const person = people[place];
      people[place] = people[other];
      people[other] = person;
    }
}

/** Affinities by years of age, linear between the middles of groups, with that of partners. */
function byYear({ pairs, sizes }: Affinities): { readonly pairs: Float64Array; readonly sizes: Float64Array } {
  const years = Array.from({ length: YEARS }, (_, age) => {
    const next = MIDDLES.findIndex((middle) => middle >= age);
    const group = next < 0 ? MIDDLES.length - 1 : Math.max(0, next - 1);
    const above = Math.min(group + 1, MIDDLES.length - 1);
    const width = MIDDLES[above]! - MIDDLES[group]!;
    return { group, above, part: width > 0 ? Math.max(0, (age - MIDDLES[group]!) / width) : 0 };
  });
  const along = (row: readonly number[], { group, above, part }: (typeof years)[0]) =>
    (1 - part) * row[group]! + part * row[above]!;
  return {
    pairs: Float64Array.from(
      pairs.flatMap((table, isOther) =>
        years.flatMap((year, age) => {
          const row = MIDDLES.map((_, group) =>
            along(
              table.map((line) => line[group]!),
              year,
            ),
          );
          return years.map((other, otherAge) => {
            const gap = Math.abs(age - otherAge);
            const arePartners = isOther === 1 && Math.min(age, otherAge) >= ADULT && gap < GENERATION;
            return along(row, other) - (arePartners ? gap / RARER : 0);
          });
        }),
      ),
    ),
    sizes: Float64Array.from(sizes.flatMap((row) => years.map((year) => along(row, year)))),
  };
}
