import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { command, strangersFolder } from './packed.fixture.js';

const root = join(import.meta.dirname, '..');
const stranger = strangersFolder();
const windows = process.platform === 'win32';

/** Python 3.9 and later, as far as there are any: the first one, the system's, and those that pyenv keeps. */
const interpreters = [
  ...new Set(
    ['python3', 'python', '/usr/bin/python3', ...pyenvs()].map((name) => {
      const program = 'import sys, venv, ensurepip; print(sys.executable if sys.version_info >= (3, 9) else "")';
      return spawnSync(name, ['-c', program], { encoding: 'utf8' }).stdout?.trim() ?? '';
    }),
  ),
].filter((path) => path !== '');
/** Only such a one can build the package. */
const builder = interpreters.find((path) => spawnSync(path, ['-c', 'import hatchling']).status === 0);

function pyenvs(): string[] {
  const versions = join(process.env.PYENV_ROOT ?? join(process.env.HOME ?? '', '.pyenv'), 'versions');
  if (!existsSync(versions)) return [];
  return readdirSync(versions).map((version) => join(versions, version, 'bin', 'python'));
}

vi.setConfig({ testTimeout: 300_000 });

beforeAll(() => {
  if (builder !== undefined) command(process.execPath, [join(root, 'scripts', 'python-package.js')], root);
}, 120_000);
afterAll(() => stranger.remove(), 60_000);

/** Runs Python in a virtual environment that sees the packages of its Python only when asked to. */
function withWheel(python: string, name: string, ...options: string[]): (file: string) => string {
  const folder = join(stranger.path, 'src', name);
  mkdirSync(folder, { recursive: true });
  const check = (program: string, args: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ITINERA_GOLDEN: join(root, 'packages', 'metrics', 'fixtures', 'geobleu'),
        ITINERA_AGENT: join(root, 'packages', 'engine', 'fixtures', 'python', 'document_daily.py'),
        PYTHONIOENCODING: 'utf-8',
        PATH: `${join(process.execPath, '..')}${windows ? ';' : ':'}${process.env.PATH}`,
      },
    });
    if (error || status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? status}\n${stdout}${stderr}`);
    return stdout + stderr;
  };
  check(python, ['-m', 'venv', ...options, 'venv']);
  const own = join(folder, 'venv', windows ? 'Scripts\\python.exe' : 'bin/python');
  const wheel = readdirSync(join(root, 'python', 'dist')).find((file) => file.endsWith('.whl'))!;
  check(own, ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', join(root, 'python', 'dist', wheel)]);
  return (file) => {
    cpSync(file, join(folder, 'program.py'));
    return check(own, ['program.py']);
  };
}

const pythonTest = test.skipIf(builder === undefined);

pythonTest('the wheel, alone in a clean environment, passes the tests of the package', () => {
  const run = withWheel(interpreters[0]!, 'clean');
  expect(run(join(root, 'python', 'tests', 'test_itinera.py'))).toMatch(/\nOK/);
});

pythonTest('beside the arrays and data frames that the machine has, it passes them too', () => {
  const run = withWheel(builder!, 'beside others', '--system-site-packages');
  expect(run(join(root, 'python', 'tests', 'test_itinera.py'))).toMatch(/\nOK/);
});

pythonTest.each(['score_a_prediction.py', 'read_a_run.py'])('the notebook %s runs', (name) => {
  const run = withWheel(builder!, name);
  expect(run(join(root, 'python', 'examples', name))).toMatch(/GEO-BLEU|trips/);
});
