import { buildMap } from '@itinera/city-build';
import { expect, test } from 'vitest';
import { slowTest } from '../../../base/src/slow.fixture.js';
import { drawnNetwork } from '../../../city-build/src/layout/drawn-network.fixture.js';
import { asRead } from '../map/synthetic-map.fixture.js';
import type { RouteCosts } from '../routing/drive-network.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { createWorld } from './create-world.js';
import { gatesOf } from './gates.js';
import { TripMode } from './world.js';

const drawing = `
A---B---C---D
|   |   |   |
|   |   |   |
E---F---G---H
|   |   |   |
|   |   |   |
I---J---K---L
`;
const network = drawnNetwork(drawing, {}, 60);
const homes = network.links.map(({ path }) => {
  const [x, y] = [(path[0] + path[2]) / 2 + 12, (path[1] + path[3]) / 2 + 12];
  return {
    ring: Float64Array.of(x, y, x + 5, y, x + 5, y + 5, x, y + 5),
    holes: [],
    landUse: 'R',
    name: '',
    kind: 'building' as const,
  };
});
const nodes = network.nodes.map((node, i) => ({ ...node, signals: i % 3 === 1 }));
const city = asRead(buildMap({ ...network, nodes, areas: homes }));

test('with driving-time costs, a route costs what driving it takes, including mean waits', () => {
  const data = buildRoutingData(city, { routeCosts: 'driving-time' });
  const router = new Router(city, data);
  const world = createWorld(city, { routeCosts: 'driving-time', signals: 'expected', startOverheadSeconds: 0 }, data);
  let person = 0;
  for (let from = 0; from < city.aois.count; from += 3) {
    for (let to = 1; to < city.aois.count; to += 4) {
      const route = router.route('drive', gatesOf(city, from, 'drive'), gatesOf(city, to, 'drive'));
      if (from === to || route === null) continue;
      world.addPerson(person, city.aois.id[from]);
      world.setSchedule(person, [{ aoiId: city.aois.id[to], departure: 0, mode: TripMode.DRIVE_ONLY }]);
      world.advancePerson(person, 3_600_000);
      const arrival = world.takeEvents(person++).at(-1);
      const starting = 0.72 + 0.18 * 10;
      if (arrival?.kind !== 'arrival') throw new Error(`no arrival but ${arrival?.kind}`);
      expect(Math.abs(arrival.seconds - starting - route.seconds)).toBeLessThan(0.02 * route.seconds + 1.5);
    }
  }
  expect(person).toBeGreaterThan(20);
});

test('with driving-time costs, routes avoid roads that are slow by the factors on speed limits', () => {
  // Every third street is fast by its limit, and slow in truth.
  const fast = network.links.map((link, i) => (i % 3 === 0 ? { ...link, speed: [25, 25] as const } : link));
  const mixed = asRead(buildMap({ ...network, links: fast, areas: homes }));
  const minutes = (routeCosts: RouteCosts) => {
    const settings = { routeCosts, limitSpeedFactors: [1, 1, 0.1] };
    const world = createWorld(mixed, settings, buildRoutingData(mixed, { routeCosts }));
    mixed.aois.id.forEach((home, person) => {
      world.addPerson(person, home);
      const aoiId = mixed.aois.id[(person + 7) % mixed.aois.count];
      world.setSchedule(person, [{ aoiId, departure: 0, mode: TripMode.DRIVE_ONLY }]);
    });
    world.advance(36_000_000);
    return mixed.aois.id.reduce((sum, _, person) => sum + world.totals(person).seconds / 60, 0);
  };
  expect(minutes('driving-time')).toBeLessThan(0.8 * minutes('penalties'));
});

test('routing data for other costs is rejected with the name of the option', () => {
  const data = buildRoutingData(city, { routeCosts: 'driving-time' });
  expect(() => createWorld(city, {}, data)).toThrow(
    'movement.routeCosts: got penalties, but the routing data was built for driving-time.',
  );
});

slowTest('the mean wait of a light, excluding cars that pass on yellow, equals the average over departures', () => {
  const seconds = (signals: 'program' | 'expected', departure: number) => {
    const world = createWorld(city, { signals, startOverheadSeconds: 0 });
    world.addPerson(1, city.aois.id[0]);
    world.setSchedule(1, [{ aoiId: city.aois.id[city.aois.count - 1], departure, mode: TripMode.DRIVE_ONLY }]);
    world.advancePerson(1, departure + 3_600_000);
    const arrival = world.takeEvents().at(-1);
    return arrival?.kind === 'arrival' ? arrival.seconds : Number.NaN;
  };
  // The first light on the way is met at all times of its cycle; waits at the next follow from it.
  const departures = Array.from({ length: 158 }, (_, i) => i * 1000);
  const mean = departures.reduce((sum, at) => sum + seconds('program', at), 0) / departures.length;
  expect(Math.abs(seconds('expected', 0) / mean - 1)).toBeLessThan(0.15);
});
