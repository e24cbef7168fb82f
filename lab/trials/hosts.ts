import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { asbench, faultOf } from './asbench.js';
import { Dice } from './mutate.js';
import type { Tally, Trial, TrialContext } from './trial.js';

const ROUNDS = 60;
const SECRET = 'a file of the user';
const NAMES = [
  'profiles.json',
  'map.pb',
  'groundtruth/a.npy',
  '../victim',
  '../../victim',
  '/etc/victim',
  'a/../../victim',
  '.dataset.json',
  'a\\..\\..\\victim',
  'con\u0000',
  '\u001b[2Jx',
  'x'.repeat(300),
  '',
  '.',
  'groundtruth',
  'a.part',
  '__proto__',
];

/** Dataset hosts that list arbitrary files and send different ones. */
export const hosts: Trial = {
  name: 'hosts',
  about: 'a dataset host that lies about names, sizes, hashes and pages, hangs up and never ends',
  async run({ folder, seed, scale }: TrialContext): Promise<Tally> {
    const failures: string[] = [];
    const rounds = Math.ceil(ROUNDS * scale);
    for (let round = 0; round < rounds; round++) {
      const dice = new Dice(seed + round);
      const home = join(folder, String(round), 'home');
      mkdirSync(join(home, 'datasets'), { recursive: true });
      for (const place of [
        join(home, 'victim'),
        join(home, 'datasets', 'victim'),
        join(folder, String(round), 'victim'),
      ])
        writeFileSync(place, SECRET);
      const server = createServer((request, response) => answer(dice, request.url ?? '', response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const end = await asbench(['--home-dir', home, 'clone', 'DailyMobility'], {
        cwd: folder,
        env: { HF_ENDPOINT: endpoint },
        seconds: 120,
      });
      server.closeAllConnections();
      server.close();
      const fault = faultOf(end);
      if (fault !== null) failures.push(`round ${round}: ${fault}`);
      for (const place of [
        join(home, 'victim'),
        join(home, 'datasets', 'victim'),
        join(folder, String(round), 'victim'),
      ])
        if (!existsSync(place) || readFileSync(place, 'utf8') !== SECRET)
          failures.push(`round ${round}: ${place} was changed`);
      const strangers = readdirSync(join(folder, String(round))).filter((name) => name !== 'home' && name !== 'victim');
      if (strangers.length > 0) failures.push(`round ${round}: ${strangers.join(', ')} is outside the home`);
    }
    return { tries: rounds, failures };
  },
};

function answer(dice: Dice, url: string, response: import('node:http').ServerResponse): void {
  if (dice.next() < 0.1) {
    response.destroy();
    return;
  }
  if (dice.next() < 0.1) response.statusCode = dice.choice([301, 401, 404, 429, 500, 503]);
  const data = Buffer.alloc(dice.below(2000), 'x');
  const oid = createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex');
  if (url.includes('/revision/'))
    response.end(JSON.stringify({ sha: dice.choice(['0123456789abcdef0123456789abcdef01234567', '../..', 7, null]) }));
  else if (url.includes('/tree/')) {
    if (dice.next() < 0.2) response.setHeader('link', `<${url}>; rel="next"`);
    const entries = Array.from({ length: dice.below(6) }, () => ({
      type: dice.choice(['file', 'file', 'file', 'directory', 7]),
      path: dice.choice([...NAMES, 7, null]),
      size: dice.choice([data.length, 0, -1, 1e15, 1e300, 'x']),
      oid: dice.choice([oid, 'x', null]),
    }));
    response.end(dice.next() < 0.1 ? '['.repeat(100_000) : JSON.stringify(entries));
  } else response.end(data);
}
