import { basename, extname } from 'node:path';
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
import { refuseUnused } from './unused-options.js';

interface Options extends Omit<ExportOptions, 'table' | 'format'> {
  readonly table: ExportTableName;
  readonly format?: ExportFormatName | SimulatorName;
}

/** `asbench runs export RUN`: a table of a run as a file for other programs. */
export default function addExport(program: Command): void {
  program
    .command('export')
    .argument('<run>', 'name or folder of the run, or newest or previous; for matsim and sumo also a map (.pb)')
    .addOption(new Option('--table <table>', 'table').choices(Object.keys(exportTables)).default('trips'))
    .addOption(
      new Option('--format <format>', 'format (default: by the ending of --output, else parquet)').choices([
        ...Object.keys(exportFormats),
        ...SIMULATORS,
      ]),
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
      const { output } = options;
      const format = options.format ?? formatOf(output) ?? 'parquet';
      if (format !== 'kepler') refuseUnused(command, ['date'], `with --format ${format}`, 'add --format kepler');
      if (isSimulator(format)) {
        refuseUnused(command, ['table', 'grid'], `with --format ${format}, which writes the whole run`);
        return exportToSimulator(run, format, options, home);
      }
      if (output !== undefined)
        outputFile(...(options.format === undefined ? ENDINGS : [extname(`x.${exportFormats[format].extension}`)]))(
          output,
        );
      const note = (message: string) => process.stderr.write(`${message}\n`);
      const path = await exportRun(await openRun(home, run), { ...options, format, home, note });
      printWrote(path);
    });
}

/** The endings of files, that of the usual format first. */
const ENDINGS = Object.values(exportFormats).map(({ extension }) => `.${extension}`);

/** The format that ends the name of a file. */
function formatOf(output = ''): ExportFormatName | undefined {
  const formats = Object.entries(exportFormats) as [ExportFormatName, { readonly extension: string }][];
  return formats.find(([, { extension }]) => output.toLowerCase().endsWith(`.${extension}`))?.[0];
}

function isSimulator(format: string): format is SimulatorName {
  return (SIMULATORS as readonly string[]).includes(format);
}

async function exportToSimulator(
  source: string,
  simulator: SimulatorName,
  { output, map }: Options,
  home: string,
): Promise<void> {
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
