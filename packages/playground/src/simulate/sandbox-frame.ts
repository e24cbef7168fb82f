import { startWorker } from '../start-worker.js';

// The only script of the frame in which agents run. The frame has no origin of its own, so no storage, and its content
// policy has no network. It starts one worker at a time from the code that the page sends, and ends it.

interface Order {
  /** Code of the next worker; null for none. */
  readonly code: string | null;
  readonly job?: unknown;
}

let worker: Worker | null = null;

addEventListener('message', ({ data, source, ports }: MessageEvent<Order>) => {
  if (source !== parent) return;
  worker?.terminate();
  worker = null;
  if (data.code === null) return parent.postMessage('ready', '*');
  const started = startWorker(data.code);
  worker = started;
  started.onerror = (event) => {
    event.preventDefault();
    // The first error ends the run. Others that wait would take the time of the page, or end the next run.
    if (worker !== started) return;
    started.terminate();
    worker = null;
    parent.postMessage({ message: event.message, line: event.lineno ?? null }, '*');
  };
  started.postMessage(data.job, [...ports]);
});
parent.postMessage('ready', '*');
