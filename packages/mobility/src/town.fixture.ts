import { Random } from '@itinera/base';
import { DAY, HOUR } from './clock.js';
import type { Row } from './trajectories.js';

/** A Monday. */
const START = 1_600_041_600;
const PLACES = 40;

const lonOf = (place: number) => 139.7 + 0.01 * (place % 8);
const latOf = (place: number) => 35.65 + 0.008 * Math.floor(place / 8);

/** People with a home, a workplace and other destinations: stays of some days, with places and activities. */
export function town({ people = 60, days = 4, seed = 1 } = {}): Row[] {
  const rows: Row[] = [];
  for (let person = 0; person < people; person++) {
    const random = new Random(seed, person);
    const home = random.integer(PLACES);
    const work = (home + 1 + random.integer(12)) % PLACES;
    const at = (place: number, time: number, end: number, activity: number) =>
      rows.push({ uid: person, time, end, lon: lonOf(place), lat: latOf(place), place, activity });
    for (let day = 0; day < days; day++) {
      const midnight = START + day * DAY;
      const leaves = midnight + 7 * HOUR + random.integer(2 * HOUR);
      const returns = midnight + 17 * HOUR + random.integer(2 * HOUR);
      at(home, midnight, leaves, 0);
      at(work, leaves + 1800, returns, 1);
      if (random.uniform() < 0.4) {
        at((home + random.integer(4)) % PLACES, returns + 900, returns + 900 + HOUR, 2);
        at(home, returns + 2 * HOUR, midnight + DAY - 1, 0);
      } else at(home, returns + 1800, midnight + DAY - 1, 0);
    }
  }
  return rows;
}

/** Rows with a share of them lost, moved to any place, shifted to another hour and changed in length and activity. */
export function noisy(rows: readonly Row[], share: number, seed = 2): Row[] {
  const random = new Random(seed);
  return rows.flatMap((row) => {
    const [lost, moved, place, shift, length, activity] = Array.from({ length: 6 }, () => random.uniform());
    if (lost < share / 2) return [];
    if (moved >= share) return [row];
    const at = Math.floor(place * PLACES);
    const time = row.time + Math.floor(shift * DAY);
    return [
      {
        uid: row.uid,
        time,
        end: time + Math.floor(length * 0.3 * DAY),
        lon: lonOf(at),
        lat: latOf(at),
        place: at,
        activity: Math.floor(activity * 3),
      },
    ];
  });
}
