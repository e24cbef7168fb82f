import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { writeMap } from '@itinera/city';
import { synthesizeCity } from '@itinera/city-build';
import { RandomStream } from '@itinera/engine';
import { afterAll, expect, vi } from 'vitest';

export const program = join(import.meta.dirname, '../../bin/asbench.js');
const { runProgram } = (await import(
  process.env.ITINERA_TEST_SOURCES ? './program.js' : join(import.meta.dirname, '../../bundle/program.js')
)) as typeof import('./program.js');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const truth = join(import.meta.dirname, '../../../run/fixtures/agentsociety');

/** A folder that is removed after the tests of the file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'asbench test '));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** Runs a command line in this process, in the given folder. */
export async function asbench(cwd: string, ...args: string[]): Promise<Outcome> {
  const { result: status, ...output } = await captured(cwd, () => runProgram(args));
  return { ...output, status };
}

/** Does something in the given folder. @returns its result and what it writes */
export async function captured<T>(cwd: string, action: () => Promise<T>) {
  const output = { stdout: '', stderr: '' };
  const writes = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, ...rest) => {
      output[name] += chunk;
      const written = rest.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  );
  const before = process.cwd();
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.chdir(cwd);
  try {
    const result = await action();
    return { ...output, result };
  } finally {
    process.chdir(before);
    for (const [i, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[i]!.includes(listener)) process.off(signal, listener);
    for (const write of writes) write.mockRestore();
  }
}

/** The JSON printed by a command, which must succeed. */
export function jsonOf({ stdout, stderr, status }: Outcome) {
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** Runs the bundled program in a separate process, for tests about the process itself. */
export function asbenchProcess(cwd: string, ...args: string[]): Outcome {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
  return { stdout, stderr, status };
}

/** Random times of kills, from KILL_SEED or a printed seed, so that a failure can be repeated. */
export function momentsOfKills(): RandomStream {
  const seed = Number(process.env.KILL_SEED ?? Date.now());
  console.log(`Times of kills: KILL_SEED=${seed}`);
  return new RandomStream(seed, 0);
}

/** Runs the bundled program and kills it as soon as a condition holds. @returns true if it ended before that. */
export async function asbenchKilled(cwd: string, condition: () => boolean, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: 'ignore' });
  const timer = setInterval(() => condition() && child.kill('SIGKILL'), 2);
  const signal = await new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
  clearInterval(timer);
  return signal === null;
}

/** The size of all files in a folder; 0 if it does not exist. */
export function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

let village: { readonly aois: ArrayLike<number>; readonly file: Uint8Array } | undefined;

/** Drawn once for all files of a process. */
function drawnVillage() {
  if (village === undefined) {
    const map = synthesizeCity({ seed: 1, size: 500 });
    village = { aois: map.aois.id, file: writeMap(map) };
  }
  return village;
}

/** Writes a synthetic village with people as the datasets of both tasks, under `<folder>/datasets`. */
export function makeDatasets(folder: string, people: number): string {
  const datasets = join(folder, 'datasets');
  const { aois, file } = drawnVillage();
  const random = new RandomStream(1, 0);
  const profiles = Array.from({ length: people }, (_, n) => ({
    id: n + 1,
    home: random.choice(aois),
    work: random.choice(aois),
    age: 20 + random.integer(60),
    occupation: 'Finance',
  }));
  for (const [task, dataset] of [
    ['DailyMobility', 'dataset_daily'],
    ['HurricaneMobility', 'dataset_hurricane'],
  ] as const) {
    const target = join(datasets, task);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'map.pb'), file);
    writeFileSync(join(target, 'profiles.json'), JSON.stringify(profiles));
    copyFolder(join(truth, dataset, 'groundtruth'), join(target, 'groundtruth'));
  }
  return datasets;
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) writeFileSync(join(to, name), readFileSync(join(from, name)));
}

/** The files of a run that must be the same for the same seed, by name. */
export function bytesOf(run: string): Map<string, Buffer> {
  const files = readdirSync(run, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files
      .map((file): [string, Buffer] => [relative(run, file), readFileSync(file)])
      .filter(([name]) => !['run.json', 'prints.log', 'checksums.json'].includes(name))
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

/** The same, with calls in any order and without their timestamps. */
export function comparableCalls(run: string): unknown[] {
  return [...bytesOf(run)].map(([name, bytes]) => [
    name,
    name === 'calls.ndjson'
      ? bytes
          .toString()
          .replaceAll(/"(at|milliseconds)":[\d.]+/g, '')
          .split('\n')
          .sort()
          .join('\n')
      : bytes.toString('base64'),
  ]);
}
