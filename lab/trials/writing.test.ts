import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../../packages/asbench/dist/commands/add-commands.js';
import { writing } from './writing.js';

/** Commands that write no file of the user's choice, or that the trial of runs kills. */
const others = ['runs judge'];

function leaves(command: Command, path: readonly string[] = []): (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

test('the trial kills every command with an option, or a name, for what it writes, at each of them', async () => {
  const program = new Command('asbench');
  await addCommands(program, ['completion', 'bash']);
  const missing: string[] = [];
  for (const [name, command] of leaves(program)) {
    const own = writing.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(' '));
    for (const { flags, long, short, description } of command.options)
      if (
        /<(file|folder|path|csv|tsv|html)>/.test(flags) &&
        /\bwrite\b/.test(description) &&
        !own.some((words) => words.includes(long!) || words.includes(short!))
      )
        missing.push(`${name} ${long}`);
    if (name.startsWith('new ') && own.length === 0) missing.push(name);
  }
  expect(missing.filter((one) => !others.some((other) => one.startsWith(other)))).toEqual([]);
});
