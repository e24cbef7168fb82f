import { UserError } from '@itinera/base';
import { type Benchmark, isScored } from '@itinera/benchmarks';
import { projectionOf } from '@itinera/city';
import type { PreparedCity, Profile } from '@itinera/engine';

/** Distance at which a home counts as another place, metres. */
const SAME_PLACE = 200;
const MOST_MOVED = 0.1;
/** Number of people whose homes are checked. */
const LOOKED_AT = 200;
/** Ratio of route to straight line, and speed of cars in a city, metres per second. */
const DETOUR = 1.4;
const CITY_SPEED = 9;
/** Shortest plausible mean commute of a city, kilometres. Beijing has 11.1 (see `relocate`). */
const SHORT_COMMUTE = 3;
const METRES_PER_DEGREE = 111_195;

/** Warns of shortcomings of a map for a task, before the simulation. */
export function warnOfMap(
  {
    name,
    clock,
    metrics,
    tripsAreSeenAtRows = false,
  }: Pick<Benchmark, 'name' | 'clock' | 'metrics' | 'tripsAreSeenAtRows'>,
  profiles: readonly Profile[],
  { map, path, isDemo }: Pick<PreparedCity, 'map' | 'path'> & { readonly isDemo: boolean },
  warn: (message: string) => void,
): void {
  if (map.pois.id.length === 0)
    warn(
      `${path} contains no POIs: agents that look for a shop or a restaurant find none. Use a map with POIs, or build one from OpenStreetMap data: asbench map build`,
    );
  const commute = isScored({ metrics }) ? meanCommute(profiles, { map }) : null;
  if (commute === null) return;
  const minutes = (commute * DETOUR) / CITY_SPEED / 60;
  const rows = clock.stepSeconds / 60;
  const what = `In ${path} people live ${(commute / 1000).toFixed(1)} km from their workplaces`;
  if (tripsAreSeenAtRows && minutes < rows / 2)
    warn(
      `${what}, about ${minutes.toFixed(0)} min by car, and ${name} counts a trip only if the person is travelling when a row is recorded, every ${rows} min: ` +
        'most trips are not counted, and an agent that departs exactly at the step may get no score. Use a larger city, or let agents depart at a planned minute.',
    );
  // Demo data are known to be a small town.
  else if (!isDemo && commute / 1000 < SHORT_COMMUTE)
    warn(
      `${what}: the map is smaller than the commutes of a city, so the score does not represent a city. Use a larger map.`,
    );
}

/** Returns the mean straight-line distance from home to work of people who work elsewhere, metres; null if nobody does. */
function meanCommute(profiles: readonly Profile[], { map }: Pick<PreparedCity, 'map'>): number | null {
  const centres = map.aoiCentroids;
  let [sum, count] = [0, 0];
  for (const { home, work } of profiles) {
    const [a, b] = [map.aoiIndex(home), work === null ? -1 : map.aoiIndex(work)];
    if (a < 0 || b < 0 || a === b) continue;
    sum += Math.hypot(centres[2 * a]! - centres[2 * b]!, centres[2 * a + 1]! - centres[2 * b + 1]!);
    count++;
  }
  return count === 0 ? null : sum / count;
}

/**
 * Checks that ids refer to the same places in both maps; otherwise a wrong map would go unnoticed.
 * @throws UserError when the homes of people are in different locations on this map than on the one that they were
 * created for.
 */
export function requireSameCity(profiles: readonly Profile[], own: PreparedCity, other: PreparedCity): void {
  const people = profiles.slice(0, LOOKED_AT);
  const moved = people.filter(({ home }) => {
    const [was, is] = [placeOf(own, home), placeOf(other, home)];
    return was !== null && (is === null || distance(was, is) > SAME_PLACE);
  });
  if (moved.length <= MOST_MOVED * people.length) return;
  throw new UserError(
    `${other.path} is not the city that the people belong to (${own.path}): ${moved.length} of ${people.length} homes ` +
      'are elsewhere or missing in it. Move the people to it: --relocate',
  );
}

/**
 * Checks that the AOIs of homes are where the profiles say, if they have `home_lon` and `home_lat`: ids of another map can exist here.
 * @param profiles whose homes are on the map
 * @throws UserError when homes are elsewhere
 */
export function requireOwnMap(profiles: readonly Profile[], { map, path }: Pick<PreparedCity, 'map' | 'path'>): void {
  const known = profiles.filter(
    ({ attributes }) => typeof attributes.home_lon === 'number' && typeof attributes.home_lat === 'number',
  );
  if (known.length === 0) return;
  const plane = projectionOf(map);
  const centres = map.aoiCentroids;
  const moved = known.filter(({ home, attributes }) => {
    const row = map.aoiIndex(home);
    const is = plane.toLonLat(centres[2 * row]!, centres[2 * row + 1]!);
    return distance([attributes.home_lon as number, attributes.home_lat as number], [is.lon, is.lat]) > SAME_PLACE;
  });
  if (moved.length <= MOST_MOVED * known.length) return;
  throw new UserError(
    `${path} is not the map of these people: ${moved.length} of ${known.length} homes are more than ${SAME_PLACE} m from their home_lon and home_lat. ` +
      'Pass the map for which they were created, or move them to this one: --relocate',
  );
}

type LngLat = readonly [number, number];

function placeOf({ view }: PreparedCity, aoi: number): LngLat | null {
  const centre = view.aoiCentre(aoi);
  return centre === undefined ? null : view.toLngLat(centre.x, centre.y);
}

/** Returns the distance in metres, on a plane tangent between the points. */
function distance([lng, lat]: LngLat, [otherLng, otherLat]: LngLat): number {
  const x = (lng - otherLng) * Math.cos((((lat + otherLat) / 2) * Math.PI) / 180);
  return METRES_PER_DEGREE * Math.hypot(x, lat - otherLat);
}
