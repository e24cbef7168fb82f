import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CityMap, LaneType, readMap, writeMap } from '@itinera/city';
import { beforeAll, describe, expect, test } from 'vitest';
import { asbench, testFolder } from './asbench.fixture.js';

const folder = testFolder();
const at = (name: string) => join(folder, name);
const map = (...args: string[]) => asbench(folder, 'map', ...args);

beforeAll(async () => {
  expect(await map('synth', '--seed', '3', '--size', 'village', '-o', at('village.pb'))).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Wrote .*village\.pb: Synthetic village \(seed 3\)/),
  });
});

describe('map synth', () => {
  test('writes the same file for the same seed, and supports aliases of sizes', async () => {
    await map('synth', '--seed', '3', '--size', 'small', '-o', at('again.pb'));
    await map('synth', '--seed', '4', '--size', '2000', '-o', at('other.pb'));
    const village = readFileSync(at('village.pb'));
    expect(readFileSync(at('again.pb')).equals(village)).toBe(true);
    expect(readFileSync(at('other.pb')).equals(village)).toBe(false);
  });

  test.each([
    [['--size', 'enormous'], 2, "argument 'enormous' is invalid. Expected village, town, city, metropolis"],
    [['--size', '30'], 1, 'from 500 to 5000000'],
    [['--seed', 'x'], 2, "argument 'x' is invalid. Expected a whole number"],
  ])('%j is rejected', async (args, exitCode, message) => {
    const { status, stderr } = await map('synth', ...args, '-o', at('x.pb'));
    expect(status).toBe(exitCode);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(' at ');
  });
});

test('map speeds writes the speeds of an hour as limits', async () => {
  const hourlySpeedFactors = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 0.5 : 1));
  writeFileSync(at('speeds.json'), JSON.stringify({ hourlySpeedFactors, limitSpeedFactors: [1, 0.9, 0.8] }));
  const { stderr } = await map(
    ...['speeds', at('village.pb'), '--speeds', at('speeds.json'), '--hour', '8', '-o', at('eight.pb')],
  );
  expect(stderr).toMatch(
    /^Wrote .*eight\.pb: speed limits of .*village\.pb times 0\.50 \(8:00\), 1\.00, 0\.90, 0\.80 by speed/,
  );
  const [before, after] = ['village.pb', 'eight.pb'].map((name) => readMap(readFileSync(at(name))).lanes);
  const lane = before!.type.indexOf(LaneType.DRIVING);
  expect(after!.maxSpeed[lane]! / before!.maxSpeed[lane]!).toBeCloseTo(0.5);
});

describe('map info', () => {
  test('shows counts, reachability and that a city is synthetic', async () => {
    const { stdout, status } = await map('info', at('village.pb'), '--json');
    expect(status).toBe(0);
    const info = JSON.parse(stdout);
    expect(info).toMatchObject({ synthetic: true, problems: [], unknownFields: 0, ground: {} });
    for (const key of ['aois', 'pois', 'roads', 'junctions', 'lanes']) expect(info[key]).toBeGreaterThan(50);
    expect(info.reachable).toEqual({ any: info.aois, drive: info.aois, walk: info.aois });
    const { stdout: text } = await map('info', at('village.pb'));
    expect(text).toContain('SYNTHETIC');
    expect(text).toContain('No problems found.');
    expect(text).toMatch(/^ground +\(none\)$/m);
    expect(text).toMatch(/^public transport +\(none\)$/m);
    await map('synth', '--seed', '3', '--size', '9000', '-o', at('river.pb'));
    const town = (await map('info', at('river.pb'))).stdout;
    expect(town).toMatch(/^ground +1 green, 1 water, 1 river$/m);
    expect(town).not.toContain('unknown fields');
  });

  test('prints names without control characters', async () => {
    const header = { name: 'a\u001b[31mb\nc', date: '', north: 0, south: 0, east: 0, west: 0, projection: '' };
    const message = { header, lanes: [], roads: [], junctions: [], aois: [], pois: [], sublines: [] };
    writeFileSync(at('name.pb'), writeMap(CityMap.fromMessage(message)));
    expect((await map('info', at('name.pb'))).stdout).toMatch(/^name +a\?\[31mb c\n/);
  });

  test('shows where a file is damaged', async () => {
    writeFileSync(at('cut.pb'), readFileSync(at('village.pb')).subarray(0, 5000));
    const { stderr, status } = await map('info', at('cut.pb'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/cut\.pb: the file .*\(at byte \d+ of 5000\)/);
  });

  test('reports a missing file', async () => {
    expect(await map('info', at('nothing.pb'))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is no such file'),
    });
  });
});

describe('map draw', () => {
  test('writes a picture', async () => {
    expect((await map('draw', at('village.pb'), '-o', at('village.svg'), '--pixels', '600')).status).toBe(0);
    expect(readFileSync(at('village.svg'), 'utf8')).toMatch(/^<svg [^>]*width="600".*SYNTHETIC.*<\/svg>\n$/s);
  });

  test('rejects an invalid path, extension or width', async () => {
    expect((await map('draw', at('village.pb'), '-o', join(folder, 'no', 'x.svg'))).stderr).toContain(
      'Choose another folder',
    );
    expect((await map('draw', at('village.pb'), '-o', at('x.png'))).stderr).toContain(
      'expected a name that ends in .svg',
    );
    expect((await map('draw', at('village.pb'), '-o', at('x.svg'), '--pixels', '9')).stderr).toContain(
      'from 200 to 20000',
    );
  });
});
