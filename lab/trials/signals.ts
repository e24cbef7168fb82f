import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@itinera/base/node';
import { asbench, everyLine, faultOf, start } from './asbench.js';
import { agents, makeHome } from './home.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const TIMES = 2;

/** Signals while a command is working, and environments that no program expects. */
export const signals: Trial = {
  name: 'signals',
  about: 'SIGINT, SIGTERM and SIGHUP at any moment, and odd environments: no stack, no child, no incomplete file',
  async run({ folder, scale, seed, only = '' }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const dice = new Dice(seed);
    const out = join(folder, 'out');
    const failures: string[] = [];
    let tries = 0;
    const run = join(home, 'runs', 'daily-mobility-1');
    const places = { RUN: run, OUT: out, AGENT: agents.python };
    for (const line of commands)
      for (const signal of SIGNALS)
        for (let time = 0; time < Math.ceil(TIMES * scale); time++) {
          if (!'signals'.startsWith(only)) continue;
          mkdirSync(out, { recursive: true });
          const { child, ended } = start(['--home-dir', home, ...wordsOf(line, places)], { cwd: folder });
          let children: number[] = [];
          const timer = setTimeout(
            () => {
              children = descendantsOf(child.pid!);
              child.kill(signal);
            },
            200 + dice.next() * 3000,
          );
          const end = await ended;
          clearTimeout(timer);
          tries++;
          const fail = (what: string) => failures.push(`${line}, ${signal}: ${what}`);
          // A stopped run says so where its result would be.
          const isStopped = end.output.includes('Stopped. To finish it: ');
          const fault = end.signal === signal || isStopped ? null : faultOf(end);
          if (fault !== null || /^ {4}at /m.test(end.errors)) fail(`${fault}: ${everyLine(end)}`);
          // A child notices that its parent has gone.
          for (let wait = 0; wait < 20 && children.some(isAlive); wait++) await sleep(500);
          if (children.some(isAlive)) fail('a child is still alive');
          // A complete file is one that the same command would write.
          await asbench(['--home-dir', home, 'humob', 'synth', '--users', '1', '-o', join(out, 'last.csv')], {
            cwd: folder,
          });
          const left = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
          if (left.length > 0) fail(`left ${left.join(', ')}`);
          rmSync(out, { recursive: true, force: true });
        }
    for (const [name, around] of Object.entries(environments))
      for (const line of briefCommands) {
        if (!name.startsWith(only) && !'environments'.startsWith(only)) continue;
        mkdirSync(out, { recursive: true });
        const words = ['--home-dir', home, ...wordsOf(line, places)];
        const end = await start(words, { cwd: folder, seconds: 120, around }).ended;
        tries++;
        const fault = faultOf(end);
        // What is printed nowhere cannot be read, and `verify` prints what it cannot check as its result.
        const isSaid = /2> ?(&-|\/dev\/full)/.test(around) || end.output.includes('not fully verified');
        if (fault !== null && !(isSaid && /without a message/.test(fault)))
          failures.push(`${line}, ${name}: ${fault}: ${everyLine(end)}`);
        rmSync(out, { recursive: true, force: true });
      }
    return { tries, failures };
  },
};

/** With the places RUN, OUT and AGENT. */
const commands = [
  'run DailyMobility --people 200 -a day-pattern --seed 9',
  'run DailyMobility --people 40 -a AGENT --seed 9',
  'run DailyMobility --people 20 -a commuter --dry-run',
  'calibrate DailyMobility --people 20',
  'reproduce RUN',
  'report RUN -o OUT/a.html',
  'pack RUN -o OUT/a.zip',
  'export RUN -o OUT/a.csv',
  'measure RUN RUN',
  'ui --no-open --port 0',
  'map synth --size town -o OUT/a.pb',
  'humob synth --users 20000 -o OUT/a.csv.gz',
  'humob score --sample',
];

const briefCommands = [
  'list-tasks',
  'explain RUN',
  'report RUN -o OUT/a.html',
  'verify RUN',
  'pack RUN -o OUT/a.zip',
  'run DailyMobility --people 2 -a commuter',
  'humob synth --users 2 -o OUT/a.csv',
  'humob score --sample',
];

/** The words of a command; a place may have spaces in its path. */
function wordsOf(line: string, places: Readonly<Record<string, string>>): string[] {
  return line.split(' ').map((word) => word.replace(/^[A-Z]+/, (place) => places[place] ?? place));
}

/** Shell commands around the program, `"$0" "$@"`. */
const environments: Readonly<Record<string, string>> = {
  'output on a full device': '"$0" "$@" > /dev/full',
  'errors on a full device': '"$0" "$@" 2> /dev/full',
  'closed output': '"$0" "$@" >&-',
  'closed errors': '"$0" "$@" 2>&-',
  'all closed': '"$0" "$@" <&- >&- 2>&-',
  'a reader that leaves': `"$0" "$@" | head -c 1; exit \${PIPESTATUS[0]}`,
  'a missing temporary folder': 'TMPDIR=/nowhere/x "$0" "$@"',
  'a file as temporary folder': 'TMPDIR=/etc/passwd "$0" "$@"',
  'no home': 'env -u HOME "$0" "$@"',
  'an empty environment': 'env -i "$0" "$@"',
  'an odd locale': 'LANG=tr_TR LC_ALL=C TZ=Nowhere/Odd "$0" "$@"',
  'few files': 'ulimit -n 30; "$0" "$@"',
};

/** Child processes and theirs; none if the process has ended, or on systems without /proc. */
function descendantsOf(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const texts = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim());
    const children = texts.flatMap((text) => (text === '' ? [] : text.split(' ').map(Number)));
    return [...children, ...children.flatMap(descendantsOf)];
  } catch {
    return [];
  }
}
