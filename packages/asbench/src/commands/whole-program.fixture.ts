import { Command } from 'commander';
import { addCommands } from './add-commands.js';

/** The program with the code of all commands and the options of both forms of `humob`. */
export async function programWithAll(): Promise<Command> {
  const program = new Command('asbench').option('--home-dir <folder>').exitOverride();
  await addCommands(program, ['completion']);
  return program;
}

export const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];

/** The words of a command, without `asbench`. */
export function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}
