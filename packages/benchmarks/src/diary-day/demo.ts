import { RandomStream, StreamPurpose } from '@itinera/engine';
import { DIARIES_FILE, type DiaryDay, formatDay, MINUTES_PER_DAY } from '@itinera/mobility';
import type { Demo } from '../port/demo.js';

const OCCUPATIONS = {
  'Full-time worker': 0.41,
  'Part-time worker': 0.06,
  Student: 0.26,
  Retired: 0.1,
  Homemaker: 0.12,
  Unemployed: 0.05,
} as const;
type Occupation = keyof typeof OCCUPATIONS;

/** Where people of an occupation must be: the share who go on a weekday, and means of begin and end, hours. */
const DUTIES: Readonly<
  Partial<Record<Occupation, readonly [place: string, share: number, begins: number, ends: number]>>
> = {
  'Full-time worker': ['work', 0.88, 8.6, 18.2],
  'Part-time worker': ['work', 0.7, 9.4, 14.6],
  Student: ['study', 0.82, 8, 14.9],
};
/** Outings per day of people with and without a duty on that day. */
const OUTINGS = { after: 0.25, free: 1.15 } as const;
/** Share of people who stay at home although nothing keeps them [EOD 2012: 15.5 % of all]. */
const STAYS_AT_HOME = 0.3;
/** Purposes of outings, their share and the median of their distance, metres. */
const PURPOSES = [
  ['shop', 0.34, 900],
  ['errand', 0.2, 2500],
  ['visit', 0.2, 3500],
  ['leisure', 0.14, 2500],
  ['eat', 0.05, 1200],
  ['health', 0.07, 4000],
] as const;
const TO_DUTY = { work: 7500, study: 2300 } as const;
/** Spread of the logarithm of distances. */
const SPREAD = 0.9;
/** Metres up to which people walk, and metres per minute by mode with minutes to begin with. */
const WALKING_DISTANCE = 1100;
const SPEEDS = { walk: [75, 2], bike: [200, 3], car: [380, 5], bus: [230, 14], metro: [330, 17] } as const;

/**
 * SYNTHETIC people and days to try the benchmark: a simple process whose means resemble those published for Santiago de
 * Chile (2.8 trips a person and weekday, 15.5 % without a trip; SECTRA, Encuesta Origen Destino 2012, final report). It is
 * none of the built-in agents.
 */
export const diaryDayDemo: Demo = {
  version: 1,
  population: {
    people: 500,
    age: { mean: 36, deviation: 20, least: 6, most: 90 },
    attributes: {
      gender: { male: 0.48, female: 0.52 },
      occupation: OCCUPATIONS,
      household_size: { 1: 0.08, 2: 0.18, 3: 0.24, 4: 0.27, 5: 0.23 },
      cars: { 0: 0.58, 1: 0.34, 2: 0.08 },
    },
  },
  truth: (people, _map, seed) => {
    const lines = people.map(({ id, attributes: { gender, age, occupation, household_size, cars } }) => {
      const day = syntheticDay(occupation as Occupation, Number(cars), new RandomStream(seed, id, StreamPurpose.DEMO));
      return [id, id, 1, gender, age, occupation, household_size, cars, formatDay(day)].join(',');
    });
    return { [DIARIES_FILE]: `person,household,weight,sex,age,status,hh_size,cars,sequence\n${lines.join('\n')}\n` };
  },
};

function syntheticDay(occupation: Occupation, cars: number, random: RandomStream): DiaryDay {
  const stays: { place: string; from: number; to: number }[] = [];
  const trips: { mode: string; from: number; to: number; metres: number; destination: string }[] = [];
  let [place, at, away] = ['home', 0, 0];
  const go = (destination: string, departure: number, metres: number): void => {
    const mode = modeFor(metres, cars, random);
    const [speed, before] = SPEEDS[mode];
    const from = Math.min(MINUTES_PER_DAY - 30, Math.max(at + 10, roundedTo5(departure)));
    const to = Math.min(MINUTES_PER_DAY - 20, from + Math.max(5, roundedTo5(before + metres / speed)));
    if (from <= at || to <= from) return;
    stays.push({ place, from: at, to: from });
    trips.push({ mode, from, to, metres, destination });
    [place, at, away] = [destination, to, destination === 'home' ? 0 : metres];
  };
  const outing = (departure: number): void => {
    const [purpose, , median] = PURPOSES[random.weighted(PURPOSES.map(([, share]) => share))]!;
    go(purpose, departure, distance(median, random));
    go('home', at + 30 + 90 * -Math.log(1 - random.next()), away);
  };
  const duty = DUTIES[occupation];
  const isOn = duty !== undefined && random.chance(duty[1]);
  if (isOn) {
    const [to, , begins, ends] = duty;
    const metres = distance(TO_DUTY[to as keyof typeof TO_DUTY], random);
    go(to, 60 * random.normal(begins, 1) - metres / 300, metres);
    if (random.chance(0.06)) go('eat', 60 * 13, 400);
    if (place === 'eat') go(to, at + 45, 400);
    away = metres;
    if (random.chance(0.12)) go('shop', 60 * random.normal(ends, 1.2), metres);
    go('home', Math.max(at + 20, 60 * random.normal(ends, 1.2)), away);
    if (random.chance(OUTINGS.after)) outing(at + 60 * random.between(0.3, 2));
  } else if (!random.chance(STAYS_AT_HOME)) {
    outing(60 * random.normal(11, 2));
    while (random.chance(OUTINGS.free / 3) && at < 19 * 60) outing(at + 60 * random.between(0.5, 4));
  }
  stays.push({ place, from: at, to: MINUTES_PER_DAY });
  return { stays, trips };
}

const roundedTo5 = (minutes: number) => 5 * Math.round(minutes / 5);
const distance = (median: number, random: RandomStream) =>
  Math.min(30_000, Math.max(100, median * Math.exp(SPREAD * random.normal(0, 1))));

function modeFor(metres: number, cars: number, random: RandomStream): keyof typeof SPEEDS {
  if (metres < WALKING_DISTANCE && random.chance(0.9)) return 'walk';
  if (random.chance(0.04)) return 'bike';
  if (random.chance(cars > 0 ? 0.6 : 0.18)) return 'car';
  return random.chance(0.6) ? 'bus' : 'metro';
}
