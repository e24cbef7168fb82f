import { commandList } from '../packages/asbench/src/commands/command-list.js';
import { pathOf, programWithAll, withChildren } from '../packages/asbench/src/commands/whole-program.fixture.js';

/** Lines that as many commands share stand once, before the commands. */
const SHARED_BY = 2;
/** As many lines that the same commands share have a heading, to which the commands refer. */
const GROUPED_FROM = 4;

/** A line of an argument or an option, and its name. */
interface Line {
  readonly name: string;
  readonly text: string;
}

/** Every command with its arguments and options, for `docs/commands.md`. */
export async function commandsReference(): Promise<string> {
  const order = commandList.map(({ path }) => path.join(' '));
  const place = (words: string): number => order.findIndex((name) => `${words} `.startsWith(`${name} `));
  const commands = withChildren(await programWithAll())
    .filter((command) => command.commands.length === 0 && pathOf(command) !== 'bridge')
    .sort((a, b) => place(pathOf(a)) - place(pathOf(b)))
    .map((command) => ({ words: pathOf(command), description: command.description(), lines: linesOf(command) }));
  const shared = sharedLines(commands.flatMap(({ lines }) => lines));
  const groups = groupsOf(commands, shared);
  const parts = commands.map(({ words, description, lines }) => {
    const own = lines.filter(({ text }) => !shared.includes(text)).map(({ text }) => text);
    const grouped = groups.filter(({ of }) => of.includes(words));
    const alone = lines.filter(
      ({ text }) => shared.includes(text) && !grouped.some(({ texts }) => texts.includes(text)),
    );
    const names = [...alone.map(({ name }) => name), ...grouped.map(({ title }) => `[${title}](#${anchorOf(title)})`)];
    const blocks = [
      `### ${words}`,
      `${description}.`,
      own.join('\n'),
      names.length > 0 ? `Shared: ${names.join(', ')}` : '',
    ];
    return blocks.filter((block) => block !== '').join('\n\n');
  });
  const others = shared.filter((text) => !groups.some(({ texts }) => texts.includes(text)));
  const blocks = groups.flatMap(({ title, texts }) => [`#### ${title}`, texts.join('\n')]);
  return ['### Shared arguments and options', others.join('\n'), ...blocks, ...parts].join('\n\n');
}

/** The heading's anchor. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '-');

/** Shared lines that exactly the same commands have. */
interface Group {
  readonly title: string;
  readonly of: readonly string[];
  readonly texts: readonly string[];
}

function groupsOf(
  commands: readonly { readonly words: string; readonly lines: readonly Line[] }[],
  shared: readonly string[],
): Group[] {
  const byCommands = new Map<string, { readonly of: string[]; readonly texts: string[] }>();
  for (const text of shared) {
    const of = commands.filter(({ lines }) => lines.some((line) => line.text === text)).map(({ words }) => words);
    const group = byCommands.get(of.join());
    if (group) group.texts.push(text);
    else byCommands.set(of.join(), { of, texts: [text] });
  }
  return [...byCommands.values()]
    .filter(({ texts }) => texts.length >= GROUPED_FROM)
    .map(({ of, texts }) => ({ title: `Options of ${of.join(', ')}`, of, texts }));
}

type Command = ReturnType<typeof withChildren>[number];

function linesOf(command: Command): Line[] {
  const line = (name: string, text: string, choices: readonly string[] = [], byDefault = ''): Line => {
    const named = choices.every((choice) => text.includes(choice)) ? text : `${text}: ${choices.join(', ')}`;
    return {
      name: `\`${/--[\w-]+/.exec(name)?.[0] ?? name}\``,
      text: `- \`${name}\`: ${`${named}${byDefault}`.replaceAll('<', '&lt;')}`,
    };
  };
  return [
    ...command.registeredArguments.map((argument) => {
      const name = argument.variadic ? `${argument.name()}...` : argument.name();
      return line(argument.required ? `<${name}>` : `[${name}]`, argument.description, argument.argChoices);
    }),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, description, argChoices, defaultValue, defaultValueDescription }) => {
        const isShown = ['string', 'number'].includes(typeof defaultValue) && defaultValue !== '';
        const byDefault = isShown ? ` (default: ${defaultValueDescription ?? defaultValue})` : '';
        return line(flags, description, argChoices, byDefault);
      }),
  ];
}

/** For each name the most frequent text, if enough commands have it. */
function sharedLines(lines: readonly Line[]): string[] {
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const { name, text } of lines) {
    const known = counts.get(text);
    if (known) known.count++;
    else counts.set(text, { name, count: 1 });
  }
  const best = new Map<string, string>();
  for (const [text, { name, count }] of counts)
    if (count >= SHARED_BY && count > (counts.get(best.get(name) ?? '')?.count ?? 0)) best.set(name, text);
  return [...best.values()];
}
