import { power, type Random } from '@itinera/base';
import { DIARY_KINDS, DIARY_MODES, type DiaryDay, MINUTES_PER_DAY } from '@itinera/mobility';

const STEP = 30;
const CHANCE_OF_TRIP = 1 / 8;
const TRIP_MINUTES = 15;
/** Metres. */
const [NEAREST, FARTHEST] = [100, 30_000];

/**
 * Draws the day of which a score of 0 is made: at home until the first half hour that starts a trip, with one chance in
 * eight in each; to any kind of place, by any mode, over a distance with a uniform logarithm from 100 m to 30 km.
 */
export function randomDay(random: Random): DiaryDay {
  const stays: { place: string; from: number; to: number }[] = [{ place: 'home', from: 0, to: MINUTES_PER_DAY }];
  const trips: { mode: string; from: number; to: number; metres: number; destination: string }[] = [];
  for (let from = STEP; from < MINUTES_PER_DAY; from += STEP) {
    if (random.uniform() >= CHANCE_OF_TRIP) continue;
    const place = DIARY_KINDS[random.integer(DIARY_KINDS.length)]!;
    const to = from + TRIP_MINUTES;
    const metres = NEAREST * power(FARTHEST / NEAREST, random.uniform());
    trips.push({ mode: DIARY_MODES[random.integer(DIARY_MODES.length)]!, from, to, metres, destination: place });
    stays.at(-1)!.to = from;
    stays.push({ place, from: to, to: MINUTES_PER_DAY });
  }
  return { stays, trips };
}
