import { defineConfig } from 'vite';

// One script and one sheet without hashes: the server gives them an ETag, and a report takes them in whole.
export default defineConfig({
  root: 'src/app',
  base: './',
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
