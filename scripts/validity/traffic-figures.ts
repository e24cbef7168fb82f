import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { driveSumo, writeSumoNetwork } from './sumo.js';
import { queueSeconds, sumoTrips, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';

// Renews scripts/validity/figures/traffic.json with SUMO: node build/scripts/validity/traffic-figures.js [--ours] [part of a name]
const FILE = 'scripts/validity/figures/traffic.json';
const ours = process.argv.includes('--ours');
const [wanted = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const figures: Record<string, Record<string, [seconds: number, teleports: number]>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};
for (const { name, map: make, demands, inward, priority } of TRAFFIC_CASES) {
  if (wanted.endsWith('$') ? `${name}$` !== wanted : !name.includes(wanted)) continue;
  const map = make();
  const folder = `/tmp/sumo/${name.replaceAll(/\W+/g, '-')}`;
  if (!ours) writeSumoNetwork(map, folder, priority);
  for (const cars of demands) {
    if (!ours && figures[name]?.[cars] !== undefined) continue;
    const trips = tripsOf(map, cars, 1, inward);
    if (ours) {
      const begun = process.cpuUsage();
      const seconds = queueSeconds(map, trips, JSON.parse(process.env.SET ?? '{}'));
      const { user } = process.cpuUsage(begun);
      const [theirs = NaN] = figures[name]?.[cars] ?? [];
      const arrived = seconds.filter((s) => !Number.isNaN(s));
      const mean = arrived.reduce((sum, value) => sum + value, 0) / arrived.length;
      console.log(
        `${name} ${cars}: ${mean.toFixed(0)} / ${theirs} = ${(mean / theirs).toFixed(2)}${arrived.length < seconds.length ? `, ${seconds.length - arrived.length} lost` : ''} (${(user / 1e6).toFixed(1)} s)`,
      );
      continue;
    }
    const { seconds, teleports } = driveSumo(folder, sumoTrips(map, trips), 1);
    const known = [...seconds].filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    figures[name] ??= {};
    figures[name][cars] = [Math.round(mean * 10) / 10, teleports];
    console.log(name, cars, known.length, mean.toFixed(1), teleports);
    writeFileSync(FILE, `${JSON.stringify(figures, null, 1)}\n`);
  }
}
