import { readFileSync } from 'node:fs';
import { asUserError, isFileError, terminalText, UserError } from '@itinera/base';
import { letNewSpaceGrow, similarFile } from '@itinera/base/node';
import { Command, CommanderError } from 'commander';
import { addCommands } from './add-commands.js';
import { isUnknownCommand } from './command-list.js';
import { requireInputsKept, watchOutputs } from './output-path.js';
import { asTyped, respelt } from './spellings.js';
import { suggestChoices } from './suggest-choices.js';
import { escapeAndCutLines, guard } from './terminal.js';
import { afterUnknown, helpLast, namesUnknown } from './unknown-command.js';

/** Exit codes of `asbench`: success, user error, usage error, bug. */
export const ExitCode = { DONE: 0, USER_ERROR: 1, USAGE: 2, BUG: 70 } as const;

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

/**
 * Runs `asbench` with the words of a command line, on the standard streams and in the folder of this process.
 * @returns the exit code; that of the process stays as it was.
 */
export async function runProgram(typed: readonly string[]): Promise<number> {
  const said = respelt(typed);
  let printOutputs = () => {};
  const program = new Command('asbench')
    .description('Simulate how people move through a city and measure how realistic it looks')
    .version(version, '-V, --version', 'print the version')
    .option('--home-dir <folder>', 'of datasets and runs (default: ./.agentsociety-benchmark)')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'Print help for a command')
    .showHelpAfterError('Add --help to see the commands and options.')
    .configureOutput({ outputError: (error, write) => write(asTyped(error, said)) })
    .hook('preAction', (_, command) => {
      requireInputsKept(command);
      printOutputs = watchOutputs(command);
    })
    .hook('postAction', () => printOutputs())
    .exitOverride();
  // Programs read long lines too.
  const isParsed = said.words.includes('--json') || said.words.includes('mcp');
  const unguard = [
    guard(process.stdout, isParsed ? terminalText : escapeAndCutLines),
    guard(process.stderr, escapeAndCutLines),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  for (const note of said.notes) process.stderr.write(`${note}\n`);
  try {
    await addCommands(program, said.words);
    suggestChoices(program);
    const words = helpLast(program, said.words);
    // The documented short option -af has two letters, which the parser does not support.
    // With --help, the parser would print the general help and not the error.
    if (isUnknownCommand(words))
      for (const it of [program, ...program.commands]) it.showHelpAfterError(afterUnknown(program, words));
    const isUnknown = namesUnknown(program, words);
    const given = isUnknown ? words.filter((word) => word !== '--help' && word !== '-h') : words;
    const known = given.map((word) => (word === '-af' ? '--agent_filename' : word));
    await program.parseAsync(known, { from: 'user' });
    return Number(process.exitCode ?? ExitCode.DONE);
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return await printError(thrown);
    if (thrown.exitCode === 0) return ExitCode.DONE;
    const single = said.words.find((word) => word !== '-af' && hasLongOption(program, `-${word}`));
    if (single !== undefined) process.stderr.write(`Long options have two dashes: -${single}\n`);
    return ExitCode.USAGE;
  } finally {
    process.exitCode = before;
    letNewSpaceGrow();
    for (const end of unguard) end();
  }
}

function hasLongOption({ options, commands }: Command, word: string): boolean {
  return options.some(({ long }) => long === word) || commands.some((command) => hasLongOption(command, word));
}

function meantFile(cause: unknown): string {
  return isFileError(cause) && cause.code === 'ENOENT' && cause.path !== undefined ? similarFile(cause.path) : '';
}

/** Prints a user error as its message and a bug with its stack trace. @returns the exit code. */
async function printError(thrown: unknown): Promise<number> {
  const error = asUserError(thrown);
  if (error instanceof UserError) {
    process.stderr.write(`${error.message}${meantFile(error.cause)}\n`);
    return ExitCode.USER_ERROR;
  }
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${fault}\nThis is a bug in asbench ${version}. Please report it with these lines.\n`);
  return ExitCode.BUG;
}
