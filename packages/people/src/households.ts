import type { Random } from '@itinera/base';
import { type DrawnPeople, wholeNumbers } from './draw-people.js';
import { fitMargins } from './ipf.js';
import { CARS, HOUSEHOLD_SIZES, type Marginals } from './marginals.js';

const ADULT = 18;
/** Ages of heads of households with children, if there are enough (assumption). */
const PARENT = { from: 25, to: 54 } as const;

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
 * Assigns people to households: sizes as in the marginals, at least one adult in each as long as there are enough,
 * children with adults of 25 to 54 if possible, partners of similar age.
 */
export function formHouseholds({ ages }: DrawnPeople, marginals: Marginals, random: Random): Households {
  const people = ages.length;
  const order = [...random.shuffled(people)];
  const adults = order.filter((person) => ages[person] >= ADULT);
  const children = order.filter((person) => ages[person] < ADULT);
  const sizes = householdSizes(people, marginals.householdSize, Math.max(adults.length, 1));
  const of = new Uint32Array(people);
  const rooms = Uint8Array.from(sizes);
  const put = (person: number, household: number) => {
    of[person] = household;
    rooms[household]--;
  };
  // Heads: parents to the large households, which come first.
  const heads = [...adults].sort((a, b) => Number(isParent(ages[b])) - Number(isParent(ages[a])));
  const headOf = new Int32Array(sizes.length).fill(-1);
  for (let household = 0; household < sizes.length && household < heads.length; household++) {
    headOf[household] = heads[household];
    put(heads[household], household);
  }
  fill(children, rooms, put);
  const others = heads.slice(sizes.length).sort((a, b) => ages[a] - ages[b] || a - b);
  const open = Array.from(rooms.keys())
    .filter((household) => rooms[household] > 0)
    .sort((a, b) => ages[headOf[a]] - ages[headOf[b]] || a - b);
  let at = 0;
  for (const person of others) {
    while (rooms[open[at % open.length]] === 0) at++;
    put(person, open[at++ % open.length]);
  }
  return { count: sizes.length, of, sizes, cars: carsOf(sizes, marginals, random) };
}

function isParent(age: number): boolean {
  return age >= PARENT.from && age <= PARENT.to;
}

/** Children fill the places of households from the third on, then those next to a single adult, round by round. */
function fill(children: readonly number[], rooms: Uint8Array, put: (person: number, household: number) => void): void {
  let next = 0;
  for (const spare of [1, 0])
    for (let round = true; round && next < children.length; ) {
      round = false;
      for (let household = 0; household < rooms.length && next < children.length; household++) {
        if (rooms[household] <= spare) continue;
        put(children[next++], household);
        round = true;
      }
    }
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
