import code from 'worker:./worker.ts';
import type { TabFiles, TabJobName, TabResult, TabTask } from './jobs/job.js';
import { startWorker } from './start-worker.js';
import type { WorkerReply, WorkerRequest } from './worker.js';

export type ShownResult = Omit<TabResult, 'answer'>;

/** Receives what is being done, and how much of it; `total` is 0 if that is unknown. */
export type ShowProgress = (progress: string, done: number, total: number) => void;

/** The reason why a task ends that was cancelled. */
export class Cancelled extends Error {}

/** A worker that runs one task and then answers questions about its result. */
export class TaskRunner {
  #worker: Worker | null = null;
  readonly #questions: ((answer: unknown) => void)[] = [];
  #fail: (error: Error) => void = () => undefined;

  /** @throws Error with one clear message; Cancelled */
  async run(task: TabTask, show: ShowProgress): Promise<ShownResult> {
    const reply = await this.#request({ task }, show);
    return (reply as { result: ShownResult }).result;
  }

  async sample(job: TabJobName, isFlows: boolean): Promise<TabFiles> {
    const reply = await this.#request({ sample: job, isFlows }, () => undefined);
    return (reply as { files: TabFiles }).files;
  }

  /** The data of a result's page. @throws Error if there are none at the address */
  async ask(address: string): Promise<unknown> {
    const answer = await new Promise((resolve) => {
      this.#worker?.postMessage({ ask: address, id: this.#questions.push(resolve) - 1 } satisfies WorkerRequest);
    });
    if (answer === undefined) throw new Error('The result does not contain this.');
    return answer;
  }

  /** Ends the worker, whatever it does. */
  cancel(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail(new Cancelled());
  }

  #request(request: WorkerRequest, show: ShowProgress): Promise<WorkerReply> {
    this.cancel();
    const worker = startWorker(code);
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
        if ('progress' in data) show(data.progress, data.done, data.total);
        else if ('failure' in data) reject(new Error(data.failure));
        else if ('answer' in data) this.#questions[data.id]?.(data.answer);
        else resolve(data);
      };
      // Without memory, the worker ends without a message of its own.
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error('The worker stopped: the files may need more memory than the browser offers to a page.'));
      };
      worker.postMessage(request);
    });
  }
}
