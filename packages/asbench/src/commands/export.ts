import { basename, extname } from 'node:path';
import { UserError } from '@itinera/base';
import { openRun } from '@itinera/run';
import {
  type ExportFormatName,
  type ExportOptions,
  type ExportTableName,
  exportFormats,
  exportMapToSimulator,
  exportRun,
  exportRunToSimulator,
  exportTables,
  SIMULATORS,
  type SimulatorName,
} from '@itinera/studies';
import { type Command, Option } from 'commander';
import { homeOf } from './home.js';
import { positiveUpTo } from './option-values.js';
import { outputFile, outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';

interface Options extends Omit<ExportOptions, 'table' | 'format'> {
  readonly table: ExportTableName;
  readonly format: ExportFormatName | SimulatorName;
}

/** `asbench runs export RUN`: a table of a run as a file for other programs. */
export default function addExport(program: Command): void {
  program
    .command('export')
    .argument('<run>', 'name or folder of the run; for matsim and sumo also a map (.pb)')
    .addOption(new Option('--table <table>', 'table').choices(Object.keys(exportTables)).default('trips'))
    .addOption(
      new Option('--format <format>', 'format')
        .choices([...Object.keys(exportFormats), ...SIMULATORS])
        .default('parquet'),
    )
    .option('--grid <metres>', 'count trips between squares of this size instead of AOIs', positiveUpTo(1e6))
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--date <day>', 'day 0 of the run for kepler.gl, YYYY-MM-DD (default: 2024-01-01)')
    .option(
      '-o, --output <file>',
      'file to write (default: <run>-<table>.<format>); for matsim and sumo a folder (default: <run>-<format>)',
      outputFolder(...Object.values(exportFormats).map(({ extension }) => extname(`x.${extension}`))),
    )
    .action(async (run: string, options: Options, command: Command) => {
      const home = homeOf(command);
      const { output, format } = options;
      if (isSimulator(format)) return exportToSimulator(run, format, options, home);
      if (output !== undefined) outputFile(extname(`x.${exportFormats[format].extension}`))(output);
      const note = (message: string) => process.stderr.write(`${message}\n`);
      const path = await exportRun(await openRun(home, run), { ...options, format, home, note });
      printWrote(path);
    });
}

function isSimulator(format: string): format is SimulatorName {
  return (SIMULATORS as readonly string[]).includes(format);
}

async function exportToSimulator(
  source: string,
  simulator: SimulatorName,
  { output, map, table }: Options,
  home: string,
): Promise<void> {
  if (table !== 'trips') throw new UserError(`--format ${simulator} writes the whole run. Omit --table.`);
  const folder = outputFolder()(output ?? `${basename(source, '.pb')}-${simulator}`);
  const names = source.endsWith('.pb')
    ? await exportMapToSimulator(source, simulator, folder)
    : await exportRunToSimulator(await openRun(home, source), simulator, folder, { home, map });
  printWrote(folder, names.join(', '));
  print(HINTS[simulator](names));
}

const HINTS = {
  matsim: () => 'Run it: java -cp matsim.jar org.matsim.run.Controler config.xml',
  sumo: (names: readonly string[]) =>
    `In this folder: netconvert -c network.netccfg${names.includes('run.sumocfg') ? ' && sumo -c run.sumocfg' : ''}`,
} as const;
