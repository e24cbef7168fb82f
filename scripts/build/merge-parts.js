import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

// esbuild writes a part for each set of entries that use the same code, so that a command would load 200 files. Here, two
// are merged while that saves: each entry that loads a part pays for its bytes and for a file; the entries of a merged part,
// the bits of a number, are those of both, and also pay for all that it imports. Where one part imports the other through a
// third, they stay apart: the third would import what imports it. What entries that must start fast load does not grow.

/** To find, read and link a file takes as long as to compile this many bytes. */
const FILE = 12_000;
/** An import from a part, as esbuild writes it. */
const IMPORT = /\bimport(?:\{([^{}"]*)\}from)?"\.\/(part-\w+\.js)";/g;

/**
 * Merges the parts of a bundle that are loaded together.
 *
 * @param folder of the files
 * @param outputs of esbuild's metafile
 * @param options of esbuild
 * @param starts the ends of the paths of entries that together load no more code than without merging
 * @throws Error if a file would import a part that is no more
 */
export async function mergeParts(folder, outputs, options, starts = []) {
  const files = filesOf(folder, outputs, starts);
  const merged = groupsOf(files).filter(({ members }) => members.length > 1);
  /** By part, the file that takes its place, and the names there of what it exports. */
  const moved = new Map(merged.flatMap(({ members }) => placesOf(members)));
  const codes = await Promise.all(merged.map(({ members }) => codeOf(folder, members, moved, options)));
  for (const part of moved.keys()) rmSync(join(folder, part));
  for (const [i, { members }] of merged.entries()) writeFileSync(join(folder, members[0].name), codes[i]);
  for (const { name } of files) {
    if (moved.has(name) && moved.get(name).file !== name) continue;
    const path = join(folder, name);
    const code = importsMoved(readFileSync(path, 'utf8'), moved);
    for (const [, part] of code.matchAll(/"\.\/(part-\w+\.js)"/g))
      if (!existsSync(join(folder, part)))
        throw new Error(`${name} imports ${part}, which is merged, in a way unknown here.`);
    writeFileSync(path, code);
  }
}

/** The files of a bundle in the order in which they are loaded, with the entries that load it as bits. */
function filesOf(folder, outputs, starts) {
  const [files, byPath] = [[], new Map()];
  const add = (path) => {
    if (byPath.has(path)) return byPath.get(path);
    const { exports, imports, inputs, entryPoint } = outputs[path];
    const name = basename(path);
    // What other packages do at once may depend on what has happened before.
    const isOthers = Object.keys(inputs).some((input) => input.includes('node_modules/'));
    const size = readFileSync(join(folder, name)).length;
    const isEntry = entryPoint !== undefined;
    const file = { name, exports, size, entryPoint, isEntry, isFixed: isEntry || isOthers, entries: 0n, starts: '' };
    file.members = [file];
    byPath.set(path, file);
    const loaded = imports.filter((one) => one.kind === 'import-statement' && one.path in outputs);
    file.imports = new Set(loaded.map((one) => add(one.path)));
    file.order = files.push(file);
    return file;
  };
  // From entries, which import parts in the order of their modules.
  for (const path of Object.keys(outputs).sort()) if (outputs[path].entryPoint !== undefined) add(path);
  for (const [i, file] of files.filter(({ isEntry }) => isEntry).entries())
    for (const one of reachedFrom([file])) one.entries |= 1n << BigInt(i);
  for (const start of starts)
    for (const one of reachedFrom(start.map((end) => files.find(({ entryPoint }) => entryPoint?.endsWith(end)))))
      one.starts += `${start} `;
  return files;
}

/** Files, or groups of them, and all that they import, directly or not. */
function reachedFrom(some) {
  const reached = new Set(some);
  for (const { imports } of reached) for (const one of imports) reached.add(one);
  return reached;
}

/** Puts files together, the first of which then stands for all, while that saves. */
function groupsOf(files) {
  const groups = new Set(files);
  for (let before = 0; before !== groups.size; ) {
    before = groups.size;
    for (const [a, b] of promisingPairs([...groups].filter(({ isFixed }) => !isFixed)))
      if (groups.has(a) && groups.has(b) && !isBetween(a, b) && savedBy(a, b) > 0) unite(a, b, groups);
  }
  return [...groups];
}

const count = (bits) => bits.toString(2).replaceAll('0', '').length;
const costOf = ({ size }, entries) => count(entries) * (FILE + size);

/** Pairs that save most first, when what they import is left out of account. */
function promisingPairs(groups) {
  const pairs = [];
  for (const [i, a] of groups.entries())
    for (const b of groups.slice(i + 1)) {
      const saved = savedAlone(a, b);
      if (saved > 0 && a.starts === b.starts) pairs.push([a, b, saved]);
    }
  return pairs.sort(([, , one], [, , other]) => other - one);
}

function savedAlone(a, b) {
  const together = { size: a.size + b.size };
  return costOf(a, a.entries) + costOf(b, b.entries) - costOf(together, a.entries | b.entries);
}

/** What is saved if two groups are one, and all that they import is loaded by the entries of both. */
function savedBy(a, b) {
  const entries = a.entries | b.entries;
  let saved = savedAlone(a, b);
  for (const one of reachedFrom([a, b]))
    if (one !== a && one !== b) saved -= costOf(one, one.entries | entries) - costOf(one, one.entries);
  return saved;
}

/** Whether one of them imports the other through a third, which would then import in a circle. */
const isBetween = (a, b) => leads(a, b) || leads(b, a);
const leads = (from, to) => reachedFrom([...from.imports].filter((one) => one !== to)).has(to);

function unite(a, b, groups) {
  groups.delete(b);
  const entries = a.entries | b.entries;
  for (const one of reachedFrom([a, b])) one.entries |= entries;
  a.size += b.size;
  a.members = [...a.members, ...b.members].sort((one, other) => one.order - other.order);
  for (const one of b.imports) a.imports.add(one);
  for (const { imports } of groups) if (imports.delete(b)) imports.add(a);
  a.imports.delete(a);
}

/** For each member, the file of its group and the names there of what it exports, which other members may export as well. */
function placesOf(members) {
  const taken = new Set();
  return members.map(({ name, exports }) => {
    const names = new Map();
    for (const one of exports) {
      let free = one;
      for (let n = 2; taken.has(free); n++) free = `${one}$${n}`;
      taken.add(free);
      names.set(one, free);
    }
    return [name, { file: members[0].name, names }];
  });
}

/** The code of a group, whose other imports stay as they are. */
async function codeOf(folder, members, moved, options) {
  const own = new Set(members.map(({ name }) => `./${name}`));
  const others = {
    name: 'others',
    setup({ onResolve }) {
      // Not as a package.json above says, whose "sideEffects" are those of other files.
      onResolve({ filter: /^\.\// }, ({ path }) =>
        own.has(path) ? { path: join(folder, path), sideEffects: true } : { path, external: true },
      );
    },
  };
  const contents = members.map(({ name }) => {
    const names = [...moved.get(name).names].map(([one, free]) => `${one} as ${free}`);
    return names.length === 0 ? `import"./${name}";` : `export{${names.join()}}from"./${name}";`;
  });
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: contents.join('\n'), resolveDir: folder },
    bundle: true,
    write: false,
    plugins: [others],
    logOverride: { 'ignored-bare-import': 'error' },
  });
  return outputFiles[0].text;
}

/** Code with its imports from parts that have moved, one for each file. */
function importsMoved(code, moved) {
  const namesFrom = new Map();
  for (const [, names, part] of code.matchAll(IMPORT)) {
    const place = moved.get(part);
    const file = place?.file ?? part;
    if (!namesFrom.has(file)) namesFrom.set(file, []);
    for (const each of names?.split(',').filter(Boolean) ?? []) {
      const [one, own = one] = each.trim().split(' as ');
      const there = place?.names.get(one) ?? one;
      namesFrom.get(file).push(there === own ? own : `${there} as ${own}`);
    }
  }
  return code.replaceAll(IMPORT, (_, _names, part) => {
    const file = moved.get(part)?.file ?? part;
    const names = namesFrom.get(file);
    if (names === undefined) return '';
    namesFrom.delete(file);
    return names.length === 0 ? `import"./${file}";` : `import{${names.join()}}from"./${file}";`;
  });
}
