import { extname } from 'node:path';
import {
  type ExportFormatName,
  type ExportOptions,
  type ExportTableName,
  exportFormats,
  exportRun,
  exportTables,
} from '@itinera/benchmarks';
import { RunFolder } from '@itinera/run';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveNumber } from './option-values.js';
import { outputFile } from './output-path.js';

interface Options extends Omit<ExportOptions, 'table' | 'format'> {
  readonly table: ExportTableName;
  readonly format: ExportFormatName;
}

/** `asbench export RUN`: a table of a run as one file for other programs. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a table of a run as one file for QGIS, pandas, DuckDB, kepler.gl and others')
    .argument('<run>', 'name or folder of the run')
    .addOption(new Option('--table <table>', 'which table').choices(Object.keys(exportTables)).default('trips'))
    .addOption(new Option('--format <format>', 'which format').choices(Object.keys(exportFormats)).default('parquet'))
    .option('--grid <metres>', 'count trips between squares of this side, not between AOIs', positiveNumber)
    .option('--map <file>', 'where the map of the run is, when it is not where it was')
    .option('--date <day>', 'day 0 of the run for kepler.gl, as YYYY-MM-DD (default: 2024-01-01)')
    .option('-o, --output <file>', 'where to (default: <run>-<table>.<format>)')
    .action(async (run: string, options: Options, command: Command) => {
      const home = homeOf(command);
      const { output, format } = options;
      if (output !== undefined) outputFile(extname(`x.${exportFormats[format].extension}`))(output);
      const note = (message: string) => process.stderr.write(`${message}\n`);
      const path = await exportRun(RunFolder.find(home, run), { ...options, home, note });
      process.stdout.write(`${path}\n`);
    });
}
