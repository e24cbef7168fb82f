import { expect, test } from 'vitest';
import { Connection } from './connection.js';

/** A server that is there or not, and a clock whose waits end when the test says so. */
function fixture() {
  const world = { isThere: true, pings: 0, waits: [] as (() => void)[], changes: [] as boolean[] };
  const connection = new Connection(
    async () => {
      world.pings++;
      return world.isThere;
    },
    () => new Promise((resolve) => world.waits.push(resolve)),
  );
  connection.listen(() => world.changes.push(connection.isLost));
  const send = (value: string) => () =>
    world.isThere ? Promise.resolve(value) : Promise.reject(new TypeError('gone'));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { world, connection, send, settle };
}

test('requests to a lost server wait, only one of them looks for it, and all are answered when it is back', async () => {
  const { world, connection, send, settle } = fixture();
  expect(await connection.request(send('before'))).toBe('before');
  world.isThere = false;
  const answers = Promise.all(['a', 'b', 'c'].map((value) => connection.request(send(value))));
  await settle();
  expect([connection.isLost, world.pings, world.waits.length]).toEqual([true, 1, 1]);
  world.waits.pop()!();
  await settle();
  expect([world.pings, world.waits.length]).toEqual([2, 1]);
  world.isThere = true;
  world.waits.pop()!();
  expect(await answers).toEqual(['a', 'b', 'c']);
  expect(world.changes).toEqual([true, false]);
});

test('a request that fails while the server answers is given up, and the server is not called lost', async () => {
  const { world, connection } = fixture();
  let sent = 0;
  const refused = connection.request(() => {
    sent++;
    return Promise.reject(new TypeError('refused'));
  });
  await expect(refused).rejects.toThrow('refused');
  expect(sent).toBe(3);
  expect(world.changes.every((isLost) => !isLost)).toBe(true);
});
