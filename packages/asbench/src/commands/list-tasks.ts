import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarks } from '@itinera/benchmarks';
import type { Command } from 'commander';
import { homeOf } from './home.js';

/** `asbench list-tasks`, `list-evaluatable-tasks` and `list-installed`. */
export function addListTasks(program: Command): void {
  for (const [name, description] of [
    ['list-tasks', 'list the tasks with description, version, author, dataset and tags'],
    ['list-evaluatable-tasks', 'list the tasks whose results can be evaluated'],
  ] as const)
    program
      .command(name)
      .description(description)
      .option('--json', 'print JSON')
      .action((options: { json?: boolean }) => {
        const tasks = benchmarks.map(({ name, description, version, author, dataset, tags }) => ({
          name,
          description,
          version,
          author,
          dataset: dataset && `https://huggingface.co/datasets/${dataset.repository}`,
          branch: dataset?.branch ?? null,
          tags,
        }));
        const blocks = tasks.map(
          ({ name, version, description, author, tags, dataset }) =>
            `${name} ${version}\n  ${description}\n  by ${author}; tags: ${tags.join(', ')}\n  ${dataset ?? 'demo data only'}`,
        );
        process.stdout.write(`${options.json ? JSON.stringify(tasks, null, 2) : blocks.join('\n\n')}\n`);
      });

  program
    .command('list-installed')
    .description('list the datasets in the home folder')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }, command: Command) => {
      const folder = join(homeOf(command), 'datasets');
      const installed = existsSync(folder)
        ? readdirSync(folder, { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map(({ name }) => name)
            .sort()
        : [];
      if (options.json) process.stdout.write(`${JSON.stringify(installed)}\n`);
      else if (installed.length > 0) process.stdout.write(`${installed.join('\n')}\n`);
      else process.stdout.write(`No datasets in ${folder}. Fetch one: asbench clone ${benchmarks[0]!.name}\n`);
    });
}
