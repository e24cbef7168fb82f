import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDemo } from '../packages/benchmarks/src/demo.fixture.js';
import { filesBelow, modulesOf, run, startCommands, startThreads } from './bundle.fixture.js';
import { command, strangersFolder } from './packed.fixture.js';

const root = join(import.meta.dirname, '..');
const packed = join(root, 'packages', 'asbench', 'bundle');
const stranger = strangersFolder();
const home = join(stranger.path, 'home');
const windows = process.platform === 'win32';

/**
 * The first Python 3.9 or later with a module that can install into another environment: the first on the path, the
 * system's, and those of pyenv.
 */
function pythonWith(module: string): string | undefined {
  // Importing pandas would take as long as everything else.
  const program = `import sys, venv, pip, importlib.util as found; print(sys.executable if sys.version_info >= (3, 9) and int(pip.__version__.split(".")[0]) > 22 and found.find_spec("${module}") else "")`;
  for (const name of ['python3', 'python', '/usr/bin/python3', ...pyenvs()]) {
    const path = spawnSync(name, ['-c', program], { encoding: 'utf8' }).stdout?.trim();
    if (path) return path;
  }
  return undefined;
}

/** The first with mypy, which need not be one of these. */
const checker = ['python3', 'python', '/usr/bin/python3'].find(
  (path) => spawnSync(path, ['-c', 'import mypy']).status === 0,
);
/** The one that can build the package. */
const builder = pythonWith('hatchling');
/** The one with what the wheel works with. */
const furnished = pythonWith('pandas') ?? builder;

function pyenvs(): string[] {
  const versions = join(process.env.PYENV_ROOT ?? join(process.env.HOME ?? '', '.pyenv'), 'versions');
  if (!existsSync(versions)) return [];
  return readdirSync(versions).map((version) => join(versions, version, 'bin', 'python'));
}

const wheel = () => join(root, 'python', 'dist', readdirSync(join(root, 'python', 'dist')).find(isWheel)!);
const isWheel = (file: string) => file.endsWith('.whl');

/**
 * The wheel is tested with the first Node that ITINERA_TEST_NODES lists in one environment, with the last in the other, and with
 * this one in notebooks and for all commands and threads: the list has the two other versions that are supported.
 */
const nodes = (process.env.ITINERA_TEST_NODES ?? '').split(delimiter).filter(Boolean);
const [nodeOfClean = process.execPath, nodeOfOthers = process.execPath] = [nodes[0], nodes.at(-1)];

/** Runs a program of a virtual environment in its folder. @throws Error with its whole output when it fails */
async function check(program: string, args: readonly string[], cwd: string, node = process.execPath): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd,
    env: {
      ...process.env,
      ITINERA_GOLDEN: join(root, 'packages', 'metrics', 'fixtures', 'geobleu'),
      ITINERA_AGENT: join(root, 'packages', 'engine', 'fixtures', 'python', 'document_daily.py'),
      ITINERA_HOME: home,
      ITINERA_MOBILITY: join(root, 'packages', 'mobility', 'fixtures', 'golden'),
      PYTHONIOENCODING: 'utf-8',
      // From Node 22 on, commands start in two thirds of the time.
      NODE_COMPILE_CACHE: join(stranger.path, 'compiled'),
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    },
  });
  return stdout + stderr;
}

/** A virtual environment with the wheel. @returns its folder of programs */
async function withWheel(python: string, name: string, ...options: string[]): Promise<string> {
  const folder = join(stranger.path, name);
  // Installing pip would take most of the time.
  await check(python, ['-m', 'venv', '--without-pip', ...options, folder], stranger.path);
  const programs = join(folder, windows ? 'Scripts' : 'bin');
  const install = ['install', '--quiet', '--no-index', '--no-deps', wheel()];
  await check(python, ['-m', 'pip', '--python', join(programs, 'python'), ...install], stranger.path);
  return programs;
}

/** Runs a file of the clone with the Python of an environment and a Node, in an empty folder. */
async function runIn(programs: string, file: string, node: string): Promise<string> {
  const folder = mkdtempSync(join(stranger.path, 'program '));
  cpSync(file, join(folder, 'program.py'));
  return await check(join(programs, 'python'), ['program.py'], folder, node);
}

let clean: string;
let withOthers: string;

beforeAll(async () => {
  if (builder === undefined) return;
  await withDemo(home, 'DailyMobility');
  command(process.execPath, [join(root, 'scripts', 'python-package.js')], root);
  [clean, withOthers] = await Promise.all([
    withWheel(pythonWith('sys')!, 'clean environment'),
    withWheel(furnished!, 'with others', '--system-site-packages'),
  ]);
});
afterAll(() => stranger.remove());

describe.skipIf(builder === undefined).concurrent('the wheel', () => {
  const [skmob, ...tests] = ['test_skmob.py', 'test_itinera.py', 'test_notebook.py', 'test_agents.py'].map((name) =>
    join(root, 'python', 'tests', name),
  );

  test.each(tests)('passes its tests in an environment without other packages: %s', async (file) => {
    expect(await runIn(clean, file, nodeOfClean)).toMatch(/\nOK/);
  });

  test.each([skmob!, ...tests])('passes its tests with the installed NumPy and pandas: %s', async (file) => {
    expect(await runIn(withOthers, file, nodeOfOthers)).toMatch(/\nOK/);
  });

  const notebooks = join(root, 'python', 'notebooks');
  const hasJupyter = spawnSync(furnished ?? 'python3', ['-c', 'import nbclient, ipykernel']).status === 0;
  const inJupyter = hasJupyter ? 'from-csv-to-submission.ipynb' : '';

  /** Runs notebooks. @returns their differences from what they show, if any */
  async function differences(programs: string, names: string[], ...options: string[]): Promise<string> {
    const words = [join(root, 'python', 'tests', 'run_notebooks.py'), ...options];
    const paths = names.map((name) => join(notebooks, name));
    const ran = check(join(programs, 'python'), [...words, ...paths], stranger.path);
    return (await ran.catch(({ stdout, stderr }) => `${stdout}${stderr}`)).replace(/^.* as recorded\n/gm, '');
  }

  test('notebooks print what they show; if not, run npm run notebooks', async () => {
    const names = readdirSync(notebooks).filter((name) => name !== inJupyter);
    expect(names.length).toBeGreaterThan(2);
    expect(await differences(clean, names)).toBe('');
  });

  test.runIf(hasJupyter)('a notebook prints the same in Jupyter', async () => {
    expect(await differences(withOthers, [inJupyter], '--jupyter')).not.toMatch(/differs|Error/);
  });

  test('contains exactly the bundle of asbench, and all its commands and threads start', async () => {
    const where = 'import itinera, os; print(os.path.dirname(itinera.__file__))';
    const installed = (await check(join(clean, 'python'), ['-c', where], stranger.path)).trim();
    expect(filesBelow(join(installed, '_node'))).toEqual([...filesBelow(packed), 'asbench.js'].sort());
    for (const file of filesBelow(packed))
      expect(readFileSync(join(installed, '_node', file)).equals(readFileSync(join(packed, file))), file).toBe(true);
    const work = mkdtempSync(join(stranger.path, 'work '));
    expect(await run({ words: [join(clean, 'asbench')] }, work, '--help')).toMatch(/^Usage: asbench /);
    expect(await startCommands(join(installed, '_node'), work)).toEqual([]);
    // A copy, as its threads note that they start, while the tests beside this one run.
    const copy = join(stranger.path, 'copy');
    cpSync(installed, join(copy, 'itinera'), { recursive: true });
    const main = `import sys; sys.path.insert(0, ${JSON.stringify(copy)}); from itinera._node_side import main; main()`;
    const bundle = join(copy, 'itinera', '_node');
    expect(await startThreads({ words: [join(clean, 'python'), '-c', main] }, bundle, work)).toEqual(modulesOf(bundle));
  });
});

// The wheel has the same files, and starts them above.
test.runIf(builder === undefined)('every command and thread of the bundle starts without node_modules', async () => {
  for (const part of ['bin', 'bundle'])
    cpSync(join(packed, '..', part), join(stranger.path, part), { recursive: true });
  const program = { words: [process.execPath, join(stranger.path, 'bin', 'asbench.js')] as const };
  const bundle = join(stranger.path, 'bundle');
  expect(await startCommands(bundle, stranger.path)).toEqual([]);
  expect(await startThreads(program, bundle, mkdtempSync(join(stranger.path, 'work ')))).toEqual(modulesOf(bundle));
});

test.skipIf(checker === undefined)('the package is typed strictly, and its types refuse nonsense', () => {
  const tests = join(root, 'python', 'tests');
  const statements = readFileSync(join(tests, 'nonsense.py'), 'utf8').split('\n');
  const wrong = statements.flatMap((line, i) => (line.startsWith('itinera.') ? [i + 1] : []));
  const words = [
    '--strict',
    // Before version 1.7, typed options are one.
    '--enable-incomplete-feature=Unpack',
    '--ignore-missing-imports',
    '--exclude',
    '_node',
    '--cache-dir',
    devNull,
    '-p',
    'itinera',
    '-p',
    'geobleu',
    '-m',
    'nonsense',
  ];
  const { stdout } = spawnSync(checker!, ['-m', 'mypy', ...words], {
    cwd: stranger.path,
    env: { ...process.env, MYPYPATH: `${join(root, 'python', 'src')}${delimiter}${tests}` },
    encoding: 'utf8',
  });
  const errors = [...stdout.matchAll(/^(.*):(\d+): error/gm)];
  expect(errors.filter(([, file]) => !file!.endsWith('nonsense.py'))).toEqual([]);
  expect([...new Set(errors.map(([, , line]) => Number(line)))]).toEqual(wrong);
});

test('the licences of bundled packages are included', () => {
  expect(readFileSync(join(packed, 'LICENSES.txt'), 'utf8')).toMatch(/^zod \d[\s\S]*MIT License/m);
});
