import { UserError } from '@itinera/city';
import { Command, CommanderError } from 'commander';
import { addCheckAgent } from './check-agent.js';
import { addClone } from './clone.js';
import { addHumob } from './humob.js';
import { addListTasks } from './list-tasks.js';
import { addMap } from './map.js';
import { addRun } from './run.js';

/** Exit codes of `asbench`: done, a mistake the user can mend, wrong usage, a fault of ours. */
export const ExitCode = { DONE: 0, USER_ERROR: 1, USAGE: 2, BUG: 70 } as const;

const program = new Command('asbench')
  .description('Simulate how people move through a city and measure how real it looks')
  .version('0.1.0')
  .exitOverride();

addCheckAgent(program);
addClone(program);
addHumob(program);
addListTasks(program);
addRun(program);
addMap(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.DONE : ExitCode.USAGE;
  } else if (error instanceof UserError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = ExitCode.USER_ERROR;
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = ExitCode.BUG;
  }
}
