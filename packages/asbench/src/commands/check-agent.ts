import { extname } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { openBenchmark, pythonBases } from '@itinera/benchmarks';
import { type AgentUse, checkPythonAgent, DEFAULT_PYTHON, describeShared, faultsOf } from '@itinera/engine';
import { type AgentTrial, tryAgent } from '@itinera/runner';
import type { Command } from 'commander';
import { print } from './terminal.js';
import { textTable } from './text-table.js';

interface Options {
  readonly task?: string;
  readonly python: string;
  readonly try?: true;
  readonly json?: true;
}

/** `asbench runs check-agent FILE`: lists what a Python agent uses, whether it is available, and how it copes with unusual people. */
export default function addCheckAgent(program: Command): void {
  program
    .command('check-agent')
    .argument('<file>', 'Python agent (.py)')
    .option('--task <file>', 'file of a custom benchmark')
    .option('--python <command>', 'interpreter for Python agents', DEFAULT_PYTHON)
    .option('--try', 'also try it on unusual people, such as one without work')
    .option('--json', 'print JSON')
    .action(async (file: string, { task, python, try: tries, json }: Options) => {
      if (extname(file) !== '.py')
        throw new UserError(
          `${file}: expected a Python agent (.py). Check other agents with a small run: asbench run TASK --agent FILE --people 3.`,
        );
      const bases = pythonBases(task === undefined ? undefined : await openBenchmark(task));
      const report = await checkPythonAgent(file, python, bases);
      const faults = faultsOf(report, bases);
      const trial =
        faults.length > 0 || !tries ? null : await tryAgent(file, { task: task ?? report.agents[0]!.task, python });
      if (json) print(JSON.stringify({ ...report, faults, trial }, null, 2));
      else {
        const rows = [
          ...report.agents.map(({ name, task, line }) => [`line ${line}`, 'agent', `${name} for ${task}`]),
          ...report.imports.map((use) => [`line ${use.line}`, stateOf(use), `import ${use.name}`]),
          ...report.uses.map((use) => [`line ${use.line}`, stateOf(use), use.name]),
        ];
        if (rows.length > 0) print(`${textTable(rows)}\n`);
        if (report.shared.length > 0)
          print(
            `This file changes state that people share: ${describeShared(report.shared)}. They are simulated step by step in one process; --order free lets each person run at its own pace.`,
          );
        if (report.messages.length > 0)
          print(
            `Its people exchange messages: ${describeShared(report.messages)}. They are simulated step by step in one process.`,
          );
        print(faults.length === 0 ? `${file}: everything it uses is available.` : `${file}:\n  ${faults.join('\n  ')}`);
        if (trial !== null) print(describeTrial(trial));
      }
      if (faults.length > 0 || (trial !== null && trial.problems > 0)) process.exitCode = 1;
    });
}

/** Describes how the agent did for unusual people. */
function describeTrial({ people, problems, problemLines }: AgentTrial): string {
  const tried = `One run with ${counted(people.length, 'person', 'people')} (${people.map((who, i) => `${i + 1} ${who}`).join(', ')})`;
  if (problems === 0) return `${tried}: no problems.`;
  return `${tried}: ${counted(problems, 'step')} failed.\n  ${problemLines.join('\n  ')}`;
}

function stateOf({ there, guarded, called = true }: AgentUse): string {
  if (there) return 'ok';
  if (!called) return 'missing, but not called';
  return guarded ? 'missing, inside try' : 'MISSING';
}
