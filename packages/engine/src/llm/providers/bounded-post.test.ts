import http from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../wall-clock.js';
import { boundedPost } from './bounded-post.js';

/** A server that answers while this thread is suspended. */
const SERVER = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    parentPort.postMessage('asked');
    setTimeout(() => response.end('{"answer":1}'), 50);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('an answer that arrived while the process was suspended beyond the timeout is used', async () => {
  const server = new Worker(SERVER, { eval: true });
  const agent = new http.Agent();
  onTestFinished(async () => {
    agent.destroy();
    await server.terminate();
  });
  const message = () => new Promise((resolve) => server.once('message', resolve));
  const port = await message();
  const asked = message();
  const answer = boundedPost(new URL(`http://127.0.0.1:${port}/`), '{}', {
    ...{ agent, headers: {}, clock: systemTime },
    ...{ timeoutMilliseconds: 2000, maxBytes: 1000 },
  });
  await asked;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200);
  expect(await answer).toMatchObject({ status: 200, body: '{"answer":1}' });
});
