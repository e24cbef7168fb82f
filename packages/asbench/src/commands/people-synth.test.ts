import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMapFile } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { readDataset } from '@itinera/runner';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import addPeople from './people-synth.js';

let folder: string;
let map: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'itinera-people-'));
  map = join(folder, 'town.pb');
  await writeMapFile(map, synthesizeCity({ seed: 1, size: 2000 }));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Runs `people synth` with the given arguments. @returns what it printed */
async function synth(...args: string[]): Promise<string> {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  addPeople(program);
  await program.parseAsync(['people', '--map', map, ...args], { from: 'user' });
  return written.join('');
}

test('writes people for a run, marked as synthetic', async () => {
  const output = join(folder, 'people');
  expect(await synth('-n', '500', '-o', output)).toContain('500 SYNTHETIC people');
  const dataset = readDataset(output);
  expect(dataset.synthetic).toBe(true);
  expect(dataset.profiles).toHaveLength(500);
  expect(dataset.profiles[0]).toMatchObject({ id: 1, attributes: { synthetic: true } });
  const parquet = await readFile(join(output, 'profiles.parquet'));
  expect(parquet.toString('latin1', 0, 4)).toBe('PAR1');
  expect(parquet.toString('latin1', parquet.length - 4)).toBe('PAR1');
});

test('writes one file if its name has an extension, the same for the same seed', async () => {
  const [a, b] = [join(folder, 'a.json'), join(folder, 'b.json')];
  const report = JSON.parse(await synth('-n', '200', '--seed', '7', '--json', '-o', a));
  expect(report).toMatchObject({ written: [a], people: 200 });
  await synth('-n', '200', '--seed', '7', '-o', b);
  expect(await readFile(a, 'utf8')).toBe(await readFile(b, 'utf8'));
  await synth('-n', '200', '--seed', '7', '--law', 'exponential', '--metres', '200', '-o', b);
  expect(await readFile(a, 'utf8')).not.toBe(await readFile(b, 'utf8'));
});

test('writes as many people as requested', async () => {
  expect(await synth('-n', '3', '-o', join(folder, 'three'))).toContain('3 SYNTHETIC people');
});

test('reports problems of a grid or an output path', async () => {
  const grid = join(folder, 'grid.csv');
  await writeFile(grid, 'lon,lat,population\n100,50,1000\n');
  await expect(synth('-n', '10', '--population', grid, '-o', join(folder, 'x'))).rejects.toThrow(
    'does not cover the map',
  );
  await expect(synth('-n', '10', '--population', join(folder, 'none.csv'), '-o', folder)).rejects.toThrow(
    'no such file or folder',
  );
  await expect(synth('-n', '10', '-o', join(map, 'below'))).rejects.toThrow('part of the path is a file');
});
