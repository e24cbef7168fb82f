import { defineConfig } from 'vitest/config';

/** Tests that start whole programs, browsers or package managers, or take many seconds. */
const WHOLE = '**/*.whole.test.ts';

export default defineConfig({
  test: {
    // Limits against tests that hang, not against slow machines: no test may depend on them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Half of the time is spent waiting for processes that tests start.
    maxWorkers: '100%',
    reporters: ['default', './scripts/count-reporter.ts'],
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [WHOLE],
          // Files share loaded modules: half of their time would be loading them again.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: [WHOLE], exclude: ['**/node_modules/**'] } },
    ],
  },
});
