import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@itinera/metrics';
import { type MeasureRow, type PlaceOptions, PROFILES, type Report, realism } from '@itinera/mobility';
import { writeDurably } from '@itinera/run';
import type { Command } from 'commander';
import { readTrajectories, type TrajectoryFile } from '../trajectories/read-trajectories.js';
import { textTable } from './text-table.js';

interface Options {
  readonly train?: string;
  readonly holdout?: string;
  readonly places?: string;
  readonly zone?: string;
  readonly profile?: string;
  readonly seed: string;
  readonly json?: true;
  readonly output?: string;
}

/** `asbench measure REAL GENERATED`: how real generated trajectories look beside real ones. */
export function addMeasure(program: Command): void {
  program
    .command('measure')
    .description('say how real generated trajectories look beside real ones, with intervals, ceilings and floors')
    .argument('<real>', 'CSV of uid, time, lat, lon (also .gz, HuMob columns, or stays with a second time)')
    .argument('<generated>', 'of the same kind')
    .option('--train <file>', 'what the generator learned from: for floors and privacy')
    .option('--holdout <file>', 'real people that the generator never saw: for utility and privacy')
    .option('--places <rule>', 'grid:METRES, cluster:METRES, h3:RESOLUTION or exact', 'grid:500')
    .option('--zone <name>', 'the zone on whose clock times are read, such as Asia/Tokyo')
    .option('--profile <paper>', `also what a paper's code makes of them: ${PROFILES.join(', ')}`)
    .option('--seed <n>', 'seed of intervals, ceilings and floors', '1')
    .option('--json', 'print one JSON object')
    .option('-o, --output <folder>', 'write measures.json and measures.csv there')
    .action(async (real: string, generated: string, options: Options) => {
      const seed = Number(options.seed);
      if (!Number.isSafeInteger(seed)) throw new UserError(`--seed ${options.seed}: expected a whole number.`);
      const profile = PROFILES.find((name) => name === options.profile);
      if (options.profile !== undefined && !profile) {
        throw new UserError(`--profile ${options.profile}: expected one of ${PROFILES.join(', ')}.`);
      }
      const places = await placesOf(options.places ?? 'grid:500');
      const read = (path: string) => readTrajectories(path, options.zone === undefined ? {} : { zone: options.zone });
      const files: Record<string, TrajectoryFile> = { real: await read(real), generated: await read(generated) };
      if (options.train !== undefined) files.train = await read(options.train);
      if (options.holdout !== undefined) files.holdout = await read(options.holdout);
      const report = realism(files.real!.trajectories, files.generated!.trajectories, {
        places,
        seed,
        ...(profile && { profile }),
        ...(files.train && { train: files.train.trajectories }),
        ...(files.holdout && { holdout: files.holdout.trajectories }),
      });
      const whole = {
        ...report,
        files: Object.fromEntries(
          Object.entries(files).map(([name, { dropped, notes }]) => [name, { dropped, notes }]),
        ),
      };
      if (options.output !== undefined) await writeReport(options.output, whole);
      console.log(options.json ? JSON.stringify(whole, null, 2) : textOf(report, files));
    });
}

async function placesOf(rule: string): Promise<PlaceOptions> {
  const [, by, size] = /^(grid|cluster|h3|exact)(?::(\d+(?:\.\d+)?))?$/.exec(rule) ?? [];
  const number = size === undefined ? undefined : Number(size);
  switch (by) {
    case 'grid':
      if (number !== undefined && !(number >= 1 && number <= 1e6)) break;
      return { by, ...(number !== undefined && { metres: number }) };
    case 'cluster':
      if (number !== undefined && !(number > 0)) break;
      return { by, ...(number !== undefined && { radius: number }) };
    case 'h3': {
      if (number !== undefined && !(Number.isInteger(number) && number <= 15)) break;
      const h3 = await import('h3-js').catch(() => {
        throw new UserError(`--places ${rule}: needs h3-js. Try: npm install h3-js`);
      });
      return { by, h3, ...(number !== undefined && { resolution: number }) };
    }
    case 'exact':
      return { by };
  }
  throw new UserError(`--places ${rule}: expected grid:500, cluster:100, h3:9 or exact.`);
}

const shown = (value: number | null, digits = 3) => (value === null ? '–' : value.toFixed(digits));

function textOf(report: Report, files: Readonly<Record<string, TrajectoryFile>>): string {
  const set = (name: string, { people, rows, trackingQuality }: Report['compared']['real']) =>
    `${name}: ${people} people, ${rows} rows, ${shown(trackingQuality, 2)} of their time recorded`;
  const first = report.measures.filter(({ name }) => report.firstScreen.includes(name));
  const others = report.measures.filter(({ name }) => !report.firstScreen.includes(name));
  const drops = Object.entries(files).flatMap(([name, { dropped, notes }]) => [
    ...Object.entries(dropped).map(([why, count]) => `${name}: ${count} rows dropped: ${why}`),
    ...notes,
  ]);
  const { utility, privacy, unicity, profile } = report;
  return [
    set('real', report.compared.real),
    set('generated', report.compared.generated),
    `places: ${report.compared.places}`,
    ...drops,
    ...report.compared.notes,
    '',
    table(first),
    '',
    table(others),
    '',
    'JSD with its 95 % interval; ceiling: two halves of the real people; floor: the best built-in model. Lower is better.',
    ...report.worst
      .filter(({ excess }) => excess > 0)
      .map(
        ({ name, where }) =>
          `worst: ${name}: ${where.map((at) => `${at.where} (${shown(at.real)} real, ${shown(at.generated)} generated)`).join('; ')}`,
      ),
    'notComputed' in utility
      ? `utility: not computed: ${utility.notComputed}`
      : `utility: next place right ${shown(utility.trainedOnGenerated.acc1)} when trained on generated, ${shown(utility.trainedOnReal.acc1)} on real people`,
    `unicity at ${unicity.points} points: ${shown(unicity.generated)} generated, ${shown(unicity.real)} real`,
    'notComputed' in privacy ? `privacy: not computed: ${privacy.notComputed}` : `privacy: ${JSON.stringify(privacy)}`,
    ...(profile && 'scores' in profile
      ? [`${profile.profile}: ${JSON.stringify(profile.scores)}. ${profile.faults}`]
      : []),
  ].join('\n');
}

function table(rows: readonly MeasureRow[]): string {
  return textTable([
    ['measure', 'unit', 'real', 'generated', 'W1', 'KS', 'JSD', 'low', 'high', 'ceiling', 'floor', 'nobody moves', 'n'],
    ...rows.map((row) => [
      row.title,
      row.unit,
      shown(row.real, 2),
      shown(row.generated, 2),
      shown(row.wasserstein, 2),
      shown(row.ks),
      shown(row.jsd),
      shown(row.low),
      shown(row.high),
      shown(row.ceiling),
      shown(row.floor),
      shown(row.nobodyMoves),
      String(row.n),
    ]),
  ]);
}

async function writeReport(folder: string, report: Report): Promise<void> {
  const names = [
    'name',
    'unit',
    'real',
    'generated',
    'wasserstein',
    'ks',
    'jsd',
    'low',
    'high',
    'ceiling',
    'floor',
    'n',
  ] as const;
  const lines = report.measures.map((row) => names.map((name) => row[name] ?? '').join(','));
  await mkdir(folder, { recursive: true });
  writeDurably(join(folder, 'measures.json'), [`${JSON.stringify(report, null, 2)}\n`]);
  writeDurably(join(folder, 'measures.csv'), [`${[names.join(','), ...lines].join('\n')}\n`]);
}
