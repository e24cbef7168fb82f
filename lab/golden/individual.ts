import * as mobility from '@itinera/mobility';
import type { Adapter, Tolerance } from './adapter.js';
import { type Night, night, secondsOfClock } from './night.js';
import { trajectoriesOf } from './trajectories.js';

type Parameters = Night & {
  k?: number;
  normalize?: boolean;
  self_loops?: boolean;
  start?: string;
  end?: string;
};
type Rule = (trajectories: mobility.Trajectories, parameters: Parameters) => unknown;

const byPerson = ({ values, starts }: { values: Float64Array; starts: Uint32Array }) =>
  [...starts.subarray(0, -1)].map((from, i) => values.subarray(from, starts[i + 1]));

const office = ({ start, end }: Parameters) =>
  start && end ? { office: { from: secondsOfClock(start), to: secondsOfClock(end) } } : {};
const degrees = (locations: readonly (mobility.Location | null)[]) =>
  locations.map((location) => location && [location.lon, location.lat]);

const byNumbers = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
};

/** Places of each person as [lon, lat] or [lon, lat, value]. */
const places = ({ starts, lons, lats, values }: mobility.PersonPlaces, withValues: boolean) =>
  [...starts.subarray(0, -1)].map((from, i) =>
    Array.from({ length: starts[i + 1] - from }, (_, k) => [
      lons[from + k],
      lats[from + k],
      ...(withValues ? [values[from + k]] : []),
    ]),
  );

const networks: Rule = (trajectories, { self_loops = false }) => {
  const { starts, origins, destinations, trips } = mobility.individualMobilityNetwork(trajectories, {
    selfLoops: self_loops,
  });
  const { places, lons, lats } = mobility.visitsPerLocation(trajectories);
  const at = new Map([...places].map((place, i) => [place, [lons[i], lats[i]] as const]));
  return [...starts.subarray(0, -1)].map((from, i) =>
    Array.from({ length: starts[i + 1] - from }, (_, k) => [
      ...(at.get(origins[from + k]) ?? []),
      ...(at.get(destinations[from + k]) ?? []),
      trips[from + k],
    ]).sort(byNumbers),
  );
};

const rules: Record<string, readonly [tolerance: Tolerance, rule: Rule]> = {
  radius_of_gyration: ['length', (t) => mobility.radiusOfGyration(t)],
  k_radius_of_gyration: ['length', (t, { k = 2 }) => mobility.kRadiusOfGyration(t, { k })],
  number_of_locations: ['exact', mobility.numberOfLocations],
  number_of_visits: ['exact', mobility.numberOfVisits],
  jump_lengths: ['length', (t) => byPerson(mobility.jumpLengths(t))],
  maximum_distance: ['length', mobility.maximumDistance],
  distance_straight_line: ['length', mobility.distanceStraightLine],
  waiting_times: ['exact', (t) => byPerson(mobility.waitingTimes(t))],
  random_entropy: ['similarity', mobility.randomEntropy],
  uncorrelated_entropy: ['similarity', (t, { normalize = false }) => mobility.uncorrelatedEntropy(t, { normalize })],
  real_entropy: ['similarity', mobility.realEntropy],
  predictability: ['similarity', (t) => mobility.predictability(t)],
  home_location: ['exact', (t, parameters) => degrees(mobility.homeLocation(t, night(parameters)))],
  work_location: ['exact', (t, parameters) => degrees(mobility.workLocation(t, office(parameters)))],
  home_work_distance: ['length', (t) => mobility.homeWorkDistance(t)],
  max_distance_from_home: ['length', (t, parameters) => mobility.maxDistanceFromHome(t, night(parameters))],
  location_frequency: [
    'similarity',
    (t, { normalize = false }) =>
      places(mobility.locationFrequency(t, { normalize }), true).map((own) => own.sort(byNumbers)),
  ],
  location_frequency_by_rank: ['similarity', mobility.locationFrequencyByRank],
  individual_mobility_network: ['exact', networks],
  recency_rank: ['exact', (t) => places(mobility.recencyRank(t), false)],
  frequency_rank: ['exact', (t) => places(mobility.frequencyRank(t), false)],
  daily_locations: ['exact', (t) => byPerson(mobility.dailyLocations(t))],
};

export const adapter: Adapter = ({ trajectories, measure, parameters = {}, adopted }, check, folder) => {
  const rule = rules[measure];
  if (!rule) return check.skip(`no measure ${measure}`);
  check.same(measure, rule[1](trajectoriesOf(folder, trajectories), parameters), adopted, rule[0]);
};
