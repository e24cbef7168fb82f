import { extname } from 'node:path';
import { openBenchmark, pythonBases } from '@itinera/benchmarks';
import { type AgentUse, checkPythonAgent, DEFAULT_PYTHON, describeShared, faultsOf } from '@itinera/engine';
import { UserError } from '@itinera/metrics';
import type { Command } from 'commander';
import { textTable } from './text-table.js';

/** `asbench check-agent FILE`: what a Python agent uses, and whether all of it is there. */
export function addCheckAgent(program: Command): void {
  program
    .command('check-agent')
    .description('say what a Python agent uses, and whether all of it is there (the file is read, not run)')
    .argument('<file>', 'an agent in Python')
    .option('--task <file>', 'the file of a benchmark of your own')
    .option('--python <command>', 'the interpreter', DEFAULT_PYTHON)
    .option('--json', 'print one JSON object')
    .action(async (file: string, { task, python, json }: { task?: string; python: string; json?: true }) => {
      if (extname(file) !== '.py')
        throw new UserError(
          `${file}: expected an agent in Python (.py). Others are checked by a run of few people: --people 3.`,
        );
      const bases = pythonBases(task === undefined ? undefined : await openBenchmark(task));
      const report = await checkPythonAgent(file, python, bases);
      const faults = faultsOf(report, bases);
      if (json) console.log(JSON.stringify({ ...report, faults }, null, 2));
      else {
        const rows = [
          ...report.agents.map(({ name, task, line }) => [`line ${line}`, 'agent', `${name}, for ${task}`]),
          ...report.imports.map((use) => [`line ${use.line}`, stateOf(use), `import ${use.name}`]),
          ...report.uses.map((use) => [`line ${use.line}`, stateOf(use), use.name]),
        ];
        if (rows.length > 0) console.log(`${textTable(rows)}\n`);
        if (report.shared.length > 0)
          console.log(
            `People share what this file changes: ${describeShared(report.shared)}. So they live in step, in one process; --order free lets each live at its own pace.`,
          );
        console.log(faults.length === 0 ? `${file}: all of it is there.` : `${file}:\n  ${faults.join('\n  ')}`);
      }
      if (faults.length > 0) process.exitCode = 1;
    });
}

function stateOf({ there, guarded, called = true }: AgentUse): string {
  if (there) return 'ok';
  if (!called) return 'missing, but never called';
  return guarded ? 'missing, but inside try' : 'MISSING';
}
