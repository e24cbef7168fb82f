import { basename } from 'node:path';
import { asUserError, beyondLimits, limitOf, UserError } from '@itinera/base';
import { readWithin } from '@itinera/base/node';
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';

const MAX_ALIASES = 100;
/** A hundred nested levels: the parser recurses once per level. */
const TOO_DEEP = /(?:[-?][ \t]+){100}|(?:[[{]\s*){100}/;

/** Reads a YAML or JSON file of limited size. @throws UserError if it is invalid or too large. */
export function readDocument(path: string): unknown {
  const name = basename(path);
  let text: string;
  try {
    text = readWithin(path, limitOf('configBytes'))
      .toString()
      .replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw asUserError(error);
  }
  try {
    // Most of JSON is YAML too, but its own parser is faster and has no bad cases.
    return JSON.parse(text);
  } catch {
    return parseYaml(text, name);
  }
}

function parseYaml(text: string, name: string): unknown {
  // The parser takes quadratic time for some texts.
  const most = limitOf('yamlCharacters');
  if (text.length > most)
    throw beyondLimits(
      name,
      `has ${text.length} characters of YAML, but at most ${most} are read (JSON may be longer)`,
    );
  if (TOO_DEEP.test(text)) throw new UserError(`${name} is nested too deeply for a configuration.`);
  try {
    // Each pretty error of the parser would walk through the whole text.
    const lineCounter = new LineCounter();
    // It would compare each key with all others.
    const document = parseDocument(text, { prettyErrors: false, lineCounter, logLevel: 'error', uniqueKeys: false });
    const fault = document.errors[0] ?? costlyNode(document, name);
    if (fault?.message.includes('call stack')) throw new RangeError();
    if (fault) {
      const { line, col } = lineCounter.linePos(fault.pos[0]);
      const [variable] = /^\$\{\w+\}/.exec(text.slice(fault.pos[0] - 1)) ?? [];
      if (variable !== undefined)
        throw new UserError(`${name}, line ${line}: inside braces or brackets, quote the variable: "${variable}".`);
      if (fault.message.includes('multiple documents'))
        throw new UserError(`${name}, line ${line}: a second document begins ("---"). Put everything into one.`);
      throw new UserError(`${name}: ${fault.message} at line ${line}, column ${col}. Correct the file.`);
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Throws if the value contains itself.
    JSON.stringify(value);
    return value;
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The parser recurses once per level of the text.
    if (error instanceof RangeError) throw new UserError(`${name} is nested too deeply for a configuration.`);
    throw new UserError(`${name}: ${(error as Error).message.split('\n')[0]}. Remove such aliases.`);
  }
}

/** Returns the first duplicate key, or the first alias beyond the limit, because each alias is looked up in the whole document. */
function costlyNode(
  document: Document,
  name: string,
): { readonly message: string; readonly pos: readonly [number] } | undefined {
  let at: number | undefined;
  let aliases = 0;
  visit(document, {
    Alias() {
      if (++aliases > limitOf('yamlAliases'))
        throw beyondLimits(name, `has more than ${limitOf('yamlAliases')} aliases`);
    },
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) at = key.range?.[0] ?? 0;
        seen.add(key.value);
        if (at !== undefined) return visit.BREAK;
      }
      return undefined;
    },
  });
  return at === undefined ? undefined : { message: 'Map keys must be unique', pos: [at] };
}
