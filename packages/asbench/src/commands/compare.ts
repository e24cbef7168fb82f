import type { Difference } from '@itinera/benchmarks';
import { benchmarkNamed, compareScores, findDataset, truthFolderOf } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { openResults } from './open-results.js';
import { wholeNumber } from './option-values.js';
import { textTable } from './text-table.js';

/** `asbench compare A B`: is one agent better than another, or is it chance? */
export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare two runs or results files on the same truth: difference, interval and p value')
    .argument('<a>', 'name or folder of a run, or results file')
    .argument('<b>', 'the one to compare it with')
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets')
    .option('--seed <number>', 'seed of the resampling', wholeNumber(0))
    .option('--json', 'print JSON')
    .action(compare);
}

async function compare(
  a: string,
  b: string,
  options: { datasets?: string; seed?: number; json?: boolean },
  command: Command,
): Promise<void> {
  const home = homeOf(command);
  const [first, second] = [await openResults(home, a), await openResults(home, b)];
  if (first.task !== second.task)
    throw new UserError(`${a} is of ${first.task}, ${b} of ${second.task}. Only results of one task can be compared.`);
  const benchmark = benchmarkNamed(first.task);
  const dataset = first.run?.manifest.dataset ?? second.run?.manifest.dataset;
  const folder =
    options.datasets === undefined && dataset ? dataset.folder : findDataset(home, benchmark, options.datasets);
  const truth = truthFolderOf(folder);
  const other = second.run?.manifest.dataset;
  if (first.run && other && first.run.manifest.dataset.folder !== other.folder)
    process.stderr.write(
      `Warning: ${a} was run on ${first.run.manifest.dataset.folder}, ${b} on ${other.folder}: both are held against the truth in ${folder}.\n`,
    );
  if (truth === null) throw new UserError(`${folder}: holds no groundtruth. Pass a dataset that has one with -d.`);
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  const report = compareScores(benchmark, first, second, benchmark.readTruth(truth), seed);
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ task: benchmark.name, a: first.name, b: second.name, ...report }, null, 2)}\n`,
    );
    return;
  }
  const heading = ['', 'difference', `${100 * report.level} % interval`, 'p', 'better'];
  const rows = Object.entries(report.documented).map(([metric, difference]) => [
    metric,
    ...cells(difference),
    benchmark.metrics[metric]?.better ?? '–',
  ]);
  process.stdout.write(
    `${benchmark.name}, documented formulas: ${first.name} − ${second.name}\n${textTable([heading, ...rows])}\n` +
      `${report.method}\n`,
  );
}

function cells({ value, low, high, pValue }: Difference): string[] {
  if (value === null || low === null || high === null) return ['–', '–', '–'];
  return [value.toFixed(4), `${low.toFixed(4)} to ${high.toFixed(4)}`, pValue?.toFixed(4) ?? '–'];
}
