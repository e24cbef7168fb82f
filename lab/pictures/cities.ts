import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { realData } from './real-data.js';

/** A picture of a simulated city. */
export interface CityPicture {
  readonly name: string;
  /** Null without the folder of real data. */
  readonly extract: string | null;
  readonly people: number;
  /** Options of each simulation. */
  readonly simulations: readonly (readonly string[])[];
  /** The page that is shown. */
  readonly at: (runs: readonly string[]) => string;
  /** A button that is pressed first. */
  readonly click?: string;
  /** What the page shows when it is complete. */
  readonly seen: string;
  readonly dark: boolean;
  /** Pixels from the top. */
  readonly height: number;
}

/** Pictures of simulated cities: which extract, how many people, how they are simulated, and what the page shows. */
export const CITIES: readonly CityPicture[] = [
  {
    name: 'viewer-bridge',
    extract: realData('osm-gtfs-newport', 'newport-2023-06-13.osm.pbf'),
    people: 1500,
    simulations: [[], ['--scenario', 'bridge.yml']],
    at: ([before, after]) => `compare/${before}/${after}`,
    seen: '.flow-map .stage[data-shown]',
    dark: false,
    height: 1400,
  },
  {
    name: 'viewer-jams',
    extract: realData('osm-honolulu', 'honolulu.osm.pbf'),
    people: 10_000,
    simulations: [['--congestion', 'queue', '--represents', '100000']],
    at: ([run]) => `run/${run}/traffic`,
    click: 'Kinau Street',
    seen: '.flow-map .stage[data-shown]',
    dark: true,
    height: 1750,
  },
  {
    name: 'viewer-speeds',
    extract: realData('osm-monaco', 'monaco-latest.osm.pbf'),
    people: 1000,
    simulations: [['--congestion', 'queue']],
    at: ([run]) => `run/${run}/traffic`,
    seen: '.flow-map .stage[data-shown]',
    dark: false,
    height: 1000,
  },
];

const BRIDGE = 'name: George Street Bridge closed\nclose: {road: George Street Bridge}\n';

/** Simulates a city in a home of its own. @returns the home and the names of the runs, in order; null without its extract */
export function simulateCity(program: string, folder: string, { name, extract, people, simulations }: CityPicture) {
  if (extract === null) return null;
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'bridge.yml'), BRIDGE);
  const home = join(cwd, 'home');
  const simulate = ['simulate', '--map', 'city.pb', '--profiles', 'people', '--days', '1'];
  for (const words of [
    ['map', 'build', resolve(extract), '-o', 'city.pb'],
    ['data', 'people', '--map', 'city.pb', '-n', String(people), '-o', 'people'],
    ...simulations.map((options) => [...simulate, ...options]),
  ])
    execFileSync(process.execPath, [program, '--home-dir', home, ...words], { cwd, stdio: 'ignore' });
  return { home, runs: readdirSync(join(home, 'runs')).sort() };
}
