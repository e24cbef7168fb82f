import { UserError } from '@itinera/base';
import { differenceInWords } from '@itinera/benchmarks';
import { compare, syntheticNotice } from '@itinera/runner';
import {
  answerOf,
  COMPARISON_TABLES,
  type ComparisonTableName,
  compareSimulations,
  simulationsNamed,
  writeComparison,
} from '@itinera/studies';
import { type Command, Option } from 'commander';
import { comparisonHeadline, describeComparison } from './comparison-summary.js';
import { demoOption } from './demo-option.js';
import { homeOf } from './home.js';
import { positiveUpTo, wholeNumber } from './option-values.js';
import { outputFile } from './output-path.js';
import { printResult, warningsOf } from './print-result.js';
import { describeDoubt } from './score-table.js';
import { describeSimulations } from './simulation-summary.js';
import { print, printHeadline } from './terminal.js';
import { refuseUnused } from './unused-options.js';

interface CompareOptions {
  readonly task?: string;
  readonly datasets?: string;
  readonly demo?: true;
  readonly map?: string;
  readonly seed?: number;
  readonly json?: boolean;
  readonly output?: string;
  readonly table: ComparisonTableName;
  readonly grid: number;
  readonly byPerson?: true;
  readonly person?: number;
  readonly allowProblems?: true;
}

/** Options that people alone do not use. */
const ABOUT_ALL = ['output', 'table', 'grid', 'seed', 'task', 'demo', 'allowProblems'];

/** `asbench runs compare A B`: whether the difference of two results is larger than chance; of simulations: B minus A. */
export default function addCompare(program: Command): void {
  program
    .command('compare')
    .argument('<a>', 'results file, or name or folder of a run')
    .argument('<b>', 'results file or run to compare with')
    .option('--task <task>', 'task, if the results do not name it')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .addOption(demoOption())
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--seed <number>', 'random seed', wholeNumber(0))
    .option(
      '-o, --output <file>',
      'page (.html) or, for two simulations, table (.geojson, .csv, .parquet) or map (.svg) to write',
      outputFile('.html', '.htm', '.geojson', '.csv', '.parquet', '.svg'),
    )
    .addOption(
      new Option('--table <table>', 'table to write, for two simulations').choices(COMPARISON_TABLES).default('roads'),
    )
    .option('--grid <metres>', 'side of the zones, for two simulations', positiveUpTo(1e6), 1000)
    .option('--by-person', 'people who differ most')
    .option('--person <id>', 'one person: both days, prompts and answers', wholeNumber(0))
    .option('--allow-problems', 'exit with 0 even if a result is invalid or unscored')
    .option('--json', 'print JSON')
    .action(run);
}

async function run(
  a: string,
  b: string,
  { output, table, grid, byPerson, person, ...given }: CompareOptions,
  command: Command,
): Promise<void> {
  if (byPerson || person !== undefined) {
    refuseUnused(command, ABOUT_ALL, `with ${person === undefined ? '--by-person' : '--person'}`);
    const { printPeople } = await import('./compare-people.js');
    return printPeople(a, b, { ...given, home: homeOf(command), person });
  }
  const simulations = await simulationsNamed(a, b, homeOf(command));
  if (simulations !== null) {
    refuseUnused(command, ['task', 'demo', 'allowProblems'], 'on simulations, which have no score');
    if (!isPage(output)) refuseUnused(command, ['datasets'], 'on simulations without a page (.html)');
    const reason = whyNoTable(output, table);
    if (reason !== null) refuseUnused(command, ['table'], reason, 'write a table: -o NAME.geojson, .csv or .parquet');
    const withTrips = output !== undefined && table === 'trips';
    const options = { home: homeOf(command), map: given.map, grid, seed: given.seed, withTrips };
    const compared = await compareSimulations(simulations, options);
    if (isPage(output))
      await (await openPages()).writeComparisonPage(output, [a, b], { ...given, home: homeOf(command) }, compared);
    else if (output !== undefined) writeComparison(compared, table, output);
    const lines = [describeSimulations(compared), ...(compared.synthetic ? [syntheticNotice('simulation-')] : [])];
    if (given.json) {
      const { caveats, ...answer } = answerOf(compared);
      return printResult({ ...answer, sign: 'b minus a' }, caveats, 2);
    }
    print(lines.join('\n'));
    printHeadline(compared.says[0]!);
    return;
  }
  refuseUnused(command, ['table', 'grid'], 'on results of a task: only simulations have these tables');
  if (isPage(output))
    await (await openPages()).writeComparisonPage(output, [a, b], { ...given, home: homeOf(command) }, null);
  else if (output !== undefined)
    throw new UserError(
      '--output: tables and maps only for two simulations. Write a page (.html), or use --json for results of a task.',
    );
  await compareScored(a, b, given, command);
}

/** Why no table is written. @param output a table has none of these endings, and a map is one of roads */
function whyNoTable(output: string | undefined, table: ComparisonTableName): string | null {
  if (output === undefined) return 'without --output';
  if (isPage(output)) return `on a page (${output}), which shows them all`;
  return /\.svg$/i.test(output) && table !== 'roads' ? `on a map (${output}), which shows roads` : null;
}

// Loaded when an option needs it: pages are a fifth of the code.
const openPages = () => import('./comparison-page.js');

const isPage = (path: string | undefined): path is string => path !== undefined && /\.html?$/i.test(path);

async function compareScored(
  a: string,
  b: string,
  { seed, json, allowProblems, ...options }: Omit<CompareOptions, 'output' | 'table' | 'grid' | 'byPerson' | 'person'>,
  command: Command,
): Promise<void> {
  const comparison = await compare(a, b, { ...options, home: homeOf(command), ...(seed !== undefined && { seed }) });
  const { benchmark, first, second, difference, synthetic, warnings } = comparison;
  const says = differenceInWords(benchmark, difference, [first.name, second.name]);
  const names = { a: first.name, b: second.name, sign: 'a minus b' };
  const plain = { says, task: benchmark.name, ...names, synthetic, ...difference };
  for (const warning of warnings) process.stderr.write(`${describeDoubt(warning)}\n`);
  print(json ? JSON.stringify({ ...plain, warnings: warningsOf(warnings) }, null, 2) : describeComparison(comparison));
  if (!json) printHeadline(...(comparisonHeadline(comparison) as [string, ...string[]]));
  const isInvalid = difference.documented.final_score?.value == null || warnings.some(({ grave }) => grave);
  if (isInvalid && !allowProblems) process.exitCode = 1;
}
