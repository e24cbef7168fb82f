import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CityMap, MotionStatus } from '@itinera/city';
import { exponent } from '../../base/perf/exponent.js';
import type { Row } from '../../base/perf/row.js';

/** AOIs of cities, which show how the cost grows; people live in the largest. */
const SIZES = [15_000, 30_000, 60_000];
const AOIS = SIZES.at(-1)!;
const PEOPLE = 100;
const STEPS = 100;
const CATEGORIES = ['amenity|restaurant', 'shop|supermarket', 'leisure|park', 'amenity|cafe', 'amenity|school'];

/** The cost of Python agents compared with the same rule in TypeScript, and of opening a big city in a process. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'python-bench-'));
  try {
    const maps = SIZES.map(bigMap);
    const runs: Awaited<ReturnType<typeof opened>>[] = [];
    for (const map of maps) runs.push(await opened(folder, map));
    const map = maps.at(-1)!;
    const { written, loaded, megabytes } = runs.at(-1)!;
    const growth = (of: (run: (typeof runs)[number]) => number) => exponent(SIZES, runs.map(of));
    const [inTypeScript, inPython] = [
      await lived(folder, map, 'same-rule.ts'),
      await lived(folder, map, 'same_rule.py'),
    ];
    const city = `SYNTHETIC city of ${AOIS} AOIs`;
    return [
      {
        work: `${city} written for Python, by the clock`,
        ours: written,
        unit: 's',
        exponent: growth((run) => run.written),
      },
      {
        work: `${city} opened in Python, by the clock`,
        ours: loaded,
        unit: 's',
        exponent: growth((run) => run.loaded),
      },
      ...(megabytes === undefined
        ? []
        : [{ work: `${city} opened in Python: memory`, ours: megabytes, unit: 'MB' } as const]),
      {
        work: `Python agent, ${PEOPLE} people × ${STEPS} steps, by the clock`,
        ours: inPython,
        unit: 's',
        peer: { name: 'the same rule in TypeScript', cost: inTypeScript },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 80 m blocks on a 120 m grid, each with a POI at its centre. */
function bigMap(aois: number): CityMap {
  const side = Math.ceil(Math.sqrt(aois));
  const corners = [
    [0, 0],
    [80, 0],
    [80, 80],
    [0, 80],
    [0, 0],
  ] as const;
  const places = Array.from({ length: aois }, (_, i) => ({ i, x: 120 * (i % side), y: 120 * Math.floor(i / side) }));
  const header = { name: 'made up', date: '', north: 0, south: 0, east: 0, west: 0 };
  return CityMap.fromMessage({
    header: { ...header, projection: '+proj=tmerc +lat_0=40 +lon_0=116' },
    lanes: [],
    roads: [],
    junctions: [],
    sublines: [],
    aois: places.map(({ i, x, y }) => ({
      id: 500_000_000 + i,
      type: 2,
      name: `block ${i}`,
      positions: corners.map(([dx, dy]) => ({ x: x + dx, y: y + dy })),
      area: 6400,
      urbanLandUse: 'R',
      drivingPositions: [{ laneId: i, s: 1 }],
      walkingPositions: [{ laneId: i, s: 1 }],
      drivingGates: [{ x, y }],
      walkingGates: [{ x, y }],
      poiIds: [700_000_000 + i],
      sublineIds: [],
    })),
    pois: places.map(({ i, x, y }) => ({
      id: 700_000_000 + i,
      name: `poi ${i}`,
      category: CATEGORIES[i % CATEGORIES.length]!,
      position: { x: x + 40, y: y + 40 },
      aoiId: 500_000_000 + i,
      functions: [],
    })),
  });
}

async function opened(folder: string, map: CityMap) {
  const { writeCityFile } = await ours<typeof import('../../engine/dist/python/city-file.js')>('python/city-file.js');
  const { PythonHost } = await ours<typeof import('../../engine/dist/python/python-host.js')>('python/python-host.js');
  const { DEFAULT_PYTHON } =
    await ours<typeof import('../../engine/dist/python/python-process.js')>('python/python-process.js');
  const { pythonBases } = await import('@itinera/benchmarks');
  const city = join(folder, `city-${map.aois.count}`);
  const written = await secondsOf(() => writeCityFile(city, map, 'US'));
  const options = {
    python: DEFAULT_PYTHON,
    file: fixture('same_rule.py'),
    task: 'DailyMobility',
    bases: pythonBases(),
    city,
    categories: {},
  };
  let host: Awaited<ReturnType<typeof PythonHost.start>> | undefined;
  const loaded = await secondsOf(async () => {
    host = await PythonHost.start(options);
  });
  const megabytes = process.platform === 'win32' ? undefined : rss(host!.pid!) / 1024;
  await host!.close();
  return { written, loaded, megabytes };
}

/** KB. */
const rss = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));

/** Seconds to simulate a group of people who never leave home, without the time to open the city in either language. */
async function lived(folder: string, map: CityMap, file: string): Promise<number> {
  const { simulateGroup } =
    await ours<typeof import('../../engine/dist/simulation/simulate-group.js')>('simulation/simulate-group.js');
  const { MapCityView } =
    await ours<typeof import('../../engine/dist/agents/map-city-view.js')>('agents/map-city-view.js');
  const { benchmarkNamed } = await import('@itinera/benchmarks');
  const { planSettings } = await import('@itinera/run');
  const { noModel } = await ours<typeof import('../../engine/dist/llm/language-model.js')>('llm/language-model.js');
  const { agentClass, close } = await agentOf(folder, map, file);
  const benchmark = benchmarkNamed('DailyMobility');
  const settings = {
    ...planSettings(),
    order: 'free' as const,
    clock: { ...benchmark.clock, steps: STEPS },
    weather: benchmark.weather,
    agentParams: {},
    routes: false,
  };
  const profiles = Array.from({ length: PEOPLE }, (_, id) => {
    const home = 500_000_000 + ((id * 601) % AOIS);
    return { id, home, work: home, attributes: {} };
  });
  const city = new MapCityView(map);
  void city.allAois;
  const surroundings = { settings, city, world: world(map), agentClass, llm: noModel };
  const seconds = await secondsOf(() => simulateGroup(surroundings, profiles));
  await close();
  return seconds;
}

async function agentOf(folder: string, map: CityMap, file: string) {
  const { loadAgent } = await ours<typeof import('../../engine/dist/agents/load-agent.js')>('agents/load-agent.js');
  const { benchmarkNamed, pythonBases } = await import('@itinera/benchmarks');
  const { openPythonAgent } =
    await ours<typeof import('../../engine/dist/python/open-python-agent.js')>('python/open-python-agent.js');
  const { DEFAULT_PYTHON } =
    await ours<typeof import('../../engine/dist/python/python-process.js')>('python/python-process.js');
  if (!file.endsWith('.py'))
    return {
      agentClass: await loadAgent({ file: fixture(file) }, benchmarkNamed('DailyMobility'), { module: {}, bases: [] }),
      close: () => {},
    };
  const cityPath = join(folder, 'people');
  const task = { task: 'DailyMobility', bases: pythonBases() };
  const options = {
    python: DEFAULT_PYTHON,
    file: fixture(file),
    ...task,
    agentParams: {},
    map,
    country: 'US',
  } as const;
  return openPythonAgent({ ...options, cityPath, stepTimeoutSeconds: 30 });
}

/** A world in which everybody stays at home. */
function world(map: CityMap) {
  const homes = new Map<number, number>();
  const { positions } = map.aois;
  return {
    coupled: false,
    addPerson: (id: number, home: number) => homes.set(id, home),
    advancePerson: () => {},
    motion(id: number) {
      const aoiId = homes.get(id)!;
      const at = positions.offsets[map.aoiIndex(aoiId)]!;
      const [x, y] = [positions.xy[2 * at]!, positions.xy[2 * at + 1]!];
      return { status: MotionStatus.SLEEP, x, y, aoiId, laneId: null, s: 0, speed: 0, direction: 0 };
    },
    destination: () => null,
    setSchedule: () => {},
    totals: () => ({ trips: 0, metres: 0, seconds: 0 }),
    takeEvents: () => [],
    removePerson: () => {},
  } as never;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** A module of the built package that is not exported. */
const ours = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(process.cwd(), 'packages/engine/dist', path)).href)) as T;

const fixture = (name: string): string => join(process.cwd(), 'packages/engine/fixtures/python', name);
