import { mkdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultOf, firstLine } from './asbench.js';
import { Dice } from './mutate.js';
import { oddFiles, oddFolder } from './odd-files.js';
import { places } from './places.js';
import { forgetPeak, peakMegabytes } from './usage.js';
import { type ChildJob, STATE_FD } from './watched-child.js';

/** The inputs of a child: pairs of a place and an odd file, by number. */
export interface InputsJob extends ChildJob {
  readonly seed: number;
  readonly home: string;
  /** The packed program as a module. */
  readonly program: string;
  /** Good files by the words that stand for them. */
  readonly good: Readonly<Record<string, string>>;
}

/** What an input cost, and its fault if any; `i` is negative after the last one. */
export interface InputFound {
  readonly i: number;
  readonly what: string;
  readonly fault: string | null;
  readonly seconds: number;
  readonly megabytes: number;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const oddNames = Object.keys(oddFiles);

if (process.send) {
  const job = JSON.parse(process.argv[2]!) as InputsJob;
  const { runProgram } = (await import(pathToFileURL(job.program).href)) as {
    runProgram(words: readonly string[]): Promise<number>;
  };
  for (const signal of SIGNALS) process.setMaxListeners(0).on(signal, () => undefined);
  process.chdir(job.folder);
  for (let i = job.from; i < job.to; i++) {
    writeSync(STATE_FD, String(i).padEnd(16), 0);
    process.send(await tried(job, i, runProgram));
  }
  process.send({ i: -1, what: '', fault: null, seconds: 0, megabytes: 0 });
  process.exit();
}

async function tried(job: InputsJob, i: number, runProgram: (words: string[]) => Promise<number>): Promise<InputFound> {
  const place = places[Math.floor(i / oddNames.length)]!;
  const odd = oddNames[i % oddNames.length]!;
  const out = join(job.folder, 'out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const path = join(job.folder, 'odd');
  const words = place.split(' ').map((word, at, all) => {
    if (word.startsWith('OUT')) return word.replace('OUT', out);
    if (!word.startsWith('@')) return job.good[word] ?? word;
    const named = `${path}${word.slice(1).replace('/', '')}`;
    if (all.indexOf(word) < at) return named;
    if (word !== '@/') oddFiles[odd]!(named);
    else oddFolder(named, job.good[templateOf(all, at)]!, odd, new Dice(job.seed ^ Math.imul(i, 0x85ebca6b)));
    return named;
  });
  const texts = { stdout: '', stderr: '' };
  const real = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name];
    process[name].write = ((chunk: unknown, ...rest: unknown[]) => {
      texts[name] += chunk;
      const last = rest.at(-1);
      if (typeof last === 'function') last();
      // The viewer runs until it is interrupted.
      if (words[0] === 'ui' && /http:/.test(texts.stdout)) setImmediate(() => process.emit('SIGINT'));
      return true;
    }) as typeof write;
    return () => {
      process[name].write = write;
    };
  });
  const listeners = SIGNALS.flatMap((signal) => process.listeners(signal));
  const [then, before] = [process.cpuUsage(), forgetPeak()];
  const code = await runProgram(['--home-dir', job.home, ...words]).catch((error: Error) => {
    texts.stderr += error.stack;
    return 70;
  });
  const { user, system } = process.cpuUsage(then);
  for (const end of real) end();
  for (const signal of SIGNALS)
    for (const one of process.listeners(signal)) if (!listeners.includes(one)) process.off(signal, one);
  for (const word of words) if (word.startsWith(path)) rmSync(word, { recursive: true, force: true });
  const end = { code, signal: null, output: texts.stdout, errors: texts.stderr };
  return {
    i,
    what: `${place}, ${odd}: exit code ${code}, ${firstLine(texts.stderr || texts.stdout)}`,
    fault: faultOf({ ...end, errors: end.errors || end.output }),
    seconds: (user + system) / 1e6,
    megabytes: peakMegabytes() - before,
  };
}

/** The kind of folder that a place expects. */
function templateOf(words: readonly string[], at: number): string {
  if (words[at - 1] === '-d') return 'DATA';
  if (words[at - 1] === '--gtfs') return 'FEED';
  if (words[at - 1] === '--also') return 'HOME';
  return words[0] === 'humob' ? 'SUBMISSIONS' : 'RUN';
}
