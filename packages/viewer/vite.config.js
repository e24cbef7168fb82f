import { join } from 'node:path';
import { defineConfig } from 'vite';

const packages = join(import.meta.dirname, '..');

// One script and one sheet without hashes: the server gives them an ETag, and a report takes them in whole.
export default defineConfig({
  root: 'src/app',
  base: './',
  // From sources: what is compiled of other packages may not be there yet.
  resolve: {
    alias: [
      { find: /^@itinera\/(\w+)$/, replacement: join(packages, '$1/src/index.ts') },
      { find: /^@itinera\/(\w+)\/(\w+)$/, replacement: join(packages, '$1/src/$2.ts') },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: 'src/app/main.tsx',
      output: { entryFileNames: 'app.js', assetFileNames: 'app[extname]' },
    },
  },
});
