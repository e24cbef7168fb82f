import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { driveSumo, writeSumoNetwork } from './sumo.js';
import { meanSeconds, queueSeconds, SEEDS, sumoTrips, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';
import type { SumoRun } from './traffic-table.js';

// Renews lab/validity/figures/traffic.json with SUMO: node build/lab/validity/traffic-figures.js [--ours] [part of a name]
const FILE = 'lab/validity/figures/traffic.json';
const ours = process.argv.includes('--ours');
const [wanted = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const figures: Record<string, Record<string, SumoRun[]>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};
for (const one of TRAFFIC_CASES) {
  const { name, demands } = one;
  if (wanted.endsWith('$') ? `${name}$` !== wanted : !name.includes(wanted)) continue;
  const map = await one.map(process.env.ITINERA_DATA ?? '');
  const folder = `/tmp/sumo/${name.replaceAll(/\W+/g, '-')}`;
  if (!ours) writeSumoNetwork(map, folder, one.priority);
  for (const cars of demands) {
    const theirs = figures[name]?.[cars] ?? [];
    if (ours) {
      const begun = process.cpuUsage();
      const means = SEEDS.map((seed) =>
        meanSeconds(queueSeconds(map, tripsOf(map, cars, one, seed), JSON.parse(process.env.SET ?? '{}'))),
      );
      const { user } = process.cpuUsage(begun);
      const [mean, other] = [meanSeconds(means), meanSeconds(theirs.map(([seconds]) => seconds))];
      const all = means.length > 1 ? ` [${means.map((seconds) => seconds.toFixed(0)).join(' ')}]` : '';
      console.log(
        `${name} ${cars}: ${mean.toFixed(0)}${all} / ${other.toFixed(0)} = ${(mean / other).toFixed(2)} (${(user / 1e6).toFixed(1)} s)`,
      );
      continue;
    }
    for (const seed of SEEDS.slice(theirs.length)) {
      const { seconds, teleports, keptOut } = driveSumo(folder, sumoTrips(map, tripsOf(map, cars, one, seed)), seed);
      const mean = meanSeconds(seconds);
      figures[name] ??= {};
      figures[name][cars] ??= [];
      figures[name][cars].push([Math.round(mean * 10) / 10, teleports, keptOut]);
      console.log(name, cars, seed, mean.toFixed(1), teleports, keptOut);
      writeFileSync(FILE, `${JSON.stringify(figures, null, 1)}\n`);
    }
  }
}
