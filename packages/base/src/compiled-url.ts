/**
 * The address of a compiled module, for a thread: threads cannot run TypeScript, even when their starter runs from source.
 * @param module relative to the importer, such as `./score-worker.js`.
 * @param importer its `import.meta.url`.
 */
export function compiledUrl(module: string, importer: string): string {
  const { href } = new URL(module, importer);
  return importer.endsWith('.ts') ? href.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : href;
}

/**
 * Options of Piscina's pools whose threads load their module by `import`, without the flags that Node was started with. Node 20 aborts
 * if a thread is ended during a `require`, which Piscina tries first. Not for threads that run users' code, which may `require`
 * modules.
 */
export const LOADS_BY_IMPORT = { execArgv: ['--no-experimental-require-module'] };

/** A pool of threads, such as Piscina's. */
interface Pool {
  on(event: 'error', heard: () => void): unknown;
  destroy(): Promise<void>;
}

/** Ends the threads of a pool, whatever they are doing. Answers in flight are dropped, because the pool would report them as faults. */
export async function endThreads(pool: Pool): Promise<void> {
  pool.on('error', () => {});
  await pool.destroy();
}
