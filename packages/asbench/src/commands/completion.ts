import { type Command, Option } from 'commander';
import { completionScript, SHELLS, type Shell, type WordsOfCommand } from '../completion/completion-script.js';

/** `asbench completion SHELL`: a script that completes commands and options. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .argument('<shell>', SHELLS.join(', '), (given: string) =>
      new Option('--shell').choices(SHELLS).parseArg!(given, ''),
    )
    // All commands are loaded for this one.
    .action((shell: Shell) => void process.stdout.write(completionScript(shell, wordsOf(program))));
}

/** Every visible command with the words that may follow it. */
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
