const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` once, at Ctrl-C, at a request to end, or when the terminal is closed; another signal ends the program at
 * once.
 * @returns a function that stops listening
 */
export function onInterrupt(stop: () => void): () => void {
  const ignore = () => {
    for (const signal of SIGNALS) process.off(signal, heard);
  };
  const heard = () => {
    ignore();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return ignore;
}
