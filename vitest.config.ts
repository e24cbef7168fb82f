import { configDefaults, defineConfig } from 'vitest/config';

// The pages in a real Chromium take minutes of two cores: ITINERA_TEST_CHROMIUM=1 runs them too.
const pages = process.env.ITINERA_TEST_CHROMIUM ? [] : ['packages/viewer/src/browser/**'];

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...pages],
    testTimeout: 60_000,
    // Half of the time is spent waiting for processes that tests start.
    maxWorkers: '100%',
    reporters: ['default', './scripts/count-reporter.ts'],
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
  },
});
