import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../../packages/asbench/dist/commands/add-commands.js';
import { places } from './places.js';

/** What arguments and options that name a file to read are called; `-o` and others name files to write. */
const READ = /<(file|files|folder|run|runs|csv|tsv|feed|home|agent|path)(\.\.\.)?>|\[file\]/;
const WRITTEN = /^(-o|--csv|--per-user|--per-day|--bundle|--truth|--hidden|--agent_filename)/;
const ARGUMENTS =
  /^(file|run|runs|results|a|b|real|generated|predictions|check-ins|observed|input|submissions?|args|csv|tsv|plan)$/;

function leaves(command: Command, path: readonly string[] = []): (readonly [string, Command])[] {
  if (command.commands.length === 0) return [[path.join(' '), command]];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

test('the trials put odd files at every place of a command line where a file is read', async () => {
  const program = new Command('asbench');
  await addCommands(program, ['completion', 'bash']);
  const missing: string[] = [];
  for (const [name, command] of leaves(program)) {
    const own = places.filter((place) => place.startsWith(`${name} `)).map((place) => place.split(' '));
    const has = (isPlace: (words: string[], at: number) => boolean) =>
      own.some((words) => words.some((word, at) => word.startsWith('@') && isPlace(words, at)));
    for (const { short, long, flags } of command.options) {
      if (!READ.test(flags) || WRITTEN.test(flags)) continue;
      if (!has((words, at) => [short, long].includes(words[at - 1]!))) missing.push(`${name} ${flags}`);
    }
    const isNamed = command.registeredArguments.some((argument) => ARGUMENTS.test(argument.name()));
    if (isNamed && !has((words, at) => !words[at - 1]!.startsWith('-'))) missing.push(`${name}, argument`);
  }
  expect(missing).toEqual([]);
});

test('the compiled readers that are fuzzed have a source', () => {
  const named = [...readFileSync(join(import.meta.dirname, 'readers.ts'), 'utf8').matchAll(/'(\w+)\/dist\/(.+)\.js'/g)];
  const packages = join(import.meta.dirname, '../../packages');
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(([, name, path]) => !existsSync(join(packages, name!, 'src', `${path}.ts`)))).toEqual([]);
});
