import { synthesizeCity } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { projectionOf } from '../map/projection.js';
import { ringArea, signedRingArea } from '../map/ring.js';
import { asRead } from '../map/synthetic-map.fixture.js';
import { gatesOf } from '../movement/gates.js';
import { defaultMovementOptions } from '../movement/options.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { changeNetwork } from '../scenario/change-network.js';
import { dayOf } from '../transit/service-days.js';
import { BY_BUS, BY_SUBWAY, TransitPlanner } from '../transit/transit-planner.js';
import { accessOfAois, openReach } from './access-in-threads.js';
import { type CityReach, REACH_WALKING_SPEED } from './city-reach.js';
import { drawAccess, drawIsochrones } from './draw-reach.js';
import { insidePolygon, isochrones, OFF_STREET, streetPoints } from './isochrones.js';

const village = asRead(synthesizeCity({ seed: 1, size: 700 }));
const { toLonLat } = projectionOf(village);
const stops = [-450, -300, 0, 300, 450].map((x) => {
  const { lon, lat } = toLonLat(x, 5);
  return [lon, lat] as const;
});
const line = { name: '1', stops, headway: 240, from: 6 * 3600, to: 22 * 3600, speed: 60, bothWays: true };
const { map: city, timetable } = changeNetwork(village, undefined, [{ kind: 'bus', line }]);
const rows = Array.from(city.aois.id.keys());
const LIMIT = 900;
const data = buildRoutingData(city, { hierarchies: false, routeCosts: 'driving-time' });
const router = new Router(city, data);
const origins = [3, 40, rows.length - 8];
const xy = city.aoiCentroids;
const westmost = rows.reduce((west, aoi) => (xy[2 * aoi]! < xy[2 * west]! ? aoi : west));
const origin = (aoi: number, travel: 'drive' | 'walk') => gatesOf(city, aoi, travel);
const open = (mode: 'car' | 'walk' | 'pt', isForMany = false) =>
  openReach(city, null, { mode, limit: LIMIT }, { isForMany });

test.each([
  ['car', 'drive', 1],
  ['walk', 'walk', 1.1 / REACH_WALKING_SPEED],
] as const)('the time to every AOI by %s is that of the fastest route, up to the limit', (mode, travel, scale) => {
  const { reach } = open(mode);
  let reached = 0;
  for (const from of origins) {
    const found = reach.aois(origin(from, travel));
    for (const aoi of rows) {
      const route = router.route(travel, origin(from, travel), origin(aoi, travel));
      const seconds = route === null ? Infinity : route.seconds * scale;
      if (seconds <= LIMIT) reached++;
      expect(found[aoi]).toBeCloseTo(seconds <= LIMIT ? seconds : Infinity, 6);
    }
  }
  expect(reached).toBeGreaterThan(rows.length);
});

const day = dayOf('2024-03-18');
const times = [0, 5, 10, 15].map((minutes) => 8 * 3600 + minutes * 60);

test.each([
  ['car', false, 1, undefined],
  ['car', true, 2, undefined],
  ['walk', true, 1, undefined],
  ['pt', false, 1, 50],
  ['pt', true, 2, 75],
  ['pt', false, 1, 100],
] as const)(
  'what is within reach of every AOI by %s is the sum over the AOIs within each limit (hierarchy: %s, threads: %s, percentile: %s)',
  async (mode, isForMany, threads, percentile) => {
    const limits = [60, 120, 420, LIMIT];
    const weights = [new Float64Array(city.aois.count).fill(1), Float64Array.from(rows, (aoi) => aoi % 7)];
    const settings = { mode, limit: LIMIT, ...(percentile && { departures: { day, times, percentile } }) };
    const opened = (forMany: boolean) =>
      openReach(city, percentile ? timetable! : null, settings, { isForMany: forMany });
    const one = opened(false).reach;
    const expected = rows.flatMap((from) => {
      const places = origin(from, mode === 'car' ? 'drive' : 'walk');
      const seconds = one.aois(places, from).slice();
      return limits.flatMap((limit) =>
        weights.map((weight) =>
          places.length === 0
            ? NaN
            : rows.reduce((sum, aoi) => sum + (aoi === from || seconds[aoi]! <= limit ? weight[aoi]! : 0), 0),
        ),
      );
    });
    const sums = await accessOfAois(opened(isForMany), { limits, weights, threads, leastAois: 0 });
    expect(Array.from(sums)).toEqual(expected);
    if (percentile === undefined) return;
    const onFoot = await accessOfAois(open('walk'), { limits, weights, threads: 1 });
    expect(sums.filter((sum, i) => sum > onFoot[i]!).length).toBeGreaterThan(20);
  },
);

test('public transport: the percentile of the best journeys of all departures, or the walk', () => {
  const planner = new TransitPlanner(city, data.walk, timetable!, defaultMovementOptions.transit);
  const onFoot = open('walk').reach;
  let faster = 0;
  for (const percentile of [50, 100]) {
    const settings = { mode: 'pt', limit: LIMIT, departures: { day, times, percentile } } as const;
    const { reach } = openReach(city, timetable!, settings);
    const from = westmost;
    const found = reach.aois(origin(from, 'walk')).slice();
    const walked = onFoot.aois(origin(from, 'walk'));
    for (const aoi of rows) {
      const all = times
        .map((seconds) => {
          const journey = planner.find({
            from: { aoi: from, places: origin(from, 'walk') },
            to: { aoi, places: origin(aoi, 'walk') },
            day,
            seconds,
            walkingSpeed: REACH_WALKING_SPEED,
            kinds: BY_BUS | BY_SUBWAY,
            onFoot: Infinity,
          });
          return Math.min(walked[aoi]!, journey === null ? Infinity : journey.arrival - seconds);
        })
        .sort((a, b) => a - b);
      const expected = all[percentile === 50 ? 1 : 3]!;
      if (expected < walked[aoi]!) faster++;
      expect(found[aoi]).toBeCloseTo(expected <= LIMIT ? expected : Infinity, 6);
    }
  }
  expect(faster).toBeGreaterThan(20);
});

const transit = () =>
  openReach(city, timetable!, {
    mode: 'pt',
    limit: LIMIT,
    departures: { day: dayOf('2024-03-18'), times: [8 * 3600, 8 * 3600 + 240], percentile: 50 },
  }).reach;

test.each([
  ['car', () => open('car').reach, 'drive'],
  ['walk', () => open('walk').reach, 'walk'],
  ['pt', transit, 'walk'],
] as const)(
  'isochrones by %s are nested areas with valid outlines around exactly the reached streets',
  (_, make, travel) => {
    const limits = [90, 240, 420];
    const streets = (make() as CityReach).streets(origin(origins[1]!, travel));
    const areas = isochrones(city, streets, limits);
    const points = streetPoints(city, streets, LIMIT);
    let holes = 0;
    for (const { seconds, polygons, squareMetres } of areas) {
      let area = 0;
      for (const { outline, holes: own } of polygons) {
        holes += own.length;
        for (const ring of [outline, ...own]) {
          expect(ring.length).toBeGreaterThanOrEqual(8);
          expect([...ring.slice(-2)]).toEqual([...ring.slice(0, 2)]);
          expect(crossings(ring)).toBe(0);
          expect(
            new Set(Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`)).size,
          ).toBe(ring.length / 2 - 1);
        }
        expect(signedRingArea(outline)).toBeGreaterThan(0);
        for (const hole of own) {
          expect(signedRingArea(hole)).toBeLessThan(0);
          expect(insidePolygon({ outline, holes: [] }, hole[0]!, hole[1]!)).toBe(true);
        }
        area += ringArea(outline) - own.reduce((sum, hole) => sum + ringArea(hole), 0);
      }
      expect(area).toBeCloseTo(squareMetres, 3);
      // Points of a lattice, against the time from all points of all streets.
      for (let x = -700; x <= 700; x += 83)
        for (let y = -700; y <= 700; y += 83) {
          let nearest = Infinity;
          for (let i = 0; i < points.length; i += 3) {
            const metres = Math.hypot(points[i]! - x, points[i + 1]! - y);
            if (metres <= OFF_STREET) nearest = Math.min(nearest, points[i + 2]! + metres / REACH_WALKING_SPEED);
          }
          const isInside = polygons.some((polygon) => insidePolygon(polygon, x, y));
          // Within a cell of 25 m of the outline, either is right.
          if (nearest < seconds - 25) expect(isInside, `${x} ${y}`).toBe(true);
          if (nearest > seconds + 25 && nearest < Infinity) expect(isInside, `${x} ${y}`).toBe(false);
        }
    }
    const sizes = areas.map(({ squareMetres }) => squareMetres);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes[0]).toBeGreaterThan(1000);
    if (travel === 'drive') expect(holes).toBeGreaterThan(0);
  },
);

/** Pairs of segments of a ring that cross. */
function crossings(ring: Float64Array): number {
  const count = ring.length / 2 - 1;
  const side = (a: number, b: number, c: number) =>
    (ring[2 * b]! - ring[2 * a]!) * (ring[2 * c + 1]! - ring[2 * a + 1]!) -
    (ring[2 * b + 1]! - ring[2 * a + 1]!) * (ring[2 * c]! - ring[2 * a]!);
  let found = 0;
  for (let i = 0; i < count; i++)
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      const cuts = (a: number, c: number) => side(a, a + 1, c) * side(a, a + 1, c + 1) < 0;
      if (cuts(i, j) && cuts(j, i)) found++;
    }
  return found;
}

test('a picture has an area per limit with the origin, or a dot per AOI in classes', () => {
  const { reach } = open('walk');
  const places = origin(origins[0]!, 'walk');
  const bands = isochrones(city, reach.streets(places), [120, 300]);
  const words = { title: 'Within 2 & 5 min', description: 'Walking.' };
  const drawn = drawIsochrones(city, bands, { x: 0, y: 0 }, words);
  expect(drawn).toContain('Within 2 &#38; 5 min');
  expect(drawn.match(/fill-rule="evenodd"/g)).toHaveLength(2);
  for (const { seconds, squareMetres } of bands)
    expect(drawn).toContain(`>${seconds / 60} min, ${(squareMetres / 1e6).toPrecision(3)} km²<`);
  expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  const values = Float64Array.from(rows, (aoi) => (aoi === 0 ? NaN : aoi));
  const map = drawAccess(city, values, 'jobs', words);
  expect(map.match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(rows.length);
  expect(map).toMatch(/>\d+ jobs or more<.*>1 or more<.*>no street</s);
  expect(drawAccess(city, values.fill(NaN), 'jobs', words)).toContain('>no street<');
});
