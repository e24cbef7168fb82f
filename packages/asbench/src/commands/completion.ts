import { type Command, Option } from 'commander';
import { completionScript, SHELLS, type Shell, type WordsOfCommand } from '../completion/completion-script.js';

/** `asbench completion SHELL`: a script that lets a shell complete commands and options. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print what lets a shell complete commands and options by the tab key')
    .argument('<shell>', SHELLS.join(', '), (given: string) =>
      new Option('--shell').choices(SHELLS).parseArg!(given, ''),
    )
    // All commands are loaded with this one.
    .action((shell: Shell) => void process.stdout.write(completionScript(shell, wordsOf(program))));
}

/** Every command with what may follow it; hidden ones stay hidden. */
function wordsOf(program: Command): WordsOfCommand[] {
  const help = program.createHelp();
  const visit = (command: Command, path: readonly string[]): WordsOfCommand[] => {
    const inner = help.visibleCommands(command).filter((each) => each.name() !== 'help');
    const options = help.visibleOptions(command).flatMap(({ long }) => (long ? [long] : []));
    const own = { path, words: [...inner.map((each) => each.name()), ...options] };
    return [own, ...inner.flatMap((each) => visit(each, [...path, each.name()]))];
  };
  return visit(program, []);
}
