import { expect, test } from 'vitest';
import { type Network, networkCity, type Street } from '../routing/network-city.fixture.js';
import { Router } from '../routing/router.js';
import { buildRoutingData } from '../routing/routing-data.js';
import { followLanes, type LightAt } from './car-following.fixture.js';
import { createWorld } from './create-world.js';
import { hashUnit } from './personal-speed.js';
import { TripMode } from './world.js';

interface Corridor {
  readonly hasTurns: boolean;
  /** Minimum and maximum metres between junctions. */
  readonly block: readonly [number, number];
  readonly hasLights: boolean;
}

/** Errors of travel times against the car-following model, as shares of its own. */
function errorsOn({ hasTurns, block, hasLights }: Corridor, corridors: number): number[] {
  const errors: number[] = [];
  for (let corridor = 0; corridor < corridors; corridor++) {
    let draws = 0;
    const random = (from: number, to: number) => from + (to - from) * hashUnit(7, corridor, draws++);
    const blocks = 10;
    const name = (i: number) => String.fromCharCode(97 + i);
    const nodes: Record<string, readonly [number, number]> = {};
    const streets: Street[] = [];
    const lights: Record<string, { seconds: number; green: string[]; yellow?: string[] }[]> = {};
    const phaseOf: Record<string, { cycle: number; from: number; to: number }> = {};
    const yellow = 5;
    let [x, y] = [0, 0];
    let speed = 50 / 3.6;
    for (let i = 0; i <= blocks; i++) {
      nodes[name(i)] = [x, y];
      if (hasTurns && i % 3 === 2) y += random(...block);
      else x += random(...block);
      if (i % 4 === 0) speed = [30, 40, 50, 60][Math.floor(random(0, 4))]! / 3.6;
      if (i < blocks) streets.push({ from: name(i), to: name(i + 1), speed, oneWay: true });
      if (!hasLights || i === 0 || i === blocks || random(0, 1) < 0.4) continue;
      const road = name(i - 1) + name(i);
      const [green, red] = [Math.round(random(20, 50)), Math.round(random(15, 45))];
      lights[name(i)] = [
        { seconds: green, green: [road] },
        { seconds: yellow, green: [], yellow: [road] },
        { seconds: red, green: [] },
      ];
      // Junction i begins with phase (300000000 + i) % 3 = i % 3.
      const starts = [0, yellow + red, red][i % 3]!;
      phaseOf[name(i)] = { cycle: green + yellow + red, from: starts, to: starts + green };
    }
    const last = name(blocks - 1) + name(blocks);
    const network: Network = {
      nodes,
      streets,
      lights,
      aois: { from: { road: 'ab', s: 10 }, to: { road: last, s: 20 } },
    };
    const { city, id, message } = networkCity(network);
    const routing = buildRoutingData(city);
    const start = [{ lane: city.laneIndex(message.aois[0]!.drivingPositions[0]!.laneId), s: 10 }];
    const end = [{ lane: city.laneIndex(message.aois[1]!.drivingPositions[0]!.laneId), s: 20 }];
    const { lanes } = new Router(city, routing).route('drive', start, end)!;
    const lightAt: LightAt = (lane, seconds) => {
      const junction = city.lanes.parentId[lane]! - 300_000_000;
      const phase = phaseOf[name(junction)];
      if (junction < 0 || !phase) return 'green';
      const within = (seconds - phase.from + phase.cycle) % phase.cycle;
      const green = phase.to - phase.from;
      return within < green ? 'green' : within < green + yellow ? 'yellow' : 'red';
    };
    for (const departure of [0, 17, 61, 200]) {
      const world = createWorld(city, {}, routing);
      world.addPerson(1, id('from'));
      world.setSchedule(1, [{ aoiId: id('to'), departure: departure * 1000, mode: TripMode.DRIVE_ONLY }]);
      world.advance(86_400_000);
      const { seconds } = world.takeEvents().at(-1) as { seconds: number };
      const expected = followLanes(city, lanes, 10, 20, departure + 2, lightAt);
      errors.push((seconds - 2 - expected) / expected);
    }
  }
  return errors;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([
  { name: 'straight', hasTurns: false, block: [120, 500], hasLights: false },
  { name: 'straight, with lights', hasTurns: false, block: [120, 500], hasLights: true },
  { name: 'turning', hasTurns: true, block: [120, 500], hasLights: false },
  { name: 'turning, with lights', hasTurns: true, block: [120, 500], hasLights: true },
  // Many blocks are too short to reach the limit on.
  { name: 'turning, of short blocks', hasTurns: true, block: [35, 120], hasLights: false },
  { name: 'turning, of short blocks, with lights', hasTurns: true, block: [35, 120], hasLights: true },
] as const)('$name: times are on average those of a car-following model but for 1 %', (corridor) => {
  const errors = errorsOn(corridor, 60);
  expect(errors.length).toBe(240);
  expect(Math.abs(mean(errors))).toBeLessThan(0.01);
  expect(mean(errors.map(Math.abs))).toBeLessThan(0.015);
});
