import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { openBenchmark } from '@itinera/benchmarks';
import { UserError } from '@itinera/metrics';
import { writeDurably } from '@itinera/run';
import type { Command } from 'commander';
import { agentTemplate, agentTestTemplate } from './agent-template.js';
import { TASK } from './task-argument.js';

/** `asbench new agent NAME`: a working agent to start from, and a test of it. */
export function addNewAgent(program: Command): void {
  program
    .command('new')
    .description('make something to start from')
    .command('agent')
    .description('write a working agent and a test of it')
    .argument('<name>', 'such as my-agent: writes my-agent.ts and my-agent.test.mjs')
    .option('--task <task>', TASK, 'DailyMobility')
    .action(async (name: string, { task }: { task: string }) => {
      const path = resolve(name.replace(/\.ts$/, ''));
      const stem = basename(path);
      if (!/^[a-z][\w-]*$/i.test(stem))
        throw new UserError(`${stem}: a name starts with a letter and has letters, digits, - and _.`);
      const className = stem.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
      const { agentBase, name: taskName, file } = await openBenchmark(task);
      const benchmark = file ?? taskName;
      const files = [
        [`${path}.ts`, agentTemplate(className, agentBase.name)],
        [`${path}.test.mjs`, agentTestTemplate(stem, benchmark)],
      ] as const;
      for (const [file] of files)
        if (existsSync(file)) throw new UserError(`${file} is there already. Choose another name.`);
      mkdirSync(dirname(path), { recursive: true });
      for (const [file, text] of files) writeDurably(file, [text]);
      process.stdout.write(
        `${files.map(([file]) => file).join('\n')}\nTry it: asbench run ${benchmark} --agent ${name.replace(/\.ts$/, '')}.ts\n`,
      );
    });
}
