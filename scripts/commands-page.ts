import { commandList } from '../packages/asbench/src/commands/command-list.js';
import { pathOf, programWithAll, withChildren } from '../packages/asbench/src/commands/whole-program.fixture.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Every command with its arguments and options, for `docs/commands.md`. */
export async function commandsReference(): Promise<string> {
  const parts: string[] = [];
  const order = commandList.map(({ path }) => path.join(' '));
  const place = (words: string): number => order.findIndex((name) => `${words} `.startsWith(`${name} `));
  const leaves = withChildren(await programWithAll()).filter(({ commands }) => commands.length === 0);
  for (const command of leaves.sort((a, b) => place(pathOf(a)) - place(pathOf(b)))) {
    const words = pathOf(command);
    if (words === 'bridge') continue;
    const rows = [
      ...command.registeredArguments.map((argument) => {
        const name = argument.variadic ? `${argument.name()}...` : argument.name();
        return [argument.required ? `<${name}>` : `[${name}]`, argument.description, argument.argChoices] as const;
      }),
      ...command.options
        .filter(({ hidden }) => !hidden)
        .map(({ flags, description, argChoices, defaultValue }) => {
          const isShown = ['string', 'number'].includes(typeof defaultValue) && defaultValue !== '';
          return [flags, isShown ? `${description} (default: ${defaultValue})` : description, argChoices] as const;
        }),
    ];
    const lines = rows.map(
      ([name, text, choices]) =>
        `| \`${name.replaceAll('|', '\\|')}\` | ${cell(choices ? `${text}: ${choices.join(', ')}` : text)} |`,
    );
    parts.push(
      [
        `### ${words}`,
        '',
        `${command.description()}.`,
        '',
        '| argument, option | meaning |',
        '|---|---|',
        ...lines,
      ].join('\n'),
    );
  }
  return parts.join('\n\n');
}
