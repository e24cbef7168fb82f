import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@itinera/base';
import { isPackedRun, openRun } from '@itinera/run';
import { Library, serve } from '@itinera/viewer';
import type { Command } from 'commander';
import { bundleRuns } from './bundle-runs.js';
import { homeOf } from './home.js';
import { onInterrupt } from './interrupt.js';
import { wholeNumber } from './option-values.js';
import { outputFolder } from './output-path.js';
import { refuseUnused } from './unused-options.js';

/** The highest TCP port. */
const LAST_PORT = 65_535;

interface Options {
  readonly port?: number;
  readonly host?: string;
  readonly token?: string;
  readonly truth: boolean;
  readonly open: boolean;
  readonly task?: readonly string[];
  readonly datasets?: string;
  readonly map?: string;
  readonly bundle?: string;
  readonly withCalls?: boolean;
}

/** `asbench ui`: serves the runs to the browser until a signal ends it. */
export default function addUi(program: Command): void {
  program
    .command('ui')
    .argument(
      '[runs...]',
      'run folders or packed runs (default: the home folder); with --bundle, names of runs, scorings and reports',
    )
    .option('--port <number>', 'port to listen on (default: any free port)', wholeNumber(1, LAST_PORT))
    .option('--host <address>', 'address to listen on; other machines need --token')
    .option('--token <secret>', 'secret in the address (default: random)')
    .option('--task <file...>', 'custom benchmarks of runs to show; runs their code')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--no-truth', 'hide the real distributions')
    .option('--bundle <folder>', 'write a static site of the named runs to this folder', outputFolder())
    .option('--with-calls', 'with --bundle: include the prompts and answers of language models')
    .option('--no-open', 'print the address without opening the browser')
    .action(ui);
}

async function ui(named: readonly string[], options: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const { port, host, token, datasets, map, truth, task = [], bundle } = options;
  const shown = { home, datasets, map, withTruth: truth, benchmarkFiles: task };
  if (bundle === undefined) refuseUnused(command, ['withCalls'], 'without --bundle');
  else refuseUnused(command, ['port', 'host', 'token', 'open'], 'with --bundle, which writes files');
  if (bundle !== undefined) return bundleRuns(bundle, named, { ...shown, withCalls: options.withCalls ?? false });
  const [given, other] = named;
  if (other !== undefined)
    throw new UserError(`Expected one folder, got ${named.length}. Several runs can be named with --bundle FOLDER.`);
  const isFolder = given === undefined || (existsSync(given) && !isPackedRun(given));
  const runs = isFolder ? (given ?? join(home, 'runs')) : (await openRun(home, given)).path;
  const library = new Library({ ...shown, runs });
  const viewer = await serve(library, {
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(token !== undefined && { token }),
  });
  const interrupted = new Promise<void>((resolve) => onInterrupt(resolve));
  process.stdout.write(`${viewer.address}\nThe viewer is read-only. Press Ctrl-C to stop it.\n`);
  if (options.open) openBrowser(viewer.address);
  await interrupted;
  await viewer.close();
}

/** Opens an address in the browser, if the system can. */
function openBrowser(address: string): void {
  const [program, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(program as string, [...before, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
