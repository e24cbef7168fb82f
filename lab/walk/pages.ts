import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { commandsOf, ENDLESS, type Piece, piecesOf } from '../../scripts/page-code.js';

// Follows pages as a newcomer would: every command and program as printed, in an empty home and folder, on each Node of tools/nodes and
// this one. Prints each with its output, and the stumbles at the end: npm run walk-pages [-- PAGE …].
const root = resolve('.');
const USUAL = [
  'README.md',
  'docs/install.md',
  'docs/quick-start.md',
  'docs/tutorial.md',
  'docs/score-a-prompt.md',
  'docs/what-if.md',
  'docs/scale.md',
  'python/README.md',
];
const given = process.argv.slice(2);
const pages = given.length > 0 ? given : USUAL;
const nodes = [
  process.execPath,
  ...['node22', 'node24'].map((name) => join(root, 'tools', 'nodes', 'node_modules', name, 'bin', 'node')),
].filter(existsSync);
/** Longer than any command takes on a slow machine. */
const PATIENCE_MILLISECONDS = 20 * 60_000;

const stumbles: string[] = [];
for (const node of nodes) for (const page of pages) follow(node, page);
process.stdout.write(`\n${stumbles.length} stumbles\n${stumbles.map((stumble) => `  ${stumble}\n`).join('')}`);
if (stumbles.length > 0) process.exitCode = 1;

function follow(node: string, page: string): void {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const folder = mkdtempSync(join(tmpdir(), 'walk '));
  const env = environment(folder, node);
  const begun = performance.now();
  process.stdout.write(`\n### ${page}, Node ${version}\n`);
  let snippets = 0;
  const run = (what: string, command: string, args: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: PATIENCE_MILLISECONDS,
      maxBuffer: 1 << 27,
    });
    process.stdout.write(`\n$ ${what}\n${stdout ?? ''}${stderr ?? ''}`);
    if (status !== 0)
      stumbles.push(`${page}, Node ${version}: ${what.split('\n')[0]}: ${error?.message ?? `exit ${status}`}`);
  };
  try {
    for (const piece of piecesOf(page, readFileSync(join(root, page), 'utf8'))) {
      const { code, name, isRun, skips } = planOf(piece);
      if (!isRun) continue;
      if (name !== undefined) writeFileSync(join(folder, name), code);
      else if (['', 'bash'].includes(piece.language))
        for (const line of commandsOf(piece.lines))
          if (skips.some((skip) => line.startsWith(skip)) || ENDLESS.test(line))
            process.stdout.write(`\n$ ${line}\n(skipped)\n`);
          else run(line, 'sh', ['-c', line]);
      else if (piece.language === 'python') run(code, 'python3', ['-c', code]);
      else if (['ts', 'js'].includes(piece.language)) {
        const file = `snippet-${snippets++}.${piece.language === 'ts' ? 'mts' : 'mjs'}`;
        writeFileSync(join(folder, file), code);
        run(code, node, [join(root, 'node_modules', 'jiti', 'lib', 'jiti-cli.mjs'), file]);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`\n(${((performance.now() - begun) / 1000).toFixed(0)} s)\n`);
}

/** The code of a block with its remarks, and whether and how it runs. */
function planOf({ lines, remarks, language }: Piece) {
  const of = (kind: string) => remarks.filter((remark) => remark.kind === kind).map(({ text }) => text);
  const isShown = language === 'text' || of('not run').length > 0 || of('part of').length > 0;
  return {
    code: `${[...of('given'), ...lines].join('\n')}\n`,
    name: of('file')[0] ?? /^(?:\/\/|#) ([\w-]+\.(?:ts|py))$/.exec(lines[0]!)?.[1],
    isRun: !isShown,
    skips: of('skip').map((text) => text.slice(0, text.lastIndexOf(':'))),
  };
}

/** An empty home, this Node before all others, and the program as npm would install it. */
function environment(folder: string, node: string): NodeJS.ProcessEnv {
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  mkdirSync(join(folder, '.home'));
  const program = join(root, 'packages', 'asbench', 'bin', 'asbench.js');
  writeFileSync(join(bin, 'asbench'), `#!/bin/sh\nexec '${node}' '${program}' "$@"\n`);
  chmodSync(join(bin, 'asbench'), 0o755);
  symlinkSync(node, join(bin, 'node'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const { PATH, TMPDIR, LANG } = process.env;
  return {
    ...(TMPDIR && { TMPDIR }),
    ...(LANG && { LANG }),
    HOME: join(folder, '.home'),
    PATH: [bin, dirname(node), PATH].join(delimiter),
    PYTHONPATH: join(root, 'python', 'src'),
    ITINERA_ASBENCH: program,
  };
}
