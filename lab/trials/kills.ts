import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { requireWholeSet } from '@itinera/base/node';
import { startFaultServer } from '../../packages/engine/src/llm/fault-server.fixture.js';
import { asbench, bytesOf, differences, everyLine, faultOf, firstLine, start } from './asbench.js';
import { shimmed } from './faults.js';
import { agents, makeHome, modelConfig } from './home.js';
import { goodFiles } from './inputs.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';
import { wordsOfVersion, writing } from './writing.js';

/** Numbers of kills: of runs and their resumes, one run after another. */
const KILLS_OF_RUNS = 60;
const KILLS_OF_MODELS = 15;

/** Kills processes at any moment, and compares the outcome with that of uninterrupted ones. */
export const kills: Trial = {
  name: 'kills',
  about: 'runs, resumes and other commands killed at any moment: the same final bytes, and no repeated paid call',
  async run(context: TrialContext): Promise<Tally> {
    const { folder, scale, seed } = context;
    const home = await makeHome(folder);
    const dice = new Dice(seed);
    const failures: string[] = [];
    const count = (usual: number) => Math.ceil(usual * scale);
    const tally = { tries: 0, tooLate: 0 };
    const kill = async (args: readonly string[], longest: number): Promise<void> => {
      const { child, ended } = start(args, { cwd: folder });
      const timer = setTimeout(() => child.kill('SIGKILL'), 300 + dice.next() * longest);
      const end = await ended;
      clearTimeout(timer);
      if (end.signal === 'SIGKILL') tally.tries++;
      else {
        tally.tooLate++;
        const fault = faultOf(end);
        if (fault !== null) failures.push(`asbench ${args.join(' ')}: ${fault}`);
      }
    };
    if (context.only === undefined) {
      await runs(home, kill, { ...context, wanted: count(KILLS_OF_RUNS), tally, failures });
      await models(home, kill, { ...context, wanted: tally.tries + count(KILLS_OF_MODELS), tally, failures });
    }
    await commands(home, { ...context, wanted: 0, tally, failures });
    return { tries: tally.tries, failures, note: `${tally.tooLate} more kills came too late` };
  },
};

type Kill = (args: readonly string[], longest: number) => Promise<void>;
interface Work extends TrialContext {
  readonly wanted: number;
  readonly tally: { tries: number; tooLate: number };
  readonly failures: string[];
}

const runsIn = (home: string) => readdirSync(join(home, 'runs'));

/** Kills a run and its resumes until one ends; repeatedly, with agents in both languages. */
async function runs(home: string, kill: Kill, { folder, wanted, tally, failures }: Work): Promise<void> {
  const at = ['--home-dir', home];
  const setups = [
    ['run', 'DailyMobility', '--people', '400', '--threads', '2', '-a', 'day-pattern'],
    ['run', 'DailyMobility', '--people', '60', '-a', agents.python],
    ['run', 'HurricaneMobility', '--people', '300', '--congestion', 'bpr', '-a', 'commuter'],
  ];
  const expected = new Map<readonly string[], Map<string, Buffer>>();
  for (let n = 0; tally.tries < wanted; n++) {
    const args = setups[n % setups.length]!;
    if (!expected.has(args)) {
      const calm = await asbench([...at, ...args, '--json'], { cwd: folder });
      if (calm.code !== 0) throw new Error(`${args.join(' ')}: ${firstLine(calm.errors)}`);
      expected.set(args, bytesOf((JSON.parse(calm.output) as { folder: string }).folder));
    }
    const before = new Set(runsIn(home));
    await kill([...at, ...args], 4000);
    const [name] = runsIn(home).filter((run) => !before.has(run));
    if (name === undefined || !existsSync(join(home, 'runs', name, 'run.json'))) {
      if (name !== undefined) rmSync(join(home, 'runs', name), { recursive: true });
      continue;
    }
    for (let i = 0; i < 3 && tally.tries < wanted; i++) await kill([...at, 'runs', 'resume', name], 2500);
    const end = await asbench([...at, 'runs', 'resume', name], { cwd: folder });
    if (end.code !== 0) failures.push(`${args.join(' ')}: not resumed: ${firstLine(end.errors)}`);
    const differ = differences(bytesOf(join(home, 'runs', name)), expected.get(args)!);
    if (differ.length > 0) failures.push(`${args.join(' ')}: differs in ${differ.join(', ')}`);
    rmSync(join(home, 'runs', name), { recursive: true, force: true });
  }
}

/** The same with a model that fails in a third of its answers. No recorded answer is requested again. */
async function models(home: string, kill: Kill, { folder, wanted, tally, failures, seed }: Work): Promise<void> {
  const dice = new Dice(seed + 1);
  const faults = Array.from({ length: 5000 }, () =>
    dice.next() < 0.3
      ? dice.choice(['throttle', 'error', 'reset', 'garbage', 'truncate'] as const)
      : ('answer' as const),
  );
  const server = await startFaultServer({
    behave: (n) => faults[n % faults.length]!,
    answer: ({ body }) => `I rise at ${6 + (JSON.stringify(body.messages).length % 5)} and work.`,
    latencyMilliseconds: (n) => 5 + ((n * 37) % 40),
    retryAfter: '0',
  });
  try {
    const args = [
      '--home-dir',
      home,
      'run',
      'DailyMobility',
      '--people',
      '12',
      '-a',
      'diarist',
      '--demo',
      '-c',
      modelConfig(folder, server.url),
    ];
    const calm = await asbench([...args, '--json'], { cwd: folder });
    if (calm.code !== 0) throw new Error(firstLine(calm.errors));
    const { folder: whole } = JSON.parse(calm.output) as { folder: string };
    const expected = withoutTimes(whole);
    const shared = sharedPrompts(whole);
    while (tally.tries < wanted) {
      const before = new Set(runsIn(home));
      await kill(args, 5000);
      const [name] = runsIn(home).filter((run) => !before.has(run));
      if (name === undefined || !existsSync(join(home, 'runs', name, 'run.json'))) continue;
      const path = join(home, 'runs', name);
      for (let i = 0; i < 3 && tally.tries < wanted; i++) {
        const recorded = promptsIn(path);
        const asked = server.received.length;
        await kill(['--home-dir', home, 'runs', 'resume', name], 4000);
        const prompts = server.received.slice(asked).map(({ body }) => JSON.stringify(body.messages));
        const again = prompts.filter((prompt) => recorded.has(prompt) && !shared.has(prompt));
        if (again.length > 0) failures.push(`${again.length} recorded answers were requested again`);
      }
      const end = await asbench(['--home-dir', home, 'runs', 'resume', name], { cwd: folder });
      if (end.code !== 0) failures.push(`with a model: not resumed: ${firstLine(end.errors)}`);
      const differ = differences(withoutTimes(path), expected);
      if (differ.length > 0) failures.push(`with a model: differs in ${differ.join(', ')}`);
    }
  } finally {
    await server.close();
  }
}

/** The files of a run, without the times and durations of model answers. */
function withoutTimes(run: string): Map<string, Buffer> {
  const bytes = bytesOf(run);
  bytes.delete('calls.ndjson');
  return bytes;
}

/** Prompts with an answer in the record of a run; an incomplete last line does not count. */
function promptsIn(run: string): Set<string> {
  return new Set(answeredPrompts(run));
}

/** Prompts of several people, of whom each needs an answer. */
function sharedPrompts(run: string): Set<string> {
  const all = answeredPrompts(run);
  return new Set(all.filter((prompt, i) => all.indexOf(prompt) !== i));
}

function answeredPrompts(run: string): string[] {
  const path = join(run, 'calls.ndjson');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { failed: boolean; source: string; request: { messages: unknown } })
    .filter(({ failed, source }) => !failed && source === 'provider')
    .map(({ request }) => JSON.stringify(request.messages));
}

/** At most so many kills at aimed moments, and so many at random ones, of a version on a kind of folder. */
const AIMED = 9;
const RANDOM = 2;

/**
 * Every command that writes files, killed before and during its changes, and at random, on an empty and on a filled folder.
 * What is read afterwards is of one version, or refused; what is left over stops no later command, and goes with the last.
 */
async function commands(home: string, { folder, seed, scale, only, tally, failures }: Work): Promise<void> {
  const dice = new Dice(seed + 2);
  const places = await goodPlaces(home, folder);
  for (const [number, line] of writing.entries()) {
    if (only !== undefined && !new RegExp(only).test(line)) continue;
    const base = join(folder, 'written', String(number));
    const out = join(base, 'out');
    const log = join(folder, 'changes');
    const wordsOf = (version: number) => [
      '--home-dir',
      home,
      ...wordsOfVersion(line, version, { ...places, OUT: out }),
    ];
    const fail = (what: string) => {
      failures.push(`${line}: ${what}`);
      if (process.env.VERBOSE) console.log(`  ${failures.at(-1)}`);
    };
    const killedAt = (change: number) => shimmed('kill', change, ...[log, out].map(encodeURIComponent));
    const prepare = () => {
      for (const path of [out, join(out, 'b')]) mkdirSync(path, { recursive: true });
    };
    /** Runs to the end, and returns the files. */
    const calm = async (version: number) => {
      prepare();
      writeFileSync(log, '');
      const begun = performance.now();
      const end = await asbench(wordsOf(version), { cwd: folder, env: killedAt(-1) });
      if (end.code !== 0) fail(`version ${version}: ${everyLine(end)}`);
      return {
        files: filesOf(out),
        changes: statSync(log).size,
        milliseconds: performance.now() - begun,
        code: end.code,
      };
    };
    const isStart = line.startsWith('new ');
    const clear = () => {
      for (const name of existsSync(out) ? readdirSync(out) : [])
        if (!/\.part$|^\.arrived-set$/.test(name)) rmSync(join(out, name), { recursive: true });
    };
    // Files that differ without a reason, such as those with the time, only have to be there.
    const versions: Map<string, Buffer>[] = [];
    let [changes, milliseconds] = [0, 0];
    for (const version of [0, 1]) {
      clear();
      const [first, second] = [await calm(version), isStart ? null : await calm(version)];
      if (first.code !== 0) break;
      for (const [name, bytes] of second?.files ?? [])
        if (!first.files.get(name)?.equals(bytes)) first.files.set(name, VOLATILE);
      versions.push(first.files);
      changes = Math.max(changes, first.changes, second?.changes ?? 0);
      milliseconds = (second ?? first).milliseconds;
    }
    if (versions.length < 2) continue;
    for (const kind of isStart ? ['empty'] : ['empty', 'filled']) {
      const aimed = Math.min(changes + 1, Math.max(1, Math.round(AIMED * scale)));
      const moments = [
        ...Array.from({ length: aimed }, (_, i) => 1 + Math.floor(((i + dice.next()) * (changes + 1)) / aimed)),
        ...Array.from({ length: Math.ceil(RANDOM * scale) }, () => null),
      ];
      for (const [i, moment] of moments.entries()) {
        if (kind === 'empty') clear();
        prepare();
        writeFileSync(log, '');
        const env = killedAt(moment ?? -1);
        const { child, ended } = start(wordsOf(i % 2), { cwd: folder, env });
        const timer = moment === null ? undefined : setTimeout(() => child.kill('SIGKILL'), dice.next() * milliseconds);
        const end = await ended;
        clearTimeout(timer);
        const when = `${kind} folder, killed ${moment === null ? 'at random' : `at change ${moment} of ${changes}`}`;
        if (end.signal === 'SIGKILL') tally.tries++;
        else tally.tooLate++;
        if (end.signal !== 'SIGKILL' && end.code !== 0) fail(`${when}: stopped: ${everyLine(end)}`);
        const mixed = mixtureOf(out, versions);
        // A start that was begun is completed when the command is repeated, and a search continues.
        const continues = isStart || line.includes('evolve') || line.includes('--gtfs');
        if (mixed !== null && !continues) fail(`${when}: ${mixed}`);
      }
      if (kind === 'empty') clear();
      const last = await calm(0);
      const differ = differences(last.files, versions[0]!).filter((name) => versions[0]!.get(name) !== VOLATILE);
      if (differ.length > 0 && !line.includes('evolve')) fail(`${kind} folder, at the end: ${differ.join(', ')}`);
      const left = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.part$|\.arrived-set/.test(name),
      );
      if (left.length > 0) fail(`${kind} folder: left ${left.join(', ')}`);
    }
    if (process.env.VERBOSE) console.log(`  ${line}: ${tally.tries} kills, ${tally.tooLate} too late`);
    rmSync(base, { recursive: true, force: true });
  }
}

const VOLATILE = Buffer.from('differs from run to run');

/** The complete files below a folder, without records of paid calls, which only grow. */
function filesOf(out: string): Map<string, Buffer> {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(out, join(parentPath, name)))
    .filter((name) => !/\.part(\/|$)|^\.arrived-set|\/\.arrived-set|\.calls\.ndjson$/.test(name));
  return new Map(names.sort().map((name) => [name, readFileSync(join(out, name))]));
}

/** What is wrong with the files after a kill: they are of no version, and their readers do not refuse them. */
function mixtureOf(out: string, versions: readonly Map<string, Buffer>[]): string | null {
  const files = filesOf(out);
  const isOf = (version: Map<string, Buffer>) =>
    files.size === version.size &&
    [...files].every(([name, bytes]) => {
      const own = version.get(name);
      return own !== undefined && (own === VOLATILE || own.equals(bytes));
    });
  if (files.size === 0 || versions.some(isOf)) return null;
  const read = [...files.keys()].filter((name) => {
    try {
      requireWholeSet(join(out, name));
      return true;
    } catch {
      return false;
    }
  });
  // A file alone is whole if it is of a version; so are all that belong to no set.
  const torn = read.filter((name) => {
    const own = versions.map((version) => version.get(name));
    return !own.some((bytes) => bytes === VOLATILE || bytes?.equals(files.get(name)!));
  });
  if (torn.length > 0) return `torn: ${torn.join(', ')}`;
  const of = (version: Map<string, Buffer>) =>
    read.every((name) => version.get(name) === VOLATILE || version.get(name)?.equals(files.get(name)!));
  const isPartial = read.length > 0 && versions.some(of) && read.length === files.size;
  if (isPartial) return `partial: only ${read.join(', ')}`;
  return read.length === 0 || versions.some(of) ? null : `mixed: ${read.join(', ')}`;
}

/** Files that the commands read, by the words that stand for them. */
async function goodPlaces(home: string, folder: string): Promise<Record<string, string>> {
  const good = await goodFiles(folder, home);
  const at = (name: string) => join(folder, 'good', name);
  const make = async (...words: string[]) => {
    const end = await asbench(['--home-dir', home, ...words], { cwd: folder });
    if (end.code !== 0) throw new Error(`asbench ${words.join(' ')}: ${everyLine(end)}`);
    return end;
  };
  const put = (name: string, text: string) => {
    writeFileSync(at(name), text);
    return at(name);
  };
  const runFolder = async (...words: string[]) =>
    (JSON.parse((await make(...words, '--json')).output) as { folder: string }).folder;
  const days = ['simulate', '--map', good.MAP!, '--profiles', good.PROFILES!, '--draw', '3', '--days', '1', '--routes'];
  const people = ['p1,h1,1,m,18-24,work_full,2,1', 'p2,h2,1,f,75+,retired,2,0'];
  const diary = (shop: string) =>
    put(
      `diaries-${shop}.csv`,
      `person,household,weight,sex,age,status,hh_size,cars,sequence\n${Array.from({ length: 24 }, (_, i) => `${people[i % 2]!.replace(/^p\d,h\d/, `p${i},h${i}`)},home 0-600;>walk 600-610 500;${shop} 610-640;>walk 640-650 500;home 650-1440\n`).join('')}`,
    );
  const visits = (places: number) =>
    put(
      `visits-${places}.csv`,
      `user,time,place\n${Array.from({ length: 40 }, (_, i) => `${1 + (i % 2)},2019-08-${10 + (i >> 1)}T10:00:00,${'abcde'[i % places]}\n`).join('')}`,
    );
  const trips = (lat: number) =>
    put(
      `points-${lat}.csv`,
      `uid,time,lat,lon\n${Array.from({ length: 20 }, (_, i) => `1,2019-08-28T${10 + (i >> 1)}:${i % 2 ? '30' : '00'}:00,${lat + (i >> 2) / 100},8.2\n`).join('')}`,
    );
  const survey = (time: string) =>
    put(
      `survey-${time}.csv`,
      `houseid,personid,TDTRPNUM,STRTTIME,ENDTIME,WHYFROM,WHYTO,TRPTRANS,TRPMILES\n1,1,1,${time},0800,01,03,15,12\n1,1,2,1700,1745,03,01,03,10\n`,
    );
  const times = (seconds: number) =>
    put(
      `times-${seconds}.csv`,
      `from_lon,from_lat,to_lon,to_lat,departure,seconds\n${Array.from({ length: 31 }, (_, i) => `0,0,0.00${2 + (i % 8)},0.001,08:${10 + i},${seconds + i}\n`).join('')}`,
    );
  const counts = (cars: number) =>
    put(
      `counts-${cars}.csv`,
      `lon,lat,hour,count\n${Array.from({ length: 5 }, (_, i) => `0,0,${7 + i},${cars + i}\n`).join('')}`,
    );
  const plan = (seeds: number) =>
    put(
      `plan-${seeds}.json`,
      JSON.stringify({ task: 'DailyMobility', demo: true, people: 2, agents: ['commuter'], seeds }),
    );
  const flows2 = put('flows-2.tsv', readFileSync(good.FLOWS!, 'utf8').split('\n').slice(0, 2).join('\n'));
  const split = at('split');
  await make('data', 'next-place', 'split', visits(5), '--rule', 'user-time', '-o', split);
  const lists = at('lists.csv');
  await make(
    'data',
    'next-place',
    'baseline',
    '--method',
    'last',
    '--train',
    join(split, 'train.csv'),
    '--test',
    join(split, 'test.csv'),
    '-o',
    lists,
  );
  const steps2 = at('submissions/steps2.csv');
  await make('humob', 'synth', '--users', '2', '--seed', '2', '-o', steps2);
  cpSync(good.RUN!, at('teams/one/run'), { recursive: true });
  return {
    ...good,
    TEAMS: at('teams'),
    RUN2: await runFolder('run', 'DailyMobility', '--demo', '-n', '4', '--seed', '5'),
    DAYS: await runFolder(...days),
    DAYS2: await runFolder(...days, '-a', 'random'),
    TRIPS: trips(50),
    TRIPS2: trips(51),
    VISITS: visits(5),
    VISITS2: visits(4),
    STEPS2: steps2,
    FLOWS2: flows2,
    SPLIT: split,
    LISTS: lists,
    TIMES: times(120),
    TIMES2: times(240),
    COUNTS: counts(10),
    COUNTS2: counts(20),
    PLAN: plan(1),
    PLAN2: plan(2),
    SPEEDS: put(
      'speeds.json',
      JSON.stringify({
        hourlySpeedFactors: Array.from({ length: 24 }, (_, hour) => 0.5 + hour / 50),
        limitSpeedFactors: [1, 0.9, 0.8],
      }),
    ),
    DIARIES: diary('shop'),
    DIARIES2: diary('leisure'),
    SURVEY: survey('0735'),
    SURVEY2: survey('0740'),
    PERSONS: put(
      'persons.csv',
      'HOUSEID,PERSONID,R_SEX,R_AGE,WKFTPT,PRMACT,SCHTYP,HHSIZE,HHVEHCNT,TRAVDAY,WTPERFIN\n1,1,02,66,01,01,-1,3,5,2,1\n',
    ),
  };
}
