import { dirname, join } from 'node:path';
import { shellPath, UserError } from '@itinera/base';
import { makeFolder, writeDurably, writeSet } from '@itinera/base/node';
import { openRun, packRun } from '@itinera/run';
import { exportRun, hubFiles } from '@itinera/studies';
import { type Command, InvalidArgumentError } from 'commander';
import { homeOf } from './home.js';
import { outputFolder, printWrote } from './output-path.js';
import { print } from './terminal.js';

const TABLES = ['trips', 'statuses'] as const;

interface Options {
  readonly dryRun?: true;
  readonly output?: string;
  readonly repository: string;
  readonly license: string;
  readonly withRun?: true;
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench runs publish RUN --dry-run`: a run as a dataset for Hugging Face. */
export default function addPublish(program: Command): void {
  program
    .command('publish')
    .argument('<run>', 'name or folder of the run, newest, previous, or packed run (.zip)')
    .option('--dry-run', 'write the files to a folder without uploading them')
    .option('-o, --output <folder>', 'folder to write (default: <run>-hub)', outputFolder())
    .option('--repository <name>', 'repository on the hub', repositoryName, 'OWNER/NAME')
    .option('--license <id>', 'licence of the data, as the hub names it', licenceId, 'unknown')
    .option('--with-run', 'include the packed run, with prompts and answers')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .action(publish);
}

function repositoryName(text: string): string {
  if (/^[\w.-]{1,96}\/[\w.-]{1,96}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected a repository such as owner/name.');
}

function licenceId(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{0,60}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected an identifier such as mit or cc-by-4.0.');
}

async function publish(run: string, options: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const { repository, license, datasets, map } = options;
  const folder = await openRun(home, run);
  const output = options.output ?? `${folder.name}-hub`;
  const upload = `hf upload ${repository} ${shellPath(output)} --repo-type dataset`;
  if (!options.dryRun)
    throw new UserError(
      `asbench runs publish does not upload. Add --dry-run, look at the folder, and upload it: ${upload}`,
    );
  const tables = Object.fromEntries(TABLES.map((table) => [table, `${table}.parquet`]));
  const packed = options.withRun ? `${folder.name}.zip` : null;
  const { files, withheld } = await hubFiles(folder, { home, datasets, map, repository, license, tables, packed });
  await writeSet(output, 'dataset', async (stage) => {
    for (const table of TABLES)
      await exportRun(folder, { table, format: 'parquet', home, map, output: join(stage, tables[table]!) });
    if (packed !== null) packRun(folder, join(stage, packed));
    for (const [name, text] of Object.entries(files)) {
      makeFolder(dirname(join(stage, name)));
      writeDurably(join(stage, name), [text]);
    }
  });
  const names = [...Object.keys(files), ...Object.values(tables), ...(packed === null ? [] : [packed])];
  printWrote(output, names.join(', '));
  if (withheld !== null) print(`No results file: ${withheld}.`);
  print(`Nothing was uploaded. To upload it: ${upload}`);
}
