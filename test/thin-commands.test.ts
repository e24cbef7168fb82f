import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const MAX_LINES = 30;
const folder = join(import.meta.dirname, '../packages/asbench/src/commands');
const files = readdirSync(folder).filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name));

/**
 * Lines of logic of a file's commands: those of what is called by `.action(…)` and of every other function in the file. Not
 * counted are blank lines, comments, lines of brackets alone, and the declarations of commands with their options.
 */
function logicOf(name: string): { readonly commands: number; readonly lines: number } {
  const text = readFileSync(join(folder, name), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const counted = new Set<number>();
  let commands = 0;
  const count = (node: ts.Node) => {
    const line = (at: number) => source.getLineAndCharacterOfPosition(at).line;
    for (let i = line(node.getStart()); i <= line(node.end); i++)
      if (/[^\s{}()[\];,]/.test(lines[i]!) && !/^\s*(\/\/|\/?\*)/.test(lines[i]!)) counted.add(i);
  };
  const visit = (node: ts.Node, declares: boolean): void => {
    const isAction =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'action';
    if (isAction) {
      commands++;
      for (const given of node.arguments) if (ts.isArrowFunction(given)) count(given.body);
      visit(node.expression, declares);
    } else if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body) {
      if (/^add[A-Z]/.test(node.name?.getText() ?? '')) ts.forEachChild(node.body, (child) => visit(child, true));
      else for (const statement of node.body.statements) count(statement);
    } else if (ts.isArrowFunction(node) && !declares) count(node.body);
    else ts.forEachChild(node, (child) => visit(child, declares));
  };
  visit(source, false);
  return { commands, lines: counted.size };
}

const commands = files
  .map((name) => ({ name, ...logicOf(name) }))
  .filter(({ commands }) => commands > 0)
  .map(({ name, commands, lines }) => [name, lines / commands] as const);

test('there are commands', () => expect(commands.length).toBeGreaterThan(20));

test.each(commands)('%s is wiring and words: under 30 lines of logic a command (%d)', (_, lines) => {
  expect(lines).toBeLessThan(MAX_LINES);
});
