import { counted, grouped, momentOf, SECONDS_PER_HOUR } from '@itinera/base';
import { FUELS, type Fuel } from '@itinera/city';
import { openRun } from '@itinera/run';
import {
  type CarUse,
  EMISSION_TABLES,
  type EmissionTableName,
  emissionsOfRun,
  emissionTable,
  type RunEmissions,
} from '@itinera/studies';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { noticeOf, TABLE_OUTPUT, warnOfRun, writeRunTable } from './run-table.js';
import { print } from './terminal.js';
import { textTable } from './text-table.js';
import { refuseUnused } from './unused-options.js';

interface Options {
  readonly fuel: Fuel;
  readonly scale?: number;
  readonly table: EmissionTableName;
  readonly map?: string;
  readonly output?: string;
  readonly json?: true;
}

/** `asbench traffic emissions RUN`: fuel and CO2 of the cars of a run. */
export default function addEmissions(program: Command): void {
  program
    .command('emissions')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .addOption(new Option('--fuel <fuel>', 'fuel of all cars').choices(FUELS).default('petrol'))
    .option('--scale <number>', 'real vehicles per simulated one (default: that of the run)', positiveUpTo(1e6))
    .addOption(new Option('--table <table>', 'table to write').choices(EMISSION_TABLES).default('roads'))
    .option('--map <file>', 'map of the run, if it has moved')
    .option(...TABLE_OUTPUT)
    .option('--json', 'print JSON')
    .action(showEmissions);
}

async function showEmissions(name: string, { output, table, ...options }: Options, command: Command): Promise<void> {
  if (output === undefined) refuseUnused(command, ['table'], 'without --output');
  const home = homeOf(command);
  const folder = await openRun(home, name);
  const emissions = await emissionsOfRun(folder, { ...options, home });
  const notice = noticeOf(folder);
  const warnings = warnOfRun(folder);
  if (output !== undefined) writeRunTable(output, folder, 'emissions', emissionTable(emissions, table), 'roads');
  print(
    options.json
      ? asJson(emissions, notice !== '', warnings)
      : [notice, describe(emissions)].filter(Boolean).join('\n'),
  );
}

function asJson(
  { fuel, days, people, scale, total, kgCo2Interval, hours, limits }: RunEmissions,
  synthetic: boolean,
  warnings: readonly string[],
): string {
  const plain = ({ kgCo2, ...use }: CarUse) => ({ ...use, kg_co2: kgCo2 });
  return JSON.stringify({
    synthetic,
    fuel,
    days,
    people,
    scale,
    total: plain(total),
    kg_co2_interval: kgCo2Interval,
    limits: limits.map(plain),
    hours: hours.map(plain),
    warnings,
  });
}

function describe({ fuel, days, people, scale, total, kgCo2Interval, limits, hours }: RunEmissions): string {
  const perPerson = total.kgCo2 / people / days / scale;
  // Of several days, the hours of a mean day.
  const slot = ({ hour }: (typeof hours)[number]) => (days === 1 ? hour : hour % 24);
  const slots = [...new Set(hours.map(slot))].sort((a, b) => a - b);
  const ofDay = slots
    .map((hour) => {
      const own = hours.filter((row) => slot(row) === hour);
      const sum = (of: (use: CarUse) => number) => own.reduce((all, use) => all + of(use), 0) / days;
      return {
        name: momentOf(hour * SECONDS_PER_HOUR, 1),
        use: {
          km: sum(({ km }) => km),
          hours: sum((use) => use.hours),
          litres: sum(({ litres }) => litres),
          kgCo2: sum(({ kgCo2 }) => kgCo2),
        },
      };
    })
    .filter(({ use }) => use.km > 0);
  const all = { name: 'all', use: total };
  const range =
    kgCo2Interval === null
      ? ' (an estimate: too few people drive for an interval)'
      : ` (95 % interval ${kgCo2Interval.map(number).join(' to ')}, over people)`;
  return [
    `${counted(people, 'person', 'people')}, ${counted(days, 'day')}: ${number(total.litres)} litres of ${fuel}, ${number(total.kgCo2)} kg of CO2${range}, ${perPerson.toFixed(2)} kg per person and day`,
    ...(scale === 1 ? [] : [`Each simulated car counts as ${number(scale)} cars.`]),
    '',
    textTable([heading('roads by limit'), ...[...limits.map((use) => ({ name: use.limit, use })), all].map(row)]),
    '',
    textTable([heading('hour, per day'), ...ofDay.map(row)]),
  ].join('\n');
}

function heading(name: string): string[] {
  return [name, 'km', 'km/h', 'l/100 km', 'kg CO2', 'g/km'];
}

function row({ name, use: { km, hours, litres, kgCo2 } }: { readonly name: string; readonly use: CarUse }): string[] {
  if (km === 0) return [name, '0', '–', '–', '0', '–'];
  return [
    name,
    number(km),
    (km / hours).toFixed(1),
    ((100 * litres) / km).toFixed(2),
    number(kgCo2),
    ((1000 * kgCo2) / km).toFixed(0),
  ];
}

function number(value: number): string {
  return value < 100 ? value.toFixed(1) : grouped(Math.round(value));
}
