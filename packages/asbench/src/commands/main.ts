import { UserError } from '@itinera/metrics';
import { asUserError, VERSION } from '@itinera/run';
import { Command, CommanderError } from 'commander';
import { addCalibrate } from './calibrate.js';
import { addCalls } from './calls.js';
import { addCheckAgent } from './check-agent.js';
import { addClone } from './clone.js';
import { addCompare } from './compare.js';
import { addEvaluate } from './evaluate.js';
import { addExplain } from './explain.js';
import { addExport } from './export.js';
import { addGenerate } from './generate.js';
import { addHumob } from './humob.js';
import { addLeaderboard } from './leaderboard.js';
import { addListTasks } from './list-tasks.js';
import { addMap } from './map.js';
import { addMeasure } from './measure.js';
import { addNewAgent } from './new-agent.js';
import { addPeople } from './people-synth.js';
import { addReport } from './report.js';
import { addReproduce } from './reproduce.js';
import { addResume } from './resume.js';
import { addRun } from './run.js';
import { addSubmitCheck } from './submit-check.js';
import { guard, tame, tameLines } from './terminal.js';
import { addUi } from './ui.js';

/** Exit codes of `asbench`: done, a user error, wrong usage, a fault of ours. */
export const ExitCode = { DONE: 0, USER_ERROR: 1, USAGE: 2, BUG: 70 } as const;

const program = new Command('asbench')
  .description('Simulate how people move through a city and measure how real it looks')
  .version(VERSION)
  .option('--home-dir <folder>', 'where datasets and runs are (default: ./.agentsociety-benchmark)')
  .showHelpAfterError('Add --help to see what there is.')
  .exitOverride();

addCalls(program);
addCheckAgent(program);
addClone(program);
addGenerate(program);
addHumob(program);
addListTasks(program);
addRun(program);
addResume(program);
addReproduce(program);
addEvaluate(program);
addExport(program);
addCompare(program);
addCalibrate(program);
addLeaderboard(program);
addMeasure(program);
addNewAgent(program);
addMap(program);
addUi(program);
addSubmitCheck(program);
addPeople(program);
addReport(program);
addExplain(program);

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
  await program.parseAsync(process.argv.map((word) => (word === '-af' ? '--agent_filename' : word)));
} catch (thrown) {
  const error = asUserError(thrown);
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE;
  } else if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = ExitCode.USER_ERROR;
  } else {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(
      `${fault}\nThis is a fault of asbench ${VERSION}, not yours. Please report it with these lines.\n`,
    );
    process.exitCode = ExitCode.BUG;
  }
}
