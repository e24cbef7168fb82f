import { extname } from 'node:path';
import {
  type ExportFormatName,
  type ExportOptions,
  type ExportTableName,
  exportFormats,
  exportRun,
  exportTables,
} from '@itinera/benchmarks';
import { openRun } from '@itinera/run';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveNumber } from './option-values.js';
import { outputFile } from './output-path.js';

interface Options extends Omit<ExportOptions, 'table' | 'format'> {
  readonly table: ExportTableName;
  readonly format: ExportFormatName;
}

/** `asbench export RUN`: a table of a run as a file for other programs. */
export default function addExport(program: Command): void {
  program
    .command('export')
    .argument('<run>', 'name or folder of the run')
    .addOption(new Option('--table <table>', 'table').choices(Object.keys(exportTables)).default('trips'))
    .addOption(new Option('--format <format>', 'format').choices(Object.keys(exportFormats)).default('parquet'))
    .option('--grid <metres>', 'count trips between squares of this size instead of AOIs', positiveNumber)
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--date <day>', 'day 0 of the run for kepler.gl, YYYY-MM-DD (default: 2024-01-01)')
    .option('-o, --output <file>', 'file to write (default: <run>-<table>.<format>)')
    .action(async (run: string, options: Options, command: Command) => {
      const home = homeOf(command);
      const { output, format } = options;
      if (output !== undefined) outputFile(extname(`x.${exportFormats[format].extension}`))(output);
      const note = (message: string) => process.stderr.write(`${message}\n`);
      const path = await exportRun(await openRun(home, run), { ...options, home, note });
      process.stdout.write(`${path}\n`);
    });
}
