import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongFilesFirst from './scripts/long-files-first.js';

/** Tests that start whole programs, browsers or package managers, or take many seconds. */
const WHOLE = '**/*.whole.test.ts';
const isQuick = process.argv.includes('quick');
/** Whether the quick loop runs all of its files, as in `npm run test:quick`. */
const isLoop = process.argv.slice(2).join(' ') === 'run --project quick';

// For the processes of tests and all that they start.
process.env.NODE_OPTIONS ??= `--require ${JSON.stringify(join(import.meta.dirname, 'scripts', 'test-process.cjs'))}`;

export default defineConfig({
  test: {
    // Limits against tests that hang, not against slow machines: no test may depend on them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Whole programs also wait, for servers, clocks and processes.
    maxWorkers: availableParallelism() + 2,
    // Files share loaded modules: half of their time would be loading them again.
    isolate: false,
    // What is built is loaded as it is, not transformed again.
    server: { deps: { external: [/\/packages\/[^/]+\/(dist|bundle)\//] } },
    globalSetup: ['./packages/benchmarks/src/demo.fixture.ts', './scripts/direct-python.ts'],
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
              include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts', 'lab/**/*.test.ts'],
              env: { ITINERA_DAMAGE: process.env.ITINERA_DAMAGE ?? 'all' },
            },
          },
    ],
  },
});
