import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { CityMap } from '@itinera/city';
import { CROSSING_DEMANDS, CROSSINGS, crossingTrips, flowsOf } from './crossings.js';
import { OTHER_CROSSINGS, otherTrips, SHOWN_DEMANDS } from './other-crossings.js';
import { driveSumo, writeSumoNetwork } from './sumo.js';
import { meanSeconds, queueSeconds, SEEDS, sumoTrips, TRAFFIC_CASES, tripsOf } from './traffic-cases.js';
import { crossing, star } from './traffic-networks.js';
import type { SumoRun } from './traffic-table.js';

// Renews lab/validity/figures/traffic.json with SUMO: node build/lab/validity/traffic-figures.js [--ours] [part of a name]
const FILE = 'lab/validity/figures/traffic.json';
const ours = process.argv.includes('--ours');
const [wanted = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const figures: Record<string, Record<string, SumoRun[]>> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};
if (wanted === 'crossings') await crossingFigures();
if (wanted === 'other-shapes') await otherShapeFigures();
for (const one of TRAFFIC_CASES) {
  const { name, demands, beyond = [] } = one;
  if (wanted.endsWith('$') ? `${name}$` !== wanted : !name.includes(wanted)) continue;
  const map = await one.map(process.env.ITINERA_DATA ?? '');
  const folder = `/tmp/sumo/${name.replaceAll(/\W+/g, '-')}`;
  if (!ours) writeSumoNetwork(map, folder, one.priority);
  for (const cars of [...demands, ...beyond]) {
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

/** Flows through single crossings: right before left among equals, else by priority. */
async function crossingFigures(): Promise<void> {
  const found: Record<string, Record<string, number[]>> = {};
  for (const [name, one] of Object.entries(CROSSINGS)) {
    const map = crossing(one);
    found[name] = flowsByDemand(name, map, one.priority, CROSSING_DEMANDS, 4, (cars) =>
      crossingTrips(map, cars, one, 1),
    );
    console.log(name, JSON.stringify(found[name]));
  }
  writeFileSync('lab/validity/figures/crossings.json', `${JSON.stringify(found, null, 1)}\n`);
}

/** The same through those of other shapes. */
async function otherShapeFigures(): Promise<void> {
  const found: Record<string, Record<string, number[]>> = {};
  for (const [name, one] of Object.entries(OTHER_CROSSINGS)) {
    const map = star(one.arms);
    found[name] = flowsByDemand(name, map, one.priority, SHOWN_DEMANDS, one.arms.length, (cars) =>
      otherTrips(map, cars, one, 1),
    );
    console.log(name, JSON.stringify(found[name]));
    writeFileSync('lab/validity/figures/other-shapes.json', `${JSON.stringify(found, null, 1)}\n`);
  }
}

function flowsByDemand(
  name: string,
  map: CityMap,
  priority: boolean,
  demands: readonly number[],
  arms: number,
  tripsFor: (cars: number) => ReturnType<typeof crossingTrips>,
): Record<string, number[]> {
  const folder = `/tmp/sumo/crossing-${name.replaceAll(/\W+/g, '-')}`;
  writeSumoNetwork(map, folder, priority ? 'priority' : 'right_before_left');
  const flows: Record<string, number[]> = {};
  for (const cars of demands) {
    const { trips, from } = tripsFor(cars);
    const { seconds } = driveSumo(folder, sumoTrips(map, trips), 1);
    flows[cars] = flowsOf(trips, from, seconds, arms).map(Math.round);
  }
  return flows;
}
