import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import LongFilesFirst from './scripts/long-files-first.js';

/** Tests that start whole programs, browsers or package managers, or take many seconds. */
const WHOLE = '**/*.whole.test.ts';
const isQuick = process.argv.includes('quick');
/** Whether the quick loop runs all of its files, as in `npm run test:quick`. */
const isLoop = process.argv.slice(2).join(' ') === 'run --project quick';

// For the processes of tests and all that they start.
process.env.NODE_OPTIONS ??= `--require ${JSON.stringify(join(import.meta.dirname, 'scripts', 'test-process.cjs'))}`;

// Node 20 reads further certificates whenever it starts, which takes longer than the start itself. Here only npm connects to others.
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
if (certificates) {
  process.env.NPM_CONFIG_CAFILE ??= certificates;
  delete process.env.NODE_EXTRA_CA_CERTS;
}

/** The compiled file of a source of a package; undefined for other files. */
const compiledOf = (path: string): string | undefined =>
  /[\\/]packages[\\/][^\\/]+[\\/]src[\\/]/.test(path)
    ? path.replace(/([\\/]packages[\\/][^\\/]+[\\/])src([\\/])/, '$1dist$2').replace(/\.ts$/, '.js')
    : undefined;

/** Whether all sources of a folder that are compiled have been since they were changed. */
function isBuilt(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[\\/]src[\\/].*(?<!\.(?:test|fixture|d))\.ts$/.test(name) && !/node_modules/.test(name))
    .map((name) => join(folder, name))
    .every((source) => {
      const compiled = statSync(compiledOf(source)!, { throwIfNoEntry: false });
      return compiled === undefined || compiled.mtimeMs >= statSync(source).mtimeMs;
    });
}

/**
 * After a build, tests load what is built, as other packages do: sources that are transformed take longer to load and to run, and
 * would be there twice. Modules with replaced parts, or loaded twice, remain sources.
 */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(name, importer) {
    if (importer === undefined || !/\.(test|fixture)\.ts$/.test(importer) || !/^\.\.?\/.*\.js$/.test(name)) return null;
    const compiled = compiledOf(resolve(dirname(importer), name));
    if (
      compiled === undefined ||
      !existsSync(compiled) ||
      /\bvi\.(mock|resetModules)\(/.test(readFileSync(importer, 'utf8'))
    )
      return null;
    return compiled;
  },
};
const loadsBuilt = !process.argv.includes('--coverage') && isBuilt(join(import.meta.dirname, 'packages'));

/** Once: what stands outside of the project would be set up for the project and for itself. */
const globalSetup = [
  './scripts/files-in-memory.ts',
  './packages/benchmarks/src/demo.fixture.ts',
  './scripts/direct-python.ts',
];

export default defineConfig({
  // Also for a command that is typed in another folder.
  root: import.meta.dirname,
  plugins: loadsBuilt ? [built] : [],
  test: {
    // Limits against tests that hang, not against slow machines: no test may depend on them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Whole programs also wait, for servers, clocks and processes. Each further worker loads the modules once more.
    maxWorkers: availableParallelism() + 1,
    // Files share loaded modules: half of their time would be loading them again.
    isolate: false,
    // Collecting garbage would take an eighth of their time. More space for new objects saves a twentieth. Optimizing code at
    // once instead of in background threads, which often finish too late, saves a fortieth.
    execArgv: [
      '--initial-old-space-size=400',
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--no-concurrent-recompilation',
    ],
    // What is built is loaded as it is, not transformed again.
    server: { deps: { external: [/\/packages\/[^/]+\/(dist|bundle)\//] } },
    setupFiles: ['./scripts/equal-bytes.ts'],
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', './scripts/count-reporter.ts'],
    // Commands that are called in process come from the bundle, or for coverage from the sources.
    env: {
      ITINERA_TEST_SOURCES: process.argv.includes('--coverage') ? 'true' : '',
      ITINERA_QUICK: String(isLoop),
    },
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
    // One of them, so that all files share the workers and the modules that they have loaded.
    projects: [
      isQuick
        ? {
            extends: true,
            test: {
              name: 'quick',
              globalSetup,
              // They only compute.
              maxWorkers: availableParallelism(),
              include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
              exclude: [WHOLE],
            },
          }
        : {
            extends: true,
            test: {
              name: 'whole',
              globalSetup,
              include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'lab/**/*.test.ts'],
              env: { ITINERA_DAMAGE: process.env.ITINERA_DAMAGE ?? 'all' },
            },
          },
    ],
  },
});
