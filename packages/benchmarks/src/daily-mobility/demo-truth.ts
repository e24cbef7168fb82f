import { type CityMap, Places } from '@itinera/city/browser';
import type { Profile } from '@itinera/engine/browser';
import { RandomStream, StreamPurpose } from '@itinera/engine/browser';

const DAYS = 5;
const SLOTS = 48;
const CATEGORIES = 7;
/** Distance over which the attraction of a place falls to 1/e, metres. */
const OUTING_SCALE = 2500;
/** Maximum distance of outings from home or work, metres. */
const FARTHEST_OUTING = 15_000;

/** The intention codes of the ground truth. */
const Intention = { SLEEP: 1, HOME: 2, OTHER: 3, WORK: 4, SHOPPING: 5, EATING: 6, LEISURE: 7 } as const;
const OUTINGS = [
  { intention: Intention.OTHER, share: 0.6 },
  { intention: Intention.SHOPPING, share: 0.1 },
  { intention: Intention.EATING, share: 0.1 },
  { intention: Intention.LEISURE, share: 0.2 },
] as const;

/** The four arrays of the ground truth, flat, one row per person. */
export interface DemoDailyTruth {
  readonly gyrationRadius: Float64Array;
  readonly dailyLocationNumbers: Float64Array;
  /** 48 per person. */
  readonly dailyIntentions: Float64Array;
  /** 7 per person. */
  readonly intentionProportions: Float64Array;
}

/**
 * Returns a synthetic truth: five days per person of a simple process, different from all built-in agents and without
 * travel times. Everyone has hours of waking, going to bed and work that vary from day to day, works on six days of
 * seven, and goes out occasionally, to places whose attraction falls with distance from home or work. One person in
 * five reports the night as time at home instead of sleep, as happens in surveys. The parameters are chosen so that the
 * means resemble those published for Beijing (about 2.5 places per day, 3.5 km radius, 43 % sleep, 27 % work).
 */
export function demoDailyTruth(profiles: readonly Profile[], map: CityMap, seed: number): DemoDailyTruth {
  const places = new Places(map);
  const centroids = map.aoiCentroids;
  const n = profiles.length;
  const truth = {
    gyrationRadius: new Float64Array(n),
    dailyLocationNumbers: new Float64Array(n),
    dailyIntentions: new Float64Array(n * SLOTS),
    intentionProportions: new Float64Array(n * CATEGORIES),
  };
  profiles.forEach((profile, person) => {
    const random = new RandomStream(seed, profile.id, StreamPurpose.DEMO);
    const habits = {
      rises: random.normal(8.2, 0.9),
      toBed: random.normal(23.2, 1),
      begins: random.normal(9.4, 0.7),
      ends: random.normal(18.9, 1.2),
      outings: -0.8 * Math.log(1 - random.next()),
      night: random.chance(0.2) ? Intention.HOME : Intention.SLEEP,
    };
    for (let day = 0; day < DAYS; day++) {
      const { slots, rows } = oneDay(profile, habits, random);
      if (day === 0) {
        truth.dailyIntentions.set(slots, person * SLOTS);
        truth.gyrationRadius[person] = meanRadius([...rows], centroids);
      }
      truth.dailyLocationNumbers[person]! += rows.size / DAYS;
      for (const intention of slots)
        truth.intentionProportions[person * CATEGORIES + intention - 1]! += 1 / (SLOTS * DAYS);
    }
  });
  return truth;

  function oneDay(
    profile: Profile,
    habits: Record<'rises' | 'toBed' | 'begins' | 'ends' | 'outings' | 'night', number>,
    random: RandomStream,
  ) {
    const home = map.aoiIndex(profile.home);
    const work = profile.work === null ? home : map.aoiIndex(profile.work);
    const rows = new Set([home]);
    const slots = new Uint8Array(SLOTS).fill(Intention.HOME);
    const fill = (from: number, to: number, intention: number) => {
      for (let slot = Math.max(0, Math.round(2 * from)); slot < Math.min(SLOTS, Math.round(2 * to)); slot++)
        slots[slot] = intention;
    };
    fill(0, habits.rises + random.normal(0, 0.5), habits.night);
    fill(habits.toBed + random.normal(0, 0.5), 24, habits.night);
    const works = random.chance(6 / 7);
    if (works) {
      fill(habits.begins + random.normal(0, 0.4), habits.ends + random.normal(0, 0.6), Intention.WORK);
      rows.add(work);
    }
    const outings = poisson(habits.outings, random);
    for (let i = 0; i < outings; i++) {
      const begins = works && random.chance(0.6) ? random.between(18.5, 21) : random.between(11, 18);
      const { intention } = OUTINGS[random.weighted(OUTINGS.map(({ share }) => share))]!;
      fill(begins, begins + random.between(0.5, 2), intention);
      rows.add(placeNear(works && random.chance(0.4) ? work : home, random));
    }
    return { slots, rows };
  }

  function placeNear(row: number, random: RandomStream): number {
    // The sum of two exponential distances corresponds to an attraction of exp(-d / scale) if places are spread evenly.
    const distance = Math.min(FARTHEST_OUTING, -OUTING_SCALE * Math.log((1 - random.next()) * (1 - random.next())));
    const angle = random.between(0, 2 * Math.PI);
    const x = centroids[2 * row]! + distance * Math.cos(angle);
    const y = centroids[2 * row + 1]! + distance * Math.sin(angle);
    return places.nearestAois({ x, y }, 1)[0]?.row ?? row;
  }
}

/** Returns the mean distance from the centre, metres: the radius of gyration of this benchmark. */
function meanRadius(rows: readonly number[], centroids: Float64Array): number {
  const mean = (odd: 0 | 1) => rows.reduce((sum, row) => sum + centroids[2 * row + odd]!, 0) / rows.length;
  const [x, y] = [mean(0), mean(1)];
  return (
    rows.reduce((sum, row) => sum + Math.hypot(centroids[2 * row]! - x, centroids[2 * row + 1]! - y), 0) / rows.length
  );
}

/** Knuth's method, suitable for small means. */
function poisson(mean: number, random: RandomStream): number {
  let product = random.next();
  let count = 0;
  for (const limit = Math.exp(-mean); product > limit; count++) product *= random.next();
  return count;
}
