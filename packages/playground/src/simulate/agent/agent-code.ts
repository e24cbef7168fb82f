import { UserError } from '@itinera/base';

/** The name of the agent's file, in messages and in run folders. */
export const AGENT_FILE = 'agent.js';

/** The module of an import or export at the start of a statement, or of `import(…)`: texts may have these words, too. */
const SPECIFIER =
  /((?:^|;|\*\/)[ \t]*(?:import\s*|(?:import|export)\b[^;'"`]*?\bfrom\s*)|\bimport\s*\(\s*)(["'])([^"'\n]+)\2/gm;
const KIT = 'itinera';
/** Modules that contain the same, and the former name. */
const KITS = [KIT, '@itinera/engine', '@itinera/benchmarks', '@itinera/bench'];
/** `import(…)`, except as a method; what stands between the parentheses follows. */
const COMPUTED =
  /(?<!(?:^|[^.])\.)\bimport(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*\n|\.\s*\w+)*\((?!(["'])blob:[^"'\n]+\1\s*\))/;

/**
 * The code of an agent with the address of the package that it imports; lines stay where they are.
 * @throws UserError when it imports anything else.
 */
export function withKit(code: string, address: string): string {
  const linked = code.replace(SPECIFIER, (_, before: string, quote: string, name: string) => {
    if (!KITS.includes(name))
      throw new UserError(`${AGENT_FILE} imports "${name}". In the playground, agents can import only "${KIT}".`);
    return `${before}${quote}${address}${quote}`;
  });
  // Refused imports take time of the page, and an endless loop of them all of it.
  if (COMPUTED.test(linked))
    throw new UserError(
      `${AGENT_FILE} contains import(…) of a computed address. In the playground, agents can import only "${KIT}".`,
    );
  return linked;
}

/** What starts a statement of Python only, and what stands in types of TypeScript only. */
const PYTHON = /^[ \t]*(?:from [\w.]+ import |(?:async )?def \w+\(|class \w+(?:\([\w., ]*\))?:[ \t]*(?:#.*)?$)/m;
const TYPESCRIPT =
  /[\w)\]]\??: *(?:string|number|boolean|void|unknown|any|Promise<|Record<|readonly )|^[ \t]*(?:(?:export )?(?:interface|type) \w+|import type )|\b(?:private|protected|public|override|readonly) \w+/m;

/** The language of code that is not JavaScript, in a sentence with the next step; null if it is none that agents are written in. */
export function otherLanguage(code: string): string | null {
  const [name, file] = PYTHON.test(code)
    ? ['Python', 'py']
    : TYPESCRIPT.test(code)
      ? ['TypeScript', 'ts']
      : [null, null];
  if (name === null) return null;
  const rest = name === 'TypeScript' ? 'Remove its types, or run it with' : 'Run it with';
  return `This is ${name}, but the playground runs JavaScript. ${rest}: asbench run DailyMobility --agent my_agent.${file}`;
}

/** The line of the agent's file that a stack or a message names; null if there is none. */
export function lineIn(text: string | undefined): number | null {
  const line = /\bagent\.js:(\d+)/.exec(text ?? '')?.[1];
  return line === undefined ? null : Number(line);
}

/** A script that only parses the code of an agent, so that a browser reports the line of a mistake in it. */
export function onlyParsed(code: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const asFunction = code
    .replace(/^[ \t]*import\b(?!\s*[(.])[^;'"]*(?:from\s*)?(["'])[^"'\n]*\1/gm, blank)
    .replace(/^([ \t]*)export\s+default\b/gm, '$1void')
    .replace(/^([ \t]*)export\s*\{[^}]*\}/gm, blank)
    .replace(/^([ \t]*)export\b/gm, '$1');
  return `async () => {'use strict';${asFunction}\n}`;
}
