import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const STATEMENT = /^(import|export) (?:\{([^}]*)\}|\*) from "([^"]+)";\n/gm;
const OWN = /^export \{([^}]*)\};\n/gm;
const modules = new Map();

/**
 * Returns compiled code in which names from other packages are imported from the modules that define them. An index
 * would bring all that it lists into every process and thread that needs one function.
 *
 * @param entryOf the file of a package's entry, such as `@itinera/city/browser`; undefined for packages that stay as they are
 */
export function importOrigins(text, entryOf) {
  return text.replace(STATEMENT, (statement, kind, list, from) => {
    const entry = kind === 'import' && list !== undefined ? entryOf(from) : undefined;
    if (entry === undefined) return statement;
    const lines = namesIn(list).map(([name, as]) => {
      const origin = originOf(entry, name, entryOf);
      if (origin === undefined) throw new Error(`${from} does not export ${name}.`);
      return `import { ${origin.name} as ${as} } from ${JSON.stringify(origin.file)};\n`;
    });
    return lines.join('');
  });
}

/** Returns the module that defines an export of a file, and its name there. */
function originOf(file, name, entryOf) {
  const { imported, exported, passedOn } = moduleOf(file, entryOf);
  const local = exported.get(name);
  if (local !== undefined) {
    const source = imported.get(local);
    return source === undefined ? { file, name } : originOf(source.file, source.name, entryOf);
  }
  for (const other of passedOn) {
    const found = originOf(other, name, entryOf);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names that a compiled module imports from our modules and exports, and the modules that it passes on as a whole. */
function moduleOf(file, entryOf) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const [imported, exported, passedOn] = [new Map(), new Map(), []];
  for (const [, kind, list, from] of text.matchAll(STATEMENT)) {
    const source = from.startsWith('.') ? join(dirname(file), from) : entryOf(from);
    if (source === undefined) continue;
    if (list === undefined) kind === 'export' && passedOn.push(source);
    else for (const [name, as] of namesIn(list)) imported.set(as, { file: source, name });
  }
  for (const [, list] of text.matchAll(OWN)) for (const [name, as] of namesIn(list)) exported.set(as, name);
  const result = { imported, exported, passedOn };
  modules.set(file, result);
  return result;
}

/** The names in a list such as `a, b as c`, each with the name that it gets. */
function namesIn(list) {
  return list
    .split(',')
    .map((item) => item.trim().split(' as '))
    .filter(([name]) => name !== '')
    .map(([name, as = name]) => [name, as]);
}
