import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commandsFor } from './command-list.js';
import { guard, tame, tameLines } from './terminal.js';

/** Exit codes of `asbench`: done, a user error, wrong usage, a fault of ours. */
export const ExitCode = { DONE: 0, USER_ERROR: 1, USAGE: 2, BUG: 70 } as const;

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

const program = new Command('asbench')
  .description('Simulate how people move through a city and measure how real it looks')
  .version(version)
  .option('--home-dir <folder>', 'where datasets and runs are (default: ./.agentsociety-benchmark)')
  .showHelpAfterError('Add --help to see what there is.')
  .exitOverride();

// Who reads only the head of the output (EPIPE) has what it wants; a full disk has not got the output.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || process.exitCode) return;
  process.stderr.write(`The output is not complete: ${message}. Make room, or write it elsewhere.\n`);
  process.exitCode = ExitCode.USER_ERROR;
});

guard(process.stdout, process.argv.includes('--json') ? tame : tameLines);
guard(process.stderr, tameLines);

// Nobody is left to tell.
process.stderr.on('error', () => {});

try {
  // The documents write -af, which is no short option elsewhere.
  const words = process.argv.map((word) => (word === '-af' ? '--agent_filename' : word));
  for (const load of commandsFor(words.slice(2))) (await load())(program);
  await program.parseAsync(words);
} catch (thrown) {
  process.exitCode = thrown instanceof CommanderError ? exitCodeOfUsage(thrown) : await tell(thrown);
}

function exitCodeOfUsage({ exitCode }: CommanderError): number {
  return exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE;
}

/** Says what went wrong: an error of the user's in its own words, a fault of ours with its stack. Gives the exit code. */
async function tell(thrown: unknown): Promise<number> {
  const { asUserError } = await import('@itinera/run');
  const { UserError } = await import('@itinera/metrics');
  const error = asUserError(thrown);
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    return ExitCode.USER_ERROR;
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${fault}\nThis is a fault of asbench ${version}, not yours. Please report it with these lines.\n`,
  );
  return ExitCode.BUG;
}
