import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { movementOf, readDemand, representedBy, requireIterable } from './movement-options.js';

const quiet = () => {};

describe('movement of a run', () => {
  test('the configuration and the options are combined, and options take precedence', () => {
    const config = { movement: { sampleFactor: 0.1, speedFactor: 0.6, queue: { stuckSeconds: 60 } } };
    expect(movementOf(config, { speedFactor: 0.8, rerouteShare: 0.3 }, 10, quiet)).toEqual({
      sampleFactor: 0.1,
      speedFactor: 0.8,
      queue: { stuckSeconds: 60, rerouteShare: 0.3 },
    });
    expect(movementOf({}, {}, 10, quiet)).toBeUndefined();
  });

  test('people who stand for more scale the roads, and this is reported', () => {
    const notes: string[] = [];
    const note = (message: string) => notes.push(message);
    expect(movementOf({}, { represents: 340_000 }, 3400, note)).toEqual({ sampleFactor: 0.01 });
    expect(notes.join()).toContain('3,400 people represent 340,000: with queues, roads have 1.00 % of their capacity');
    expect(() => movementOf({}, { represents: 10 }, 11, quiet)).toThrow('--represents 10 is less than the 11');
  });

  test('weights of the people add up, and one without is named', () => {
    const weights = (...all: unknown[]) => all.map((weight, id) => ({ id, attributes: { weight } }));
    expect(representedBy(weights(20.5, 30))).toBe(51);
    expect(() => representedBy(weights(20, undefined))).toThrow('person 1 has no weight of 1 or more');
  });

  test.each([
    [{ sampleFactor: 2 }, 'movement.sampleFactor: got 2'],
    [{ sampelFactor: 0.1 }, 'movement.sampelFactor is unknown. Did you mean "sampleFactor"?'],
    [{ congestion: 'queue' }, 'set it with --congestion'],
    [{ queue: { routeIterations: 2.5 } }, 'expected a whole number from 1 to 100'],
    ['fast', 'expected options such as sampleFactor'],
  ])('%j is rejected with the reason', (movement, reason) => {
    expect(() => movementOf({ movement }, {}, 1, quiet)).toThrow(reason);
  });

  test('an unknown setting is answered with those that a configuration accepts, and no others', () => {
    const said = (() => {
      try {
        return movementOf({ movement: { sead: 1 } }, {}, 1, quiet);
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(said).toMatch(/^movement\.sead is unknown\. (Did you mean "speeds"\? )?Expected one of [\w, ]+\.$/);
    const names = /Expected one of (.+)\./.exec(said as string)![1]!.split(', ');
    expect(names).toEqual(expect.arrayContaining(['queue', 'sampleFactor', 'speeds']));
    for (const name of names)
      expect(() => movementOf({ movement: { [name]: null } }, {}, 1, quiet)).not.toThrow(/unknown|cannot be set/);
  });

  test('a simulation is repeated only if that changes routes and costs no calls', () => {
    const movement = movementOf({}, { routeIterations: 5 }, 10, quiet)!;
    expect(movement).toEqual({ queue: { routeIterations: 5 } });
    expect(() => requireIterable({ movement, congestion: 'queue', models: [] })).not.toThrow();
    expect(() => requireIterable({ movement, congestion: 'off', models: [] })).toThrow('requires --congestion queue');
    expect(() => requireIterable({ movement, congestion: 'queue', models: ['a/b'] })).toThrow('would call a/b');
  });

  test('hourly speeds are read from the file of the calibration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'speeds-'));
    const path = join(folder, 'speeds.json');
    const hourlySpeedFactors = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 0.5 : 1));
    writeFileSync(path, JSON.stringify({ hourlySpeedFactors, trips: 100 }));
    expect(movementOf({ movement: { speeds: path } }, {}, 1, quiet)).toEqual({ hourlySpeedFactors });
    const limitSpeedFactors = [1.1, 1, 0.9];
    writeFileSync(path, JSON.stringify({ hourlySpeedFactors, limitSpeedFactors }));
    expect(movementOf({}, { speeds: path }, 1, quiet)).toEqual({ hourlySpeedFactors, limitSpeedFactors });
    writeFileSync(path, JSON.stringify({ hourlySpeedFactors: [1, 2] }));
    expect(() => movementOf({}, { speeds: path }, 1, quiet)).toThrow('expected 24 numbers');
    writeFileSync(path, '{}');
    expect(() => movementOf({}, { speeds: path }, 1, quiet)).toThrow('has no hourlySpeedFactors');
    expect(() => readDemand(path, 10)).toThrow('has no "represents" of 1 or more');
    writeFileSync(path, JSON.stringify({ represents: 300 }));
    expect(readDemand(path, 300)).toBe(300);
    expect(() => readDemand(path, 400)).toThrow(
      '300 people, fewer than the 400 who are simulated. Simulate as many: --draw 300',
    );
    expect(() => movementOf({}, { speeds: path }, 1, quiet)).toThrow('holds a scale of the demand, not speeds');
  });
});
