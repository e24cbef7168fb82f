import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Library, serve } from '@itinera/viewer';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';

/** The highest number that TCP has for a port. */
const LAST_PORT = 65_535;

interface Options {
  readonly port?: number;
  readonly host?: string;
  readonly token?: string;
  readonly truth: boolean;
  readonly open: boolean;
  readonly task: readonly string[];
  readonly datasets?: string;
  readonly map?: string;
}

/** `asbench ui`: the runs in the browser. */
export function addUi(program: Command): void {
  program
    .command('ui')
    .description('show runs in the browser: scores against reality, replay, people, calls, comparisons')
    .argument('[runs]', 'folder that holds runs, or the folder of one (default: the runs of the home)')
    .option('--port <number>', 'port to listen on (default: any that is free)', wholeNumber(1, LAST_PORT))
    .option('--host <address>', 'address to listen on; other than this machine only with --token')
    .option('--token <secret>', 'secret in the address, instead of one made at random')
    .option('--task <file...>', 'benchmarks that are not built in, to show their runs with; this runs their code', [])
    .option('-d, --datasets <folder>', 'folder of the dataset, or of all datasets, of runs from elsewhere')
    .option('--map <file>', 'map of runs from elsewhere')
    .option('--no-truth', 'show scores only, not the real distributions')
    .option('--no-open', 'print the address and do not open the browser')
    .action(ui);
}

async function ui(runs: string | undefined, options: Options, command: Command): Promise<void> {
  const home = homeOf(command);
  const library = new Library({
    runs: runs ?? join(home, 'runs'),
    home,
    datasets: options.datasets,
    map: options.map,
    withTruth: options.truth,
    benchmarkFiles: options.task,
  });
  const { port, host, token } = options;
  const viewer = await serve(library, {
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(token !== undefined && { token }),
  });
  process.stdout.write(`${viewer.address}\nThe viewer reads only. Ctrl-C ends it.\n`);
  if (options.open) openBrowser(viewer.address);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void viewer.close());
}

/** Asks the system to open an address; where it cannot, the address is printed anyway. */
function openBrowser(address: string): void {
  const [program, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(program as string, [...before, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
