import { dirname, extname } from 'node:path';
import { UserError } from '@itinera/base';
import { writeDurably } from '@itinera/base/node';
import {
  citeMeasures,
  citeRuns,
  measuresIn,
  measuresTable,
  paperTable,
  sweepOfRuns,
  TABLE_FORMATS,
  type TableFormat,
} from '@itinera/studies';
import { type Command, Option } from 'commander';
import { readDocument } from '../documents/read-document.js';
import { homeOf } from './home.js';
import { outputFileAnywhere } from './output-path.js';
import { refuseUnused } from './unused-options.js';

/** The format of a file by its ending. */
const FORMATS: Readonly<Record<string, TableFormat>> = { '.tex': 'latex', '.md': 'markdown', '.csv': 'csv' };

interface TableOptions {
  readonly format?: TableFormat;
  readonly metrics?: string[];
  readonly datasets?: string;
  readonly output?: string;
}

/** `asbench study table RUN…` and `asbench study cite RUN…`: runs as a table of a paper, and a methods paragraph with BibTeX. */
export default function addTable(program: Command): void {
  const runs = 'scored runs by name or folder, or the output of asbench study sweep --json';
  program
    .command('table')
    .argument('<runs...>', `${runs}; or the folder that asbench measure -o wrote`)
    .addOption(
      new Option(
        '--format <format>',
        'format of the table (default: by the ending of --output, else markdown)',
      ).choices(TABLE_FORMATS),
    )
    .option('--metrics <names>', 'metrics to show (default: the headline and its parts)', (names) => names.split(','))
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option(
      '-o, --output <file>',
      'file to write (default: standard output)',
      outputFileAnywhere('.tex', '.md', '.csv'),
    )
    .action(async (names: string[], { format, metrics, datasets, output }: TableOptions, command: Command) => {
      const chosen = format ?? FORMATS[extname(output ?? '').toLowerCase()] ?? 'markdown';
      const measured = measuredAt(names);
      if (measured !== undefined) {
        refuseUnused(command, ['metrics', 'datasets'], 'with measures');
        return write(measuresTable(measured, chosen), output);
      }
      const place = { home: homeOf(command), datasets };
      write(paperTable(await sweepOfRuns(namesOf(names), place), chosen, metrics), output);
    });
  program
    .command('cite')
    .argument('<runs...>', `${runs}; or the folder that asbench measure -o wrote`)
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option(
      '-o, --output <file>',
      'file to write (default: standard output)',
      outputFileAnywhere('.tex', '.bib', '.txt'),
    )
    .action(
      async (names: string[], { datasets, output }: Omit<TableOptions, 'format' | 'metrics'>, command: Command) => {
        const measured = measuredAt(names);
        write(
          measured !== undefined
            ? citeMeasures(measured)
            : citeRuns(await sweepOfRuns(namesOf(names), { home: homeOf(command), datasets })),
          output,
        );
      },
    );
}

/** The report of measures that is named, alone; undefined for runs. */
function measuredAt(names: readonly string[]): string | undefined {
  const [report] = names.flatMap((name) => measuresIn(name) ?? []);
  if (report !== undefined && names.length > 1)
    throw new UserError(`${dirname(report)} contains measures, not a run. Pass it alone.`);
  return report;
}

function write(text: string, output: string | undefined): void {
  if (output === undefined) process.stdout.write(text);
  else writeDurably(output, [text]);
}

/** The runs that are named, those of a sweep by its JSON. */
function namesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (!name.endsWith('.json')) return [name];
    const { runs } = (readDocument(name) ?? {}) as { runs?: unknown };
    const folders = Array.isArray(runs) ? runs.map((run) => (run as { folder?: unknown } | null)?.folder) : [];
    const found = folders.filter((folder) => typeof folder === 'string');
    if (found.length > 0) return found;
    throw new UserError(
      `${name} contains no runs. Expected the output of: asbench study sweep plan.yaml --json > ${name}`,
    );
  });
}
