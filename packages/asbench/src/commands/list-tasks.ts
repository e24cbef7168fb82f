import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counted } from '@itinera/base';
import { absentTasks, type Benchmark, benchmarks } from '@itinera/benchmarks';
import { openNamed } from '@itinera/runner';
import type { Command } from 'commander';
import { homeOf } from './home.js';
import { TASK } from './task-argument.js';
import { textTable } from './text-table.js';

/** `asbench list-tasks`, `list-evaluatable-tasks` and `list-installed`. */
export default function addListTasks(program: Command): void {
  for (const name of ['list-tasks', 'list-evaluatable-tasks'])
    program
      .command(name)
      .argument('[task]', TASK)
      .option('--json', 'print JSON')
      .action(async (task: string | undefined, options: { json?: boolean }, command: Command) => {
        const chosen = task === undefined ? benchmarks : [await openNamed(homeOf(command), task)];
        const tasks = chosen.map(asPlain);
        const blocks = chosen.map((benchmark) => describe(benchmark, task !== undefined));
        const absent =
          task === undefined ? absentTasks.map(({ name, reason }) => `${name}: not available. ${reason}`) : [];
        const text = [...blocks, ...absent].join('\n\n');
        process.stdout.write(`${options.json ? JSON.stringify(tasks, null, 2) : text}\n`);
      });

  program
    .command('list-installed')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }, command: Command) => {
      const folder = join(homeOf(command), 'datasets');
      const installed = existsSync(folder)
        ? readdirSync(folder, { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map(({ name }) => ({ name, folder: resolve(folder, name) }))
            .sort((a, b) => (a.name < b.name ? -1 : 1))
        : [];
      if (options.json) process.stdout.write(`${JSON.stringify(installed, null, 2)}\n`);
      else if (installed.length > 0)
        process.stdout.write(`${textTable(installed.map(({ name, folder }) => [name, folder]))}\n`);
      else process.stdout.write(`No datasets in ${folder}. Download one: asbench clone ${benchmarks[0]!.name}\n`);
    });
}

function asPlain({ name, description, version, author, dataset, tags, intentions }: Benchmark) {
  return {
    name,
    description,
    version,
    author,
    dataset: addressOf(dataset),
    branch: dataset?.branch ?? null,
    tags,
    ...(intentions && { intentions }),
  };
}

function describe(benchmark: Benchmark, inDetail: boolean): string {
  const { name, version, description, author, tags, dataset, clock, people, intentions } = benchmark;
  const lines = [
    `${name} ${version}`,
    description,
    `by ${author}; tags: ${tags.join(', ')}`,
    addressOf(dataset) ?? 'demo data only',
  ];
  if (inDetail)
    lines.push(
      `${Number.isFinite(people) ? counted(people, 'person', 'people') : 'all people'}, ${counted(clock.steps, 'step')} of ${clock.stepSeconds} s`,
    );
  if (inDetail && intentions) lines.push(`scored intentions: ${intentions.join(', ')}`);
  return lines.join('\n  ');
}

function addressOf(dataset: Benchmark['dataset']): string | null {
  return dataset && `https://huggingface.co/datasets/${dataset.repository}`;
}
