/** A parent process that shows the progress and stops this one by closing the channel: the server of `asbench mcp`. */
const supervised = process.env.ITINERA_SUPERVISED === '1' && process.send !== undefined;

/** The least time between two messages of progress. */
const INTERVAL_MILLISECONDS = 250;
let lastSent = Number.NEGATIVE_INFINITY;

/** Sends progress to the parent process, if it asks for it. */
export function sendProgress(text: string, done: number, total: number): void {
  if (!supervised || performance.now() - lastSent < INTERVAL_MILLISECONDS) return;
  lastSent = performance.now();
  if (process.connected) process.send!({ text, done, total }, undefined, undefined, () => {});
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` once, at Ctrl-C, at a request to end, or when the terminal is closed; another signal ends the program at
 * once.
 * @returns a function that stops listening
 */
export function onInterrupt(stop: () => void): () => void {
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, heard);
    process.off('disconnect', heard);
  };
  const heard = () => {
    ignore();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  if (supervised) {
    process.on('disconnect', heard);
    // Listening must not keep the program running.
    process.channel?.unref();
  }
  return ignore;
}
