import type { TabJobName, TabResult, TabTask } from './jobs/job.js';
import { runTask } from './jobs/run-task.js';
import { sampleFiles } from './jobs/sample.js';

/** A message to the worker: a task, the wish for sample files, or a question about the last result. */
export type WorkerRequest =
  | { readonly task: TabTask }
  | { readonly sample: TabJobName; readonly isFlows: boolean }
  | { readonly ask: string; readonly id: number };

/** A message from the worker. */
export type WorkerReply =
  | { readonly progress: string; readonly done: number; readonly total: number }
  | { readonly result: Omit<TabResult, 'answer'> }
  | { readonly files: TabTask['files'] }
  | { readonly answer: unknown; readonly id: number }
  | { readonly failure: string };

const PROGRESS_MILLISECONDS = 50;
const reply = (message: WorkerReply) => postMessage(message);
let last: TabResult | undefined;
let lastProgress = 0;

async function handle(request: WorkerRequest): Promise<void> {
  if ('ask' in request) return reply({ answer: last?.answer(request.ask), id: request.id });
  if ('sample' in request) return reply({ files: sampleFiles(request.sample, request.isFlows) });
  const { answer, ...result } = await runTask(request.task, (progress, done, total) => {
    if (performance.now() - lastProgress < PROGRESS_MILLISECONDS) return;
    lastProgress = performance.now();
    reply({ progress, done, total });
  });
  last = { answer, ...result };
  reply({ result });
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  handle(data).catch((error: Error) => reply({ failure: error.message }));
});
