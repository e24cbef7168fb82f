import type { Random } from '@itinera/base';
import { type DrawnPeople, wholeNumbers } from './draw-people.js';
import { exchangeMembers } from './exchange-members.js';
import { householdAffinities } from './household-affinities.js';
import { fitMargins } from './ipf.js';
import { CARS, HOUSEHOLD_SIZES, type Marginals } from './marginals.js';

const ADULT = 18;
/** Exchanges that are tried per person: after 8, couples of pensioners are still too few; after 60, households are as after 20. */
const ROUNDS = 20;

/** Households and their cars. */
export interface Households {
  readonly count: number;
  /** For each person, the household. */
  readonly of: Uint32Array;
  /** By household. */
  readonly sizes: Uint8Array;
  readonly cars: Uint8Array;
}

/**
 * Assigns people to households: sizes as in the marginals, at least one adult in each as long as there are enough, and ages and
 * sexes that live together as often as elsewhere.
 */
export function formHouseholds({ ages, sexes }: DrawnPeople, marginals: Marginals, random: Random): Households {
  const order = random.shuffled(ages.length);
  const [adults, children] = [true, false].map((isAdult) => order.filter((one) => ages[one] >= ADULT === isAdult));
  const sizes = householdSizes(ages.length, marginals.householdSize, Math.max(adults.length, 1));
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, household) => {
    starts[household + 1] = starts[household] + size;
  });
  const people = membersAtFirst(starts, adults, children);
  exchangeMembers({ starts, people }, { ages, sexes }, householdAffinities, random, ROUNDS);
  const of = new Uint32Array(ages.length);
  for (let household = 0; household < sizes.length; household++)
    for (let place = starts[household]; place < starts[household + 1]; place++) of[people[place]] = household;
  return { count: sizes.length, of, sizes, cars: carsOf(sizes, marginals, random) };
}

/** People by place: an adult in the first one of each household, everyone else after them. */
function membersAtFirst(starts: Uint32Array, adults: Uint32Array, children: Uint32Array): Uint32Array {
  const people = new Uint32Array(starts.at(-1)!);
  let [adult, child] = [0, 0];
  for (let household = 0; household + 1 < starts.length; household++)
    for (let place = starts[household]; place < starts[household + 1]; place++) {
      const isFirst = place === starts[household];
      people[place] =
        (isFirst && adult < adults.length) || child === children.length ? adults[adult++] : children[child++];
    }
  return people;
}

/** Household sizes from large to small, for this number of people and with at most as many households as adults. */
function householdSizes(people: number, totals: readonly number[], most: number): Uint8Array {
  const all = totals.reduce((sum, value) => sum + value, 0);
  const mean = totals.reduce((sum, value, i) => sum + value * HOUSEHOLD_SIZES[i], 0) / all;
  const count = Math.max(1, Math.min(most, Math.round(people / mean)));
  const counts = wholeNumbers(totals, count);
  const sizes = Array.from(counts).flatMap((number, i) => new Array<number>(number).fill(HOUSEHOLD_SIZES[i]));
  let sum = sizes.reduce((total, size) => total + size, 0);
  for (let i = 0; sum !== people; i = (i + 1) % count) {
    if (sum < people) {
      sizes[i]++;
      sum++;
    } else if (sizes[i] > 1) {
      sizes[i]--;
      sum--;
    }
  }
  return Uint8Array.from(sizes.sort((a, b) => b - a));
}

/** Cars match their marginal distribution; larger households have more of them. */
function carsOf(sizes: Uint8Array, { cars }: Marginals, random: Random): Uint8Array {
  const bySize = HOUSEHOLD_SIZES.map(
    (size, i) => sizes.filter((own) => own === size || (i === HOUSEHOLD_SIZES.length - 1 && own > size)).length,
  );
  // One car per adult, of whom there are two in most households of two and more: an assumption.
  const seed = HOUSEHOLD_SIZES.flatMap((size) => CARS.map((own) => 1 / (1 + (own - Math.min(size, 2)) ** 2)));
  const { table } = fitMargins(
    [HOUSEHOLD_SIZES.length, CARS.length],
    seed,
    bySize.some((count) => count > 0)
      ? [
          { dimension: 0, totals: bySize },
          { dimension: 1, totals: cars },
        ]
      : [],
  );
  return Uint8Array.from(sizes, (size) => {
    const row = Math.min(size, HOUSEHOLD_SIZES.length) - 1;
    return Math.max(0, random.weighted(table.subarray(row * CARS.length, (row + 1) * CARS.length)));
  });
}

/** For each person, 1 for people who have one of the household's cars, workers first. */
export function carHolders(
  { ages, statuses }: Pick<DrawnPeople, 'ages' | 'statuses'>,
  { of, cars }: Pick<Households, 'of' | 'cars'>,
): Uint8Array {
  const left = Uint8Array.from(cars);
  const hasCar = new Uint8Array(of.length);
  for (const workers of [true, false])
    of.forEach((household, person) => {
      if (ages[person] < ADULT || (statuses[person] === 0) !== workers || left[household] === 0) return;
      left[household]--;
      hasCar[person] = 1;
    });
  return hasCar;
}
