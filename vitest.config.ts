import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,starts}/**/*.test.ts', 'test/**/*.test.ts'],
    // Limits against tests that hang, not against slow machines: no test may depend on them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Half of the time is spent waiting for processes that tests start.
    maxWorkers: '100%',
    reporters: ['default', './scripts/count-reporter.ts'],
    // Commands run as they are shipped, and from their sources where coverage is measured.
    env: { ITINERA_TEST_SOURCES: process.argv.includes('--coverage') ? 'true' : '' },
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
  },
});
