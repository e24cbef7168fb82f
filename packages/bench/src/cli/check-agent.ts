import type { Command } from 'commander';
import { checkPythonAgent, faults } from '../python/check-agent.js';
import { DEFAULT_PYTHON } from '../python/python-process.js';

/** `asbench check-agent FILE`: what a Python agent uses, and whether all of it is there. */
export function addCheckAgent(program: Command): void {
  program
    .command('check-agent')
    .description('say what a Python agent uses, and whether all of it is there (the file is read, not run)')
    .argument('<file>', 'an agent in Python')
    .option('--python <command>', 'the interpreter', DEFAULT_PYTHON)
    .option('--json', 'print one JSON object')
    .action(async (file: string, { python, json }: { python: string; json?: true }) => {
      const report = await checkPythonAgent(file, python);
      const wrong = faults(report);
      if (json) console.log(JSON.stringify({ ...report, faults: wrong }));
      else {
        for (const { name, line, there, guarded } of report.uses)
          console.log(`${there ? 'ok     ' : guarded ? 'guarded' : 'MISSING'}  ${name}  (line ${line})`);
        for (const { name, there } of report.modules) if (there) console.log(`ok       import ${name}`);
        console.log(wrong.length === 0 ? `${file}: all of it is there.` : `${file}:\n  ${wrong.join('\n  ')}`);
      }
      if (wrong.length > 0) process.exitCode = 1;
    });
}
