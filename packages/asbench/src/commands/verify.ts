import { printable } from '@itinera/base';
import { openRun } from '@itinera/run';
import { describeEdits, type Verification, verifyAndReproduce, verifyRun } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf, homeOfRun } from './home.js';
import { threadCount } from './option-values.js';
import { Session, type SessionOptions } from './session.js';
import { textColumns } from './text-table.js';
import { refuseUnused } from './unused-options.js';

interface VerifyOptions extends SessionOptions {
  readonly datasets?: string;
  readonly map?: string;
  readonly python?: string;
  readonly reproduce?: true;
}

/** `asbench runs verify RUN`: whether a run is as its simulation left it. */
export default function addVerify(program: Command): void {
  program
    .command('verify')
    .argument('<run>', 'name or folder of the run, newest, previous, or packed run (.zip)')
    .option('-d, --datasets <folder>', 'folder of the dataset or of all datasets')
    .option('--map <file>', 'map of the run, if it has moved')
    .option('--reproduce', 'also rerun it, with its agent, and compare every byte')
    .option('--python <command>', 'interpreter for Python agents (default: that of the run)')
    .option('--threads <number>', 'number of threads (default: one per core)', threadCount)
    .option('--json', 'print JSON')
    .action(verify);
}

async function verify(run: string, options: VerifyOptions, command: Command): Promise<void> {
  if (!options.reproduce) refuseUnused(command, ['python', 'threads'], 'without --reproduce');
  const ownHome = homeOf(command);
  const folder = await openRun(ownHome, run);
  const home = homeOfRun(command, folder);
  const { datasets, map, python } = options;
  const place = { datasets, map, ownHome };
  const session = new Session(options);
  const found = options.reproduce
    ? await verifyAndReproduce(folder, home, { ...place, python }, { ...session.work(), listener: session.listener })
    : await verifyRun(folder, { ...place, home });
  session.clear();
  process.stdout.write(`${options.json ? JSON.stringify(found, null, 2) : describe(found)}\n`);
  if (found.verdict !== 'verified') process.exitCode = 1;
}

const STATES = { ok: 'ok', fault: 'FAULT', unchecked: '–' } as const;

function describe({ run, task, verdict, edited, checks }: Verification): string {
  const rows = checks.map(({ what, state, found }) => [STATES[state], what, printable(found, 300)]);
  const end =
    verdict === 'verified'
      ? 'verified.'
      : (describeEdits(edited.map((word) => printable(word, 100))) ??
        (verdict === 'edited' ? 'NOT verified, see FAULT.' : 'not fully verified, see above.'));
  return `${run}: ${task}\n${textColumns(rows)}\n${run}: ${end}`;
}
