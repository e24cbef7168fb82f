import { Argument, type Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A command and the words that may follow it. */
interface WordsOfCommand {
  /** The words of the command, after `asbench`. */
  readonly path: readonly string[];
  /** The names of its subcommands and options. */
  readonly words: readonly string[];
}

/** `asbench completion SHELL`: a script that completes commands and options. */
export default function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete for').choices(SHELLS))
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

/** A script for a shell, which completes files when no word fits. Words contain letters, digits and dashes only. */
export function completionScript(shell: Shell, commands: readonly WordsOfCommand[]): string {
  return shell === 'fish' ? fish(commands) : shell === 'zsh' ? `${ZSH}${bash(commands)}` : bash(commands);
}

/** zsh can run the script for bash. */
const ZSH = `#compdef asbench
# asbench completion zsh > ~/.asbench-completion.zsh; then, in ~/.zshrc: source ~/.asbench-completion.zsh
autoload -Uz compinit bashcompinit && compinit && bashcompinit
`;

function bash(commands: readonly WordsOfCommand[]): string {
  const known = commands.filter(({ path }) => path.length > 0).map(({ path }) => `"${path.join(' ')}"`);
  const cases = commands.map(({ path, words }) => `    "${path.join(' ')}") words="${words.join(' ')}" ;;`);
  return `# asbench completion bash > ~/.asbench-completion; then, in ~/.bashrc: source ~/.asbench-completion
_asbench() {
  local path="" word words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "\${path:+$path }$word" in
    ${known.join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _asbench asbench
`;
}

function fish(commands: readonly WordsOfCommand[]): string {
  const lines = commands.flatMap(({ path, words }) => {
    const inner = commands.filter((each) => each.path.length === path.length + 1 && startsWith(each.path, path));
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const unseen =
      inner.length > 0 ? [`not __fish_seen_subcommand_from ${inner.map((each) => each.path.at(-1)).join(' ')}`] : [];
    const when = [...seen, ...unseen].join('; and ') || 'true';
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c asbench -n '${when}' -l ${word.slice(2)}`
        : `complete -c asbench -n '${when}' -f -a ${word}`,
    );
  });
  return `# asbench completion fish > ~/.config/fish/completions/asbench.fish\n${lines.join('\n')}\n`;
}

const startsWith = (path: readonly string[], start: readonly string[]) => start.every((word, i) => path[i] === word);
