import http from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { boundedPost } from './bounded-post.js';

/** A server in a thread of its own, which marks that its answer is sent. */
const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    parentPort.postMessage('asked');
    response.end('{"answer":1}', () => {
      Atomics.store(workerData, 0, 1);
      Atomics.notify(workerData, 0);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('an answer that arrived while the process was suspended beyond the timeout is used', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(SERVER, { eval: true, workerData: sent });
  const agent = new http.Agent();
  onTestFinished(async () => {
    agent.destroy();
    await server.terminate();
  });
  const message = () => new Promise((resolve) => server.once('message', resolve));
  const port = await message();
  let expire = (): void => {};
  const clock = {
    now: () => 0,
    after: (_: number, action: () => void) => {
      expire = action;
      return () => {};
    },
  };
  const asked = message();
  const answer = boundedPost(new URL(`http://127.0.0.1:${port}/`), '{}', {
    ...{ agent, headers: {}, clock },
    ...{ timeoutMilliseconds: 2000, maxBytes: 1000 },
  });
  await asked;
  // A timer that is due when the thread continues, before the socket is read.
  setTimeout(() => expire(), 1);
  Atomics.wait(sent, 0, 0);
  Atomics.wait(sent, 0, 1, 10);
  expect(await answer).toMatchObject({ status: 200, body: '{"answer":1}' });
});
