import { grouped, momentOf, SECONDS_PER_HOUR } from '@itinera/base';
import { streetNames } from '@itinera/city';
import { openRun } from '@itinera/run';
import {
  type RoadHour,
  type RunTraffic,
  roadHours,
  TRAFFIC_TABLES,
  type TrafficTableName,
  trafficOfRun,
  trafficTable,
} from '@itinera/studies';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { noticeOf, TABLE_OUTPUT, warnOfRun, writeRunTable } from './run-table.js';
import { print, printHeadline } from './terminal.js';
import { textTable } from './text-table.js';
import { refuseUnused } from './unused-options.js';

interface Options {
  readonly road?: number;
  readonly table: TrafficTableName;
  readonly map?: string;
  readonly output?: string;
  readonly json?: true;
}

/** `asbench traffic jams RUN`: speeds, delays and jams of the cars of a run, as its page shows them. */
export default function addJams(program: Command): void {
  program
    .command('jams')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('--road <id>', 'the day of one road: cars, speed and delay by hour', wholeNumber(0))
    .addOption(
      new Option('--table <table>', 'table to write: by road and hour, by hour, or jams')
        .choices(TRAFFIC_TABLES)
        .default('roads'),
    )
    .option('--map <file>', 'map of the run, if it has moved')
    .option(...TABLE_OUTPUT)
    .option('--json', 'print JSON')
    .action(showJams);
}

async function showJams(name: string, { road, table, output, map, json }: Options, command: Command): Promise<void> {
  if (output === undefined) refuseUnused(command, ['table'], 'without --output');
  const home = homeOf(command);
  const folder = await openRun(home, name);
  const traffic = await trafficOfRun(folder, { home, ...(map !== undefined && { map }) });
  const notice = noticeOf(folder);
  const warnings = warnOfRun(folder);
  const day = road === undefined ? null : roadHours(traffic, road);
  if (output !== undefined) writeRunTable(output, folder, 'traffic', trafficTable(traffic, table), 'roads, jams');
  const { geography: _, cells: __, ...report } = traffic;
  if (json) return print(JSON.stringify({ synthetic: notice !== '', ...report, ...(day && { road: day }), warnings }));
  const lines = day === null ? describe(traffic) : describeRoad(day, traffic);
  print([...(notice ? [notice] : []), ...lines].join('\n'));
  printHeadline(...(traffic.says as [string, ...string[]]));
}

const whole = (value: number) => grouped(Math.round(value));

function describe({ jams, jamsListed, jamsNote, hours, method, days }: RunTraffic): string[] {
  const at = (hour: number) => momentOf(hour * SECONDS_PER_HOUR, days);
  const lines: string[] = [];
  if (jams.length > 0) {
    const heading = ['jam on', 'begins', 'ends', 'worst from', 'begins on road', 'roads', 'cars', 'hours lost'];
    const rows = jams
      .slice(0, jamsListed)
      .map((jam) => [
        jam.name,
        momentOf(jam.begins, days),
        momentOf(jam.ends, days),
        momentOf(jam.worstFrom, days),
        String(jam.road),
        whole(jam.roads),
        whole(jam.cars),
        jam.lostHours.toFixed(1),
        whole(jam.lostSeconds),
      ]);
    lines.push(textTable([[...heading, 's per car'], ...rows]));
    if (jamsNote !== null) lines.push(`${jamsNote} All: --table jams -o jams.csv`);
    lines.push('');
  }
  const byHour = hours.map(({ hour, km, kmh, freeKmh, lostHours }) => [
    at(hour),
    whole(km),
    ...[kmh, freeKmh, lostHours].map((value) => value.toFixed(1)),
  ]);
  return [...lines, textTable([['hour', 'km', 'km/h', 'at the limits', 'hours lost'], ...byHour]), '', ...method];
}

function describeRoad(day: readonly RoadHour[], { days, geography: { map } }: RunTraffic): string[] {
  const [first] = day;
  if (first === undefined) return ['No car uses this road.'];
  const rows = day.map(({ hour, cars, seconds, freeSeconds }) => [
    momentOf(hour * SECONDS_PER_HOUR, days),
    whole(cars),
    whole((100 * freeSeconds) / Math.max(0.1, seconds)),
    ...[seconds, freeSeconds, Math.max(0, seconds - freeSeconds)].map((value) => value.toFixed(1)),
  ]);
  const heading = ['hour', 'cars', '% of the limit', 'seconds', 'without delay', 'lost by each'];
  const name = streetNames(map)(map.roadIndex(first.road));
  return [`Road ${first.road}: ${name}`, textTable([heading, ...rows])];
}
