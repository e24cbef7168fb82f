import type { Command } from 'commander';
import { addExamples } from '../help/examples.js';
import {
  commandList,
  commandsFor,
  frontCommands,
  furtherCommands,
  groups,
  HOME,
  isGroup,
  isUnknownCommand,
  type LoadCommand,
} from './command-list.js';

/** Adds every command to the program: with its code if the words need it or name no command, otherwise by name and description only. */
export async function addCommands(program: Command, words: readonly string[]): Promise<void> {
  for (const { description, name } of firstPage()) if (isGroup(name)) program.command(name).description(description);
  const parentOf = (path: readonly string[]) =>
    path.length === 1 ? program : program.commands.find((command) => command.name() === path[0])!;
  const loaded = new Set<LoadCommand>();
  for (const { path, load } of isUnknownCommand(words) ? commandList : commandsFor(words))
    if (!loaded.has(load)) {
      loaded.add(load);
      (await load()).default(parentOf(path), words);
    }
  for (const { path, description } of commandList) {
    const [parent, name] = [parentOf(path), path.at(-1)!];
    const added = parent.commands.find((command) => command.name() === name);
    (added ?? parent.command(name, { hidden: description === '' })).description(description);
  }
  addExamples(program);
  program.helpInformation = () => frontPage(program);
}

/** The words of the first page of the help: commands, then groups. */
const firstPage = (): { readonly name: string; readonly description: string }[] => [
  ...frontCommands.map(([name, description]) => ({ name, description })),
  ...Object.entries(groups).map(([name, { description }]) => ({ name, description })),
];

/** `asbench --help`, on one screen of 24 lines of 80 columns with the prompt. */
function frontPage(program: Command): string {
  const row = (term: string, description: string) => `  ${term.padEnd(11)} ${description}`;
  const [home] = program.options.filter(({ long }) => long === HOME);
  return `Usage: asbench [options] <command>
${program.description()}

${firstPage()
  .map(({ name, description }) => row(name, isGroup(name) ? `${description} …` : description))
  .join('\n')}
Also: ${furtherCommands.map(([name]) => name).join(', ')}

  ${home?.flags ?? ''}  ${home?.description ?? ''}
  -V, --version; -h, --help  print the version; print help
asbench help COMMAND: its options and examples; help GROUP (…): its commands
`;
}
