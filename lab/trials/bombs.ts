import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asbench, faultOf, firstLine } from './asbench.js';
import { makeHome } from './home.js';
import { hostileMaps, town } from './hostile-maps.js';
import { hostileTables } from './hostile-tables.js';
import { LIMITS, type Tally, type Trial, type TrialContext } from './trial.js';
import type { Usage } from './usage.js';

/** Wall-clock time after which a command is killed. */
const MOST_WAIT = 90;

/** Small files that demand many resources, each read by every command that accepts such a file. */
export const bombs: Trial = {
  name: 'bombs',
  about: `small files that demand many resources: rejected with one line, or read, within ${LIMITS.seconds} s of processor time and ${LIMITS.megabytes} MB`,
  async run({ folder, only = '' }: TrialContext): Promise<Tally> {
    const home = await makeHome(folder);
    const data = join(home, 'demo', 'DailyMobility-3.1');
    writeFileSync(join(folder, 'town.osm.pbf'), town);
    const places: Readonly<Record<string, string>> = {
      MAP: join(data, 'map.pb'),
      PROFILES: join(data, 'profiles.json'),
      RUN: 'daily-mobility-1',
      TOWN: join(folder, 'town.osm.pbf'),
    };
    const failures: string[] = [];
    let [tries, most] = [0, { seconds: 0, megabytes: 0 }];
    for (const { name, bytes, commands, of } of [...hostileTables, ...hostileMaps]) {
      if (!name.includes(only)) continue;
      const path = join(folder, name);
      const content = bytes();
      if (of === undefined) writeFileSync(path, content);
      else {
        cpSync(join(home, 'runs', 'daily-mobility-1'), path, { recursive: true });
        writeFileSync(join(path, of), content);
      }
      for (const command of commands) {
        const words = command.split(' ').map((word) => (word === '@' ? path : (places[word] ?? word)));
        const used = join(folder, 'usage.json');
        rmSync(used, { force: true });
        const ended = await asbench(['--home-dir', home, ...words], {
          cwd: folder,
          seconds: MOST_WAIT,
          env: {
            ITINERA_TRIAL_USAGE: used,
            NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'usage.js')).href}`,
          },
        });
        tries++;
        const spent: Usage = existsSync(used)
          ? JSON.parse(readFileSync(used, 'utf8'))
          : { seconds: MOST_WAIT, megabytes: NaN };
        most = {
          seconds: Math.max(most.seconds, spent.seconds),
          megabytes: Math.max(most.megabytes, spent.megabytes || 0),
        };
        const cost = `${spent.seconds.toFixed(1)} s, ${spent.megabytes.toFixed(0)} MB`;
        const isOver = !(spent.seconds <= LIMITS.seconds && spent.megabytes <= LIMITS.megabytes);
        const fault = faultOf({ ...ended, errors: ended.errors || ended.output }) ?? (isOver ? 'over the limit' : null);
        if (fault !== null)
          failures.push(`${command.replaceAll('@', `"${name}"`)}: ${fault} (${cost}; ${firstLine(ended.errors)})`);
        if (process.env.VERBOSE)
          console.log(
            `${fault ? 'BAD' : 'ok '} ${cost} exit ${ended.code} ${command.replaceAll('@', name)} (${content.length}): ${firstLine(ended.errors) || firstLine(ended.output)}`,
          );
      }
      rmSync(path, { recursive: true });
    }
    return { tries, failures, note: `at most ${most.seconds.toFixed(1)} s and ${most.megabytes.toFixed(0)} MB` };
  },
};
