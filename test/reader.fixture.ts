import { execFile } from 'node:child_process';
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
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { vi } from 'vitest';
import { asbench, captured } from '../packages/asbench/src/commands/asbench.fixture.js';
import { commandsOf, ENDLESS, type Piece } from '../scripts/page-code.js';
import { root } from './pages.fixture.js';

const program = join(root, 'packages', 'asbench', 'bin', 'asbench.js');
/** Populations are small here: the code is the same, the time is not. */
const small = (line: string): string => {
  const few = line.replace(/ (-n|--people) \d{2,}\b/, / data (people|generate) /.test(line) ? ' $1 20' : ' $1 8');
  const people = /^asbench run (?!.* --people)/.test(line) ? ' --people 5' : '';
  const threads = /^asbench (run|simulate) (?!.* --(threads|part))/.test(line) ? ' --threads 1' : '';
  return few + people + threads;
};

/** How most pages begin. */
const FIRST_RUN = small('asbench run DailyMobility --people 5');

const execute = promisify(execFile);

/** A block or line that was not run, and the reason. */
export interface NotRun {
  readonly what: string;
  readonly why: string;
}

/** Runs the code of a page from top to bottom in an empty folder. */
export class Reader {
  readonly folder = mkdtempSync(join(tmpdir(), 'as a reader '));
  readonly notRun: NotRun[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #snippets = 0;

  /** @param shared a home whose caches and demo data all readers use. */
  constructor(private readonly shared: string) {
    const bin = join(this.folder, '.bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'asbench'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, 'asbench'), 0o755);
    // That of npm takes a second.
    const npx = 'while case $1 in -*) true ;; *) false ;; esac; do shift; done';
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\n${npx}\nexec "$@"\n`, { mode: 0o755 });
    for (const name of ['examples', 'node_modules']) symlinkSync(join(root, name), join(this.folder, name));
    for (const home of ['.agentsociety-benchmark', 'my-runs', 'anna']) {
      mkdirSync(join(this.folder, home));
      for (const name of ['cache', 'demo']) symlinkSync(join(shared, name), join(this.folder, home, name));
    }
    this.#env = {
      ...process.env,
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      PYTHONPATH: join(root, 'python', 'src'),
      ITINERA_ASBENCH: program,
    };
  }

  /** @throws Error if a command or the code fails. */
  async follow(piece: Piece): Promise<void> {
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
    const name = of('file')[0] ?? /^(?:\/\/|#) ([\w-]+\.(?:ts|py))$/.exec(what)?.[1];
    if (name !== undefined) writeFileSync(join(this.folder, name), code);
    else if (['', 'bash'].includes(piece.language)) await this.#types(piece.lines, of('skip'));
    else if (['ts', 'js'].includes(piece.language)) await this.#node(code);
    else if (piece.language === 'python') await this.#python(code, of('needs')[0], what);
    else if (piece.language !== 'text')
      throw new Error(`${what}: \`${piece.language}\` cannot be run. Add a reason before it: <!-- not run: … -->`);
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
  }

  async #types(lines: readonly string[], skipped: readonly string[]): Promise<void> {
    for (const line of commandsOf(lines)) {
      const skip = skipped.find((text) => line.startsWith(text.slice(0, text.lastIndexOf(':'))));
      if (skip !== undefined) this.notRun.push({ what: line, why: skip.slice(skip.lastIndexOf(':') + 1).trim() });
      else if (ENDLESS.test(line)) this.notRun.push({ what: line, why: 'the network, or a server' });
      else if (/^asbench ([^'"$|;&<>*?(){}`]|"[^"$`\\]*")*$/.test(line)) await this.#asbench(small(line));
      else await this.#run('sh', ['-c', line], line);
    }
  }

  /** Calls the program in this process, where it is already loaded. */
  async #asbench(line: string): Promise<void> {
    const once = this.#madeOnce(line);
    if (once !== undefined && existsSync(once.kept)) {
      cpSync(once.kept, once.own, { recursive: true });
      return;
    }
    const { status, stdout, stderr } = await asbench(this.folder, ...wordsOf(line).slice(1));
    if (status !== 0) throw new Error(`${line}\nfailed:\n${stdout}${stderr}`);
    if (once !== undefined) cpSync(once.own, once.kept, { recursive: true });
  }

  /** What a command of many pages writes, and where it is kept for all readers: a synthetic map, or the first run. */
  #madeOnce(line: string): { readonly own: string; readonly kept: string } | undefined {
    const [, city, name] = /^asbench map synth (.*) ?-o (\S+)$/.exec(line) ?? [];
    if (city !== undefined) return { own: join(this.folder, name!), kept: join(this.shared, `${city}.pb`) };
    const runs = join(this.folder, '.agentsociety-benchmark', 'runs');
    return line === FIRST_RUN && !existsSync(runs) ? { own: runs, kept: join(this.shared, 'first run') } : undefined;
  }

  /** Runs code in this process, where the packages are already loaded. */
  async #node(code: string): Promise<void> {
    const file = join(this.folder, `snippet-${this.#snippets++}.mjs`);
    writeFileSync(file, transformSync(code, { loader: 'ts' }).code);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      await captured(this.folder, () => import(pathToFileURL(file).href));
    } catch (error) {
      throw new Error(`${code}\nfailed`, { cause: error });
    } finally {
      log.mockRestore();
    }
  }

  async #python(code: string, needs: string | undefined, what: string): Promise<void> {
    const missing = needs !== undefined && (await execute('python3', ['-c', `import ${needs}`]).catch(() => 'missing'));
    if (missing === 'missing') this.notRun.push({ what, why: `${needs} is not installed on this machine` });
    else {
      // A file, whose source Python can find: an agent may be a class of the page.
      const file = join(this.folder, `snippet-${this.#snippets++}.py`);
      writeFileSync(file, code);
      await this.#run('python3', [file], code);
    }
  }

  async #run(command: string, args: readonly string[], what: string): Promise<void> {
    try {
      await execute(command, args, { cwd: this.folder, env: this.#env, maxBuffer: 1e8 });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${what}\nfailed:\n${stdout}${stderr}`);
    }
  }
}

/** The words of a shell line; those with spaces are quoted. */
const wordsOf = (line: string) => line.match(/(?:[^\s"]|"[^"]*")+/g)!.map((word) => word.replaceAll('"', ''));

/** @throws Error unless the file has every line of the piece, in this order. */
function requirePart({ lines }: Piece, file: string): void {
  const there = readFileSync(join(root, file), 'utf8').split('\n');
  let at = 0;
  for (const line of lines) {
    at = there.indexOf(line, at) + 1;
    if (at === 0) throw new Error(`${file} has no line "${line}", or not in this order.`);
  }
}
