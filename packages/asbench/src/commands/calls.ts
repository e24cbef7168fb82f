import { UserError } from '@itinera/base';
import { askAgain, parseLanguageModelConfig, readCallTotals } from '@itinera/engine';
import { openRun, type RunFolder, readCallAt, readManifest } from '@itinera/run';
import type { Command } from 'commander';
import { callsAsJson, describeCall, describeCallsInDetail } from './call-summary.js';
import { configOfRun } from './config-of-run.js';
import { homeOf } from './home.js';
import { wholeNumber } from './option-values.js';
import { noticeOf } from './run-table.js';
import { refuseUnused } from './unused-options.js';

interface CallsOptions {
  readonly again?: number;
  readonly all?: true;
  readonly config?: string;
  readonly json?: boolean;
}

/** `asbench runs calls RUN`: the calls of a run to language models, and their cost; one of them again, with a new answer. */
export default function addCalls(program: Command): void {
  program
    .command('calls')
    .argument('<run>', 'name or folder of the run, or newest or previous')
    .option('--again <number>', 'repeat the call of this number, from 0, and print both answers', wholeNumber(0))
    .option('-c, --config <file>', 'configuration with the API keys, for --again (default: as in the run)')
    .option('--all', 'list all people, not only those with the most tokens')
    .option('--json', 'print JSON')
    .action(calls);
}

async function calls(run: string, options: CallsOptions, command: Command): Promise<void> {
  if (options.again === undefined) refuseUnused(command, ['config'], 'without --again');
  else refuseUnused(command, ['all'], 'with --again, which repeats one call');
  const folder = await openRun(homeOf(command), run);
  if (options.again !== undefined) return callAgain(folder, options.again, options, homeOf(command));
  const notice = noticeOf(folder);
  const totals = readCallTotals(folder.callsPath);
  if (totals === null) throw noCalls(folder);
  const lines = [describeCallsInDetail(totals, options.all === true), ...(notice ? [notice] : [])];
  const text = options.json
    ? JSON.stringify({ synthetic: notice !== '', ...callsAsJson(totals) }, null, 2)
    : lines.join('\n\n');
  process.stdout.write(`${text}\n`);
}

/** Sends a recorded call to its model again. The run and its record stay as they are. */
async function callAgain(folder: RunFolder, number: number, options: CallsOptions, home: string): Promise<void> {
  const manifest = readManifest(folder);
  const call = readCallAt(folder.callsPath, number);
  if (call === null) throw noCalls(folder);
  if (call === undefined) throw new UserError(`${folder.name}: there is no call ${number}. The first is call 0.`);
  const warn = (message: string) => process.stderr.write(`Warning: ${message}\n`);
  const { llm } = configOfRun(folder, manifest, options, home, warn, `asbench runs calls --again ${number}`);
  const configs = parseLanguageModelConfig(llm ?? [], { env: process.env, warn });
  const answer = await askAgain(configs, call, manifest.seed);
  process.stdout.write(
    options.json ? `${JSON.stringify({ ...call, again: answer }, null, 2)}\n` : describeCall(number, call, answer),
  );
}

const noCalls = ({ name }: RunFolder) => new UserError(`${name}: the agent did not call a language model.`);
