import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded into a program and all its threads and processes before anything else, by NODE_OPTIONS. ITINERA_TRIAL_SHIM says what
// goes wrong:
// - `fault CODE N FILE`: the Nth write below the home fails once; FILE has a byte for each write so far.
// - `kill N LOG FOLDER` (encoded as in addresses): the program kills itself before the Nth change below the folder, or half-way through it if it writes;
//   LOG has a byte for each change so far.
// - `clock`: the clock goes back and forth by an hour, every other second.
// - `sample FILE`: nothing does; the main thread writes what it holds to the file, every second.

const require = createRequire(import.meta.url);
const fs = require('node:fs') as typeof import('node:fs');
const [kind, ...rest] = (process.env.ITINERA_TRIAL_SHIM ?? '').split(' ');

if (kind === 'fault') await failOnce(rest[0]!, Number(rest[1]), rest.slice(2).join(' '));
if (kind === 'kill') await killOnce(Number(rest[0]), ...(rest.slice(1).map(decodeURIComponent) as [string, string]));
if (kind === 'clock') swingClock();
if (kind === 'sample' && isMainThread) sample(rest.join(' '));

type Call = (...words: unknown[]) => unknown;

/** All functions that open for writing, write, flush, rename and create folders. */
async function failOnce(code: string, at: number, counter: string): Promise<void> {
  const { appendFileSync, fstatSync, statSync } = { ...fs };
  const isDue = (target: unknown) => {
    try {
      if (typeof target === 'number' ? !fstatSync(target).isFile() : !String(target).includes('home')) return false;
    } catch {
      return false;
    }
    appendFileSync(counter, '.');
    return statSync(counter).size === at;
  };
  const fault = (syscall: string, path: unknown) =>
    Object.assign(new Error(`${code}: injected, ${syscall}`), {
      code,
      syscall,
      errno: -28,
      ...(typeof path === 'string' && { path }),
    });
  const writes = (name: string, flags: unknown) => !/open/.test(name) || /[wa+]/.test(String(flags ?? 'r'));
  const patch = (object: object, names: readonly string[], react: (error: Error, words: unknown[]) => unknown) => {
    const all = object as Record<string, Call>;
    for (const name of names) {
      const real = all[name]!;
      all[name] = function (this: unknown, ...words: unknown[]) {
        const target = typeof (this as { fd?: unknown })?.fd === 'number' ? (this as { fd: number }).fd : words[0];
        return writes(name, words[1]) && isDue(target)
          ? react(fault(name.replace('Sync', ''), target), words)
          : real.apply(this, words);
      };
    }
  };
  const raise = (error: Error) => {
    throw error;
  };
  const handle = await fs.promises.open(import.meta.filename, 'r');
  patch(fs, ['openSync', 'writeSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'mkdirSync'], raise);
  patch(fs, ['open', 'write', 'writev'], (error, words) => process.nextTick(words.at(-1) as Call, error));
  patch(fs.promises, ['open', 'rename', 'mkdir', 'writeFile'], (error) => Promise.reject(error));
  patch(Object.getPrototypeOf(handle), ['write', 'writeFile', 'sync'], (error) => Promise.reject(error));
  await handle.close();
  syncBuiltinESMExports();
}

/** All functions that change what a folder, and those beside it that take its name, hold. */
async function killOnce(at: number, log: string, below: string): Promise<void> {
  const { appendFileSync, fstatSync, readlinkSync, statSync, writeSync } = { ...fs };
  const isBelow = (target: unknown) => {
    try {
      const path = typeof target === 'number' ? readlinkSync(`/proc/self/fd/${target}`) : String(target);
      return path.startsWith(below) && (typeof target !== 'number' || fstatSync(target).isFile());
    } catch {
      return false;
    }
  };
  const isDue = (target: unknown) => {
    if (!isBelow(target)) return false;
    appendFileSync(log, '.');
    return statSync(log).size === at;
  };
  const writes = (name: string, flags: unknown) => !/open/.test(name) || /[wa+]/.test(String(flags ?? 'r'));
  const patch = (object: object, names: readonly string[]) => {
    const all = object as Record<string, Call>;
    for (const name of names) {
      const real = all[name]!;
      all[name] = function (this: unknown, ...words: unknown[]) {
        const target = typeof (this as { fd?: unknown })?.fd === 'number' ? (this as { fd: number }).fd : words[0];
        if (!writes(name, words[1]) || !isDue(target)) return real.apply(this, words);
        const [bytes] = words.filter((word) => word instanceof Uint8Array);
        if (/^write/.test(name) && typeof target === 'number' && bytes !== undefined)
          writeSync(target, bytes, 0, Math.floor(bytes.byteLength / 2));
        process.kill(process.pid, 'SIGKILL');
        return undefined;
      };
    }
  };
  const handle = await fs.promises.open(import.meta.filename, 'r');
  const sync = ['open', 'write', 'writeFile', 'rename', 'mkdir', 'rm', 'rmdir', 'unlink', 'appendFile'];
  patch(fs, [...sync.map((name) => `${name}Sync`), 'open', 'write', 'writev', 'rename', 'unlink']);
  patch(fs.promises, ['open', 'rename', 'mkdir', 'writeFile', 'rm', 'unlink', 'appendFile']);
  patch(Object.getPrototypeOf(handle), ['write', 'writeFile', 'writev']);
  await handle.close();
  syncBuiltinESMExports();
}

function swingClock(): void {
  const Real = Date;
  const now = () => Real.now() + [0, 3_600_000, 0, -3_600_000][Math.floor(performance.now() / 1000) % 4]!;
  globalThis.Date = class extends Real {
    constructor(...words: []) {
      super(...((words.length === 0 ? [now()] : words) as []));
    }
    static override now = now;
  } as DateConstructor;
}

/** After garbage collection, so that only retained memory counts. */
function sample(path: string): void {
  const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
  const { runInNewContext } = require('node:vm') as typeof import('node:vm');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const emitters = [process, process.stdout, process.stderr];
  const take = () => {
    collect();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    const listeners = emitters.flatMap((one) => one.eventNames().map((name) => one.listenerCount(name)));
    const figures = {
      seconds: performance.now() / 1000,
      rss: rss / 2 ** 20,
      held: (heapUsed + arrayBuffers) / 2 ** 20,
      descriptors: fs.readdirSync('/proc/self/fd').length,
      listeners: listeners.reduce((sum, count) => sum + count, 0),
      handles: process.getActiveResourcesInfo().length,
    };
    fs.appendFileSync(path, `${JSON.stringify({ pid: process.pid, ...figures })}\n`);
  };
  setInterval(take, 1000).unref();
}
