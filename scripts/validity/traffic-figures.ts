import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { driveSumo, writeSumoNetwork } from './sumo.js';
import { meanSeconds, queueSeconds, sumoTrips, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

// Renews scripts/validity/figures/traffic.json with SUMO: node build/scripts/validity/traffic-figures.js [--ours] [part of a name]
const FILE = 'scripts/validity/figures/traffic.json';
const ours = process.argv.includes('--ours');
const [wanted = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const figures: Record<string, Record<string, [seconds: number, teleports: number]>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};
for (const { name, map: make, demands, priority, ...demand } of TRAFFIC_CASES) {
  if (wanted.endsWith('$') ? `${name}$` !== wanted : !name.includes(wanted)) continue;
  const map = await make(process.env.ITINERA_DATA ?? '');
  const folder = `/tmp/sumo/${name.replaceAll(/\W+/g, '-')}`;
  if (!ours) writeSumoNetwork(map, folder, priority);
  for (const cars of demands) {
    if (!ours && figures[name]?.[cars] !== undefined) continue;
    const trips = tripsOf(map, cars, demand);
    if (ours) {
      const begun = process.cpuUsage();
      const seconds = queueSeconds(map, trips, JSON.parse(process.env.SET ?? '{}'));
      const { user } = process.cpuUsage(begun);
      const [theirs = NaN] = figures[name]?.[cars] ?? [];
      const mean = meanSeconds(seconds);
      console.log(
        `${name} ${cars}: ${mean.toFixed(0)} / ${theirs} = ${(mean / theirs).toFixed(2)} (${(user / 1e6).toFixed(1)} s)`,
      );
      continue;
    }
    const { seconds, teleports } = driveSumo(folder, sumoTrips(map, trips), 1);
    const mean = meanSeconds(seconds);
    figures[name] ??= {};
    figures[name][cars] = [Math.round(mean * 10) / 10, teleports];
    console.log(name, cars, mean.toFixed(1), teleports);
    writeFileSync(FILE, `${JSON.stringify(figures, null, 1)}\n`);
  }
}
