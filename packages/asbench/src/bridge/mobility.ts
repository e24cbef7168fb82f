import { Random } from '@itinera/base';
import * as mobility from '@itinera/mobility';
import type { Frame } from './frames.js';

type Columns = Readonly<Record<string, ArrayLike<number>>>;

/** Head of a request for a function of trajectories or tiles; the body contains the columns, all of doubles. */
interface MobilityRequest {
  readonly call: string;
  readonly columns: readonly { readonly name: string; readonly length: number }[];
  readonly options: Options;
}

interface Options {
  readonly normalize?: boolean;
  readonly selfLoops?: boolean;
  readonly k?: number;
  readonly seconds?: number;
  readonly maxSpeed?: number;
  readonly radius?: number;
  readonly minimum?: number;
  readonly gap?: number;
  readonly night?: { readonly from: number; readonly to: number };
  readonly people?: number;
  readonly days?: number;
  readonly seed?: number;
  readonly start?: number;
  readonly exploration?: mobility.ExplorationLaw;
  readonly waitingTimes?: mobility.WaitingTimeLaw;
  readonly constraint?: 'singly' | 'globally';
  readonly law?: mobility.Deterrence['law'];
  readonly deterrence?: mobility.Deterrence;
  readonly originExponent?: number;
  readonly destinationExponent?: number;
}

type Values = ReturnType<typeof mobility.jumpLengths> | Float64Array;

/** Computes a function of `@itinera/mobility`. @returns its columns, all of doubles */
export function runMobility({ head, body }: Frame): { readonly head: object; readonly body: Uint8Array } {
  const { call, columns, options } = head as MobilityRequest;
  const numbers = new Float64Array(body.buffer, body.byteOffset, body.length / 8);
  const given: Record<string, Float64Array> = {};
  let at = 0;
  for (const { name, length } of columns) {
    given[name] = numbers.slice(at, at + length);
    at += length;
  }
  const compute = ofTrajectories[call];
  const answer = compute
    ? compute(trajectoriesOf(given), options)
    : (ofTiles[call] as (typeof ofTiles)[string])(given, options);
  const entries = Object.entries(answer);
  const out = new Float64Array(entries.reduce((length, [, values]) => length + values.length, 0));
  at = 0;
  for (const [, values] of entries) {
    out.set(values, at);
    at += values.length;
  }
  return {
    head: { columns: entries.map(([name, { length }]) => ({ name, length })) },
    body: new Uint8Array(out.buffer),
  };
}

/** People are numbered from 0. */
function trajectoriesOf({ person, time, lon, lat, place }: Record<string, Float64Array>): mobility.Trajectories {
  const count = person!.reduce((most, number) => Math.max(most, number + 1), 0);
  return mobility.fromNumberedPeople({
    people: Array.from({ length: count }, (_, i) => String(i)),
    person: Uint32Array.from(person!),
    times: time!,
    lons: lon!,
    lats: lat!,
    ...(place && { places: place }),
  });
}

/** The values of each person: `starts` if there are several. */
const perPerson =
  (measure: (trajectories: mobility.Trajectories, options: Options) => Values) =>
  (trajectories: mobility.Trajectories, options: Options): Columns => {
    const found = measure(trajectories, options);
    return found instanceof Float64Array ? { values: found } : { starts: found.starts, values: found.values };
  };

const perPlace = ({ lons, lats, values }: mobility.PlaceValues): Columns => ({ lons, lats, values });

const placesOfPeople = ({ starts, lons, lats, values }: mobility.PersonPlaces): Columns => ({
  starts,
  lons,
  lats,
  values,
});

const points = ({ starts, times, lons, lats, ends }: mobility.Trajectories): Columns => ({
  starts,
  times,
  lons,
  lats,
  ...(ends && { ends }),
});

/** Every function of trajectories by its name. */
const ofTrajectories: Record<string, (trajectories: mobility.Trajectories, options: Options) => Columns> = {
  radiusOfGyration: perPerson((trajectories) => mobility.radiusOfGyration(trajectories)),
  kRadiusOfGyration: perPerson(mobility.kRadiusOfGyration),
  randomEntropy: perPerson(mobility.randomEntropy),
  uncorrelatedEntropy: perPerson(mobility.uncorrelatedEntropy),
  realEntropy: perPerson(mobility.realEntropy),
  jumpLengths: perPerson(mobility.jumpLengths),
  waitingTimes: perPerson(mobility.waitingTimes),
  maximumDistance: perPerson(mobility.maximumDistance),
  distanceStraightLine: perPerson(mobility.distanceStraightLine),
  numberOfLocations: perPerson(mobility.numberOfLocations),
  numberOfVisits: perPerson(mobility.numberOfVisits),
  maxDistanceFromHome: perPerson(mobility.maxDistanceFromHome),
  homeLocation(trajectories, options) {
    const homes = mobility.homeLocation(trajectories, options);
    return { lons: homes.map((home) => home?.lon ?? Number.NaN), lats: homes.map((home) => home?.lat ?? Number.NaN) };
  },
  locationFrequency: (trajectories, options) => placesOfPeople(mobility.locationFrequency(trajectories, options)),
  recencyRank: (trajectories) => placesOfPeople(mobility.recencyRank(trajectories)),
  frequencyRank: (trajectories) => placesOfPeople(mobility.frequencyRank(trajectories)),
  individualMobilityNetwork(trajectories, options) {
    const { starts, origins, destinations, trips } = mobility.individualMobilityNetwork(trajectories, options);
    const { places, lons, lats } = mobility.visitsPerLocation(trajectories);
    return { starts, origins, destinations, trips, places, lons, lats };
  },
  randomLocationEntropy: (trajectories) => perPlace(mobility.randomLocationEntropy(trajectories)),
  uncorrelatedLocationEntropy: (trajectories, options) =>
    perPlace(mobility.uncorrelatedLocationEntropy(trajectories, options)),
  visitsPerLocation: (trajectories) => perPlace(mobility.visitsPerLocation(trajectories)),
  homesPerLocation: (trajectories, options) => perPlace(mobility.homesPerLocation(trajectories, options)),
  visitsPerTimeUnit(trajectories, options) {
    const { times, visits } = mobility.visitsPerTimeUnit(trajectories, options);
    return { times, visits };
  },
  meanSquareDisplacement: (trajectories, options) => ({
    values: [mobility.meanSquareDisplacement(trajectories, options)],
  }),
  noiseFilter: (trajectories, options) => ({ rows: mobility.noiseFilter(trajectories, options).rows }),
  compression: (trajectories, options) => points(mobility.compression(trajectories, options)),
  stays: (trajectories, options) => points(mobility.stays(trajectories, options)),
  /** The clusters of each person, by row. */
  clusterPoints({ starts, lons, lats }, options) {
    const labels = new Int32Array(lons.length);
    for (let person = 0; person + 1 < starts.length; person++) {
      const [from, to] = [starts[person], starts[person + 1]];
      labels.set(mobility.clusterPoints(lons.slice(from, to), lats.slice(from, to), options), from);
    }
    return { labels };
  },
  markovDiary: (trajectories) => ({
    transitions: mobility.fitMarkovDiary(mobility.hourlyPlaces(trajectories)).transitions,
  }),
};

const walks = { epr: mobility.epr, spatialEpr: mobility.spatialEpr, densityEpr: mobility.densityEpr };

const generated = (people: mobility.Trajectories): Columns => ({ ...points(people), places: people.places! });

const flowsOf = ({ origins, destinations, flows }: mobility.Flows): Columns => ({ origins, destinations, flows });

/** The tiles of a request. Their numbers are doubles, too. */
function placesOf({ lons, lats, relevance, names }: Columns): mobility.Tiles {
  return {
    lons: lons!,
    lats: lats!,
    relevance: relevance!,
    ...(names && { names: Uint32Array.from(names) }),
  };
}

const walk =
  (name: keyof typeof walks) =>
  (tiles: Columns, { people = 1, days = 1, seed = 1, ...options }: Options): Columns => {
    const startTiles = tiles.starts === undefined ? {} : { startTiles: tiles.starts };
    return generated(walks[name](placesOf(tiles), { people, days, seed, ...startTiles, ...options }));
  };

/** Every function of tiles by its name. Tiles are the columns `lons`, `lats` and `relevance`. */
const ofTiles: Record<string, (tiles: Columns, options: Options) => Columns> = {
  epr: walk('epr'),
  spatialEpr: walk('spatialEpr'),
  densityEpr: walk('densityEpr'),
  ditras(tiles, { people = 1, days = 1, seed = 1, ...options }) {
    const diary = { transitions: Float64Array.from(tiles.transitions!) };
    const homes = tiles.starts === undefined ? {} : { homes: tiles.starts };
    return generated(mobility.ditras(placesOf(tiles), diary, { people, days, seed, ...homes, ...options }));
  },
  diary({ transitions }, { start = 0, days = 1, seed = 1 }) {
    const times: number[] = [start];
    const homes: number[] = [1];
    const writer = new mobility.DiaryWriter({ transitions: Float64Array.from(transitions!) });
    writer.write(start, start + 86_400 * days, new Random(seed, 0), (time, isHome) => {
      times.push(time);
      homes.push(Number(isHome));
    });
    return { times, homes };
  },
  gravity: ({ outflows, ...tiles }, options) =>
    flowsOf(mobility.gravity(placesOf(tiles), { ...options, outflows: outflows! })),
  radiation: ({ outflows, ...tiles }) => flowsOf(mobility.radiation(placesOf(tiles), { outflows: outflows! })),
  fitGravity({ origins, destinations, flows, ...tiles }, options) {
    const trips = { origins: Uint32Array.from(origins!), destinations: Uint32Array.from(destinations!) };
    const fit = mobility.fitGravity(placesOf(tiles), { ...trips, flows: Float64Array.from(flows!) }, options);
    const { originExponent, destinationExponent, deterrence } = fit;
    return {
      originExponent: [originExponent],
      destinationExponent: [destinationExponent],
      argument: [deterrence.law === 'power' ? deterrence.exponent : deterrence.rate],
    };
  },
};
