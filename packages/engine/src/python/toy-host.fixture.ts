import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CityMap } from '@itinera/city';
import { afterAll, beforeAll } from 'vitest';
import type { AgentReport } from './check-agent.js';
import { writeCityFile } from './city-file.js';
import type { Senses } from './host-messages.js';
import { PythonHost } from './python-host.js';
import type { PythonHostOptions } from './python-host-options.js';
import { DEFAULT_PYTHON, MAIN_PY, pythonEnvironment } from './python-process.js';

export const hasPython = spawnSync(DEFAULT_PYTHON, ['--version']).status === 0;
export const hasNumpy = spawnSync(DEFAULT_PYTHON, ['-c', 'import numpy']).status === 0;
export const pythonFixture = (name: string) => join(import.meta.dirname, '..', '..', 'fixtures', 'python', name);

const CATEGORIES = ['amenity|restaurant', 'shop|supermarket'];

/**
 * Twenty AOIs in a row, 100 m apart: every other one is a 40 m block with its lower left corner on the axis, the others
 * are points. POI 700000000 + i is in AOI i, 10 m north of it: a restaurant for even i, else a supermarket.
 */
export function toyMap(): CityMap {
  const aois = Array.from({ length: 20 }, (_, i) => ({
    id: 500000000 + i,
    type: 2,
    name: `place ${i}`,
    positions: (i % 2 === 0 ? [0, 40, 40, 0, 0] : [0]).map((dx, n) => ({
      x: 100 * i + dx,
      y: n === 2 || n === 3 ? 40 : 0,
    })),
    ...(i % 2 === 0 && { area: 1600, urbanLandUse: 'R' }),
    drivingPositions: [{ laneId: i, s: 1.5 }],
    walkingPositions: [],
    drivingGates: [{ x: 100 * i, y: 0 }],
    walkingGates: [],
    poiIds: [700000000 + i],
    sublineIds: [],
  }));
  const pois = aois.map(({ id }, i) => ({
    id: 700000000 + i,
    name: `shop ${i}`,
    category: CATEGORIES[i % 2]!,
    position: { x: 100 * i, y: 10 },
    aoiId: id,
    functions: [],
  }));
  const header = { name: 't', date: '', north: 0, south: 0, east: 0, west: 0 };
  const projection = '+proj=tmerc +lat_0=40 +lon_0=116';
  return CityMap.fromMessage({
    header: { ...header, projection },
    lanes: [],
    roads: [],
    junctions: [],
    aois,
    pois,
    sublines: [],
  });
}

/** The bases of the built-in tasks; their files are in the benchmarks. */
export const taskBases = ['daily', 'hurricane'].map((name) => {
  const task = `${name[0]!.toUpperCase()}${name.slice(1)}Mobility`;
  const file = join(import.meta.dirname, `../../../benchmarks/src/${name}-mobility/agent.py`);
  return { task, name: `${task}Agent`, file };
});

/** Creates a folder, with a space in its name, that holds the toy city for the tests of a file. */
export function toyFolder(): { readonly folder: string; readonly city: string } {
  const folder = mkdtempSync(join(tmpdir(), 'itinera python '));
  const city = join(folder, 'city.bin');
  beforeAll(() => writeCityFile(city, toyMap(), 'US'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return { folder, city };
}

export const startHost = (options: Pick<PythonHostOptions, 'file' | 'city'> & Partial<PythonHostOptions>) =>
  PythonHost.start({ python: DEFAULT_PYTHON, task: 'DailyMobility', bases: taskBases, categories: {}, ...options });

/** Checks many files in one Python process. */
export function checkFiles(files: readonly string[]): AgentReport[] {
  const code = `import json, sys
root, bases, *files = sys.argv[1:]
sys.path[0] = root
from itinera_host.bases import install
from itinera_host.check import check
install(json.loads(bases))
print(json.dumps([check(file) for file in files]))`;
  const args = ['-c', code, dirname(MAIN_PY), JSON.stringify(taskBases), ...files];
  return JSON.parse(
    execFileSync(DEFAULT_PYTHON, args, { encoding: 'utf8', env: { ...process.env, ...pythonEnvironment } }),
  );
}

/** @param aoi number of the AOI in the row; null: travelling. */
export const senses = (tick: number, aoi: number | null = 0): Senses => ({
  tick,
  weather: { statement: 'The weather is sunny', condition: 'sunny' },
  motion: {
    id: 1,
    status: aoi === null ? 2 : 1,
    position: {
      xy_position: { x: 100 * (aoi ?? 0), y: 0 },
      ...(aoi === null ? { lane_position: { lane_id: 7, s: 2 } } : { aoi_position: { aoi_id: 500000000 + aoi } }),
    },
    v: 0,
  },
});

const at = (aoi: number) => ({ aoi_position: { aoi_id: 500000000 + aoi } });

export const person = (id: number, profile: Record<string, unknown> = {}) => ({
  ...senses(1),
  name: `p${id}`,
  seed: id,
  limit: 60,
  profile: { home: at(0), work: at(9), ...profile },
});
