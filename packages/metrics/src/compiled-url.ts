/**
 * The address of a compiled module, for a thread: threads cannot run TypeScript, even when their starter runs from source.
 * @param module relative to the importer, such as `./score-worker.js`.
 * @param importer its `import.meta.url`.
 */
export function compiledUrl(module: string, importer: string): string {
  const { href } = new URL(module, importer);
  return importer.endsWith('.ts') ? href.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : href;
}
