import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    reporters: ['default', './scripts/count-reporter.ts'],
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts'] },
  },
});
