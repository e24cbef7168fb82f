import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { root } from './pages.fixture.js';

const program = join(root, 'packages', 'asbench', 'bin', 'asbench.js');
/** Commands that a test cannot run to their end: the network, or a server. */
const ENDLESS = /^asbench (--home-dir \S+ )?(clone|ui|worker)\b/;

/**
 * A piece of a page in order: a block of code, or a remark that readers do not see, in a comment of HTML:
 *
 * - `run: LINES`: what the reader has done already.
 * - before a block, `not run: REASON` for all of it, `skip LINE: REASON` for lines that begin so; `file: NAME` keeps it under
 *   that name; `given: CODE` stands before it; `part of: FILE` of the project, whose lines it repeats; `needs: MODULES` of
 *   Python, without which it is not run.
 */
export interface Piece {
  readonly language: string;
  readonly lines: readonly string[];
  readonly remarks: readonly Remark[];
}

interface Remark {
  readonly kind: string;
  readonly text: string;
}

const KINDS = ['run', 'not run', 'skip', 'file', 'given', 'part of', 'needs'];

/** The blocks of a page with what is remarked before each; what is to be run before is a block of its own. */
export function piecesOf(page: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  let remarks: Remark[] = [];
  for (const [, remark, language, code] of text.matchAll(
    /^<!-- ([a-z ]+(?: [^:\n]*)?:[\s\S]*?) -->$|^```(\w*)\n([\s\S]*?)^```$/gm,
  )) {
    if (remark !== undefined) {
      const kind = KINDS.find((known) => new RegExp(`^${known}\\b`).test(remark));
      if (kind === undefined) throw new Error(`${page}: <!-- ${remark} -->: expected one of ${KINDS.join(', ')}.`);
      const words = remark.slice(kind.length).replace(/^:?\s*/, '');
      if (kind === 'run') pieces.push({ language: '', lines: words.split('\n'), remarks: [] });
      else remarks.push({ kind, text: words });
      continue;
    }
    pieces.push({ language: language!, lines: code!.trimEnd().split('\n'), remarks });
    remarks = [];
  }
  if (remarks.length > 0) throw new Error(`${page}: <!-- ${remarks[0]!.kind}: … --> stands before no block.`);
  return pieces;
}

/** What was not run of a page, and why. */
export interface NotRun {
  readonly what: string;
  readonly why: string;
}

/** Somebody in an empty folder, who does what a page says from top to bottom. */
export class Reader {
  readonly folder = mkdtempSync(join(tmpdir(), 'as a reader '));
  readonly notRun: NotRun[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #snippets = 0;

  constructor() {
    const bin = join(this.folder, '.bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'asbench'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, 'asbench'), 0o755);
    for (const name of ['examples', 'node_modules']) symlinkSync(join(root, name), join(this.folder, name));
    this.#env = {
      ...process.env,
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      PYTHONPATH: join(root, 'python', 'src'),
      ITINERA_ASBENCH: program,
    };
  }

  /** @throws Error when it fails. */
  does(piece: Piece): void {
    const of = (kind: string) => piece.remarks.filter((remark) => remark.kind === kind).map(({ text }) => text);
    const [why] = of('not run');
    const what = piece.lines[0]!;
    if (why !== undefined) {
      this.notRun.push({ what, why });
      return;
    }
    const [original] = of('part of');
    if (original !== undefined) {
      requirePart(piece, original);
      return;
    }
    const code = [...of('given'), ...piece.lines].join('\n');
    const name = of('file')[0] ?? /^\/\/ ([\w-]+\.ts)$/.exec(what)?.[1];
    if (name !== undefined) writeFileSync(join(this.folder, name), code);
    else if (['', 'bash'].includes(piece.language)) this.#types(piece.lines, of('skip'));
    else if (['ts', 'js'].includes(piece.language)) this.#node(code);
    else if (piece.language === 'python') this.#python(code, of('needs')[0], what);
    else if (piece.language !== 'text')
      throw new Error(`${what}: nobody knows how to run \`${piece.language}\`. Say why it is not: <!-- not run: … -->`);
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }

  #types(lines: readonly string[], skipped: readonly string[]): void {
    for (const line of commandsOf(lines)) {
      const skip = skipped.find((text) => line.startsWith(text.slice(0, text.lastIndexOf(':'))));
      if (skip !== undefined) this.notRun.push({ what: line, why: skip.slice(skip.lastIndexOf(':') + 1).trim() });
      else if (ENDLESS.test(line)) this.notRun.push({ what: line, why: 'the network, or a server' });
      else this.#run('sh', ['-c', line], line);
    }
  }

  #node(code: string): void {
    const file = join(this.folder, `snippet-${this.#snippets++}.mjs`);
    writeFileSync(file, transformSync(code, { loader: 'ts' }).code);
    this.#run(process.execPath, [file], code);
  }

  #python(code: string, needs: string | undefined, what: string): void {
    if (needs !== undefined && spawnSync('python3', ['-c', `import ${needs}`], { env: this.#env }).status !== 0) {
      this.notRun.push({ what, why: `${needs} is not installed here` });
      return;
    }
    this.#run('python3', ['-c', code], code);
  }

  #run(command: string, args: readonly string[], what: string): void {
    try {
      execFileSync(command, args, { cwd: this.folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
      throw new Error(`${what}\nends with an error:\n${stdout}${stderr}`);
    }
  }
}

/** Lines as a shell takes them: longer ones put together, without remarks behind them. */
function commandsOf(lines: readonly string[]): string[] {
  const whole = lines
    .join('\n')
    .replace(/\n {2,}/g, ' ')
    .split('\n');
  return whole
    .map((line) =>
      line
        .replace(/^npx (?=asbench )/, '')
        .split(/\s+#|\s{3,}(?=[a-z])/)[0]!
        .trim(),
    )
    .filter((line) => line !== '');
}

/** Every line of the piece stands in the file, in this order. */
function requirePart({ lines }: Piece, file: string): void {
  const there = readFileSync(join(root, file), 'utf8').split('\n');
  let at = 0;
  for (const line of lines) {
    at = there.indexOf(line, at) + 1;
    if (at === 0) throw new Error(`${file} has no line "${line}", or not in this order.`);
  }
}
