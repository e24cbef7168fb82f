import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asbench, shipped } from './asbench.js';
import { MEGABYTES_BEFORE } from './fuzz.js';
import { makeHome } from './home.js';
import { FEED, town } from './hostile-maps.js';
import { type InputFound, type InputsJob, oddNames } from './inputs-child.js';
import { places } from './places.js';
import { LIMITS, type Tally, type Trial, type TrialContext } from './trial.js';
import { runChild } from './watched-child.js';

/** Every place of a command line that takes a file, with every odd thing under that name. */
export const inputs: Trial = {
  name: 'inputs',
  about: `folders, links, devices and empty gigabytes wherever a file can be named: one line, within ${LIMITS.seconds} s of processor time and ${LIMITS.megabytes} MB`,
  async run({ folder, seed, only = '' }: TrialContext): Promise<Tally> {
    const good = await goodFiles(folder, await makeHome(folder));
    const job = {
      folder: join(folder, 'here'),
      seed,
      good,
      home: good.HOME!,
      program: join(dirname(shipped.program), '../bundle/program.js'),
    };
    mkdirSync(job.folder);
    const failures: string[] = [];
    let [tries, most] = [0, { seconds: 0, megabytes: 0 }];
    const isOver = ({ seconds, megabytes }: InputFound) =>
      seconds > LIMITS.seconds || megabytes + MEGABYTES_BEFORE > LIMITS.megabytes;
    const read = (range: Pick<InputsJob, 'from' | 'to'>, onFound: (found: InputFound) => void) =>
      runChild<InputFound>(
        'inputs-child.js',
        { ...job, ...range },
        ({ i }) => i < 0,
        (found) => found.i >= 0 && onFound(found),
      );
    for (const [number, place] of places.entries()) {
      if (!place.includes(only)) continue;
      const to = (number + 1) * oddNames.length;
      const suspects: number[] = [];
      for (let from = number * oddNames.length; from < to; ) {
        const died = await read({ from, to }, (found) => {
          if (process.env.VERBOSE)
            console.log(`  ${found.seconds.toFixed(1)} s ${found.megabytes.toFixed(0)} MB ${found.what}`);
          if (found.fault !== null) failures.push(`${found.what}: ${found.fault}`);
          else if (isOver(found)) suspects.push(found.i);
          else
            most = {
              seconds: Math.max(most.seconds, found.seconds),
              megabytes: Math.max(most.megabytes, found.megabytes),
            };
        });
        if (died === null) break;
        failures.push(`${place}, ${oddNames[died.at % oddNames.length]}: ${died.why}`);
        from = died.at + 1;
      }
      // Alone, in a child that has done nothing before.
      for (const i of suspects)
        await read({ from: i, to: i + 1 }, (found) => {
          const cost = `${found.seconds.toFixed(1)} s and ${found.megabytes.toFixed(0)} MB`;
          if (isOver(found)) failures.push(`${found.what}: ${cost}`);
        });
      tries += oddNames.length;
    }
    return {
      tries,
      failures,
      note: `${places.length} places; at most ${most.seconds.toFixed(1)} s and ${most.megabytes.toFixed(0)} MB`,
    };
  },
};

/** Files and folders that commands read without complaint, by the words that stand for them in `places`. */
export async function goodFiles(folder: string, home: string): Promise<Record<string, string>> {
  const data = join(home, 'demo', 'DailyMobility-3.1');
  const at = (name: string) => join(folder, 'good', name);
  const good: Record<string, string> = {
    HOME: home,
    RUN: join(home, 'runs', 'daily-mobility-1'),
    PARTS: '',
    DATA: data,
    MAP: join(data, 'map.pb'),
    PROFILES: join(data, 'profiles.json'),
    TOWN: at('town.osm.pbf'),
    TRIPS: at('trips.csv'),
    VISITS: at('visits.csv'),
    STEPS: at('submissions/steps.csv'),
    SUBMISSIONS: at('submissions'),
    FLOWS: at('flows.tsv'),
    FEED: at('feed'),
    AGENT: at('agent.py'),
    LLM: at('llm.json'),
  };
  for (const path of [good.FEED!, good.SUBMISSIONS!]) mkdirSync(path, { recursive: true });
  for (const [name, table] of Object.entries(FEED)) writeFileSync(join(good.FEED!, name), table);
  writeFileSync(good.TOWN!, town);
  writeFileSync(good.TRIPS!, 'uid,time,lat,lon\n1,2019-08-28T10:00:00,50.1,8.2\n1,2019-08-28T11:00:00,50.2,8.3\n');
  writeFileSync(good.VISITS!, 'user,time,place\n1,2019-08-28T10:00:00,a\n1,2019-08-28T11:00:00,b\n');
  writeFileSync(good.LLM!, '{ "llm": [{ "provider": "scripted" }] }');
  writeFileSync(good.AGENT!, 'class Agent:\n    pass\n');
  const flows = at('all-flows.tsv');
  const commands = [
    ['humob', 'synth', '--users', '2', '-o', good.STEPS!],
    ['humob', 'synth', '--year', '2026', '--elsewhere', '1', '-o', flows],
    ['run', 'DailyMobility', '--demo', '-n', '4', '--threads', '1', '--part', '1/2'],
  ];
  for (const words of commands) {
    const { code, errors } = await asbench(['--home-dir', home, ...words], { cwd: folder });
    if (code !== 0) throw new Error(`asbench ${words.join(' ')}: ${errors}`);
  }
  writeFileSync(good.FLOWS!, readFileSync(flows, 'utf8').split('\n').slice(0, 3).join('\n'));
  const runs = join(home, 'runs');
  good.PARTS = join(runs, readdirSync(runs).find((name) => name !== 'daily-mobility-1')!);
  // Runs in place of the odd one may be resumed: the good one stays apart.
  cpSync(good.RUN!, at('run'), { recursive: true });
  good.RUN = at('run');
  return good;
}
