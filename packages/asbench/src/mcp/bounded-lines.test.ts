import { expect, test } from 'vitest';
import { boundedLines } from './bounded-lines.js';

/** What passes and what is answered of a text that arrives in pieces. */
function passed(text: string, piece: number, longest = 100) {
  const answers: { id: unknown; error: { message: string } }[] = [];
  const stream = boundedLines((line) => answers.push(JSON.parse(line)), longest);
  const lines: string[] = [];
  stream.on('data', (bytes: Buffer) => lines.push(bytes.toString()));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) stream.write(bytes.subarray(at, at + piece));
  return new Promise<{ lines: string[]; answers: typeof answers }>((resolve) =>
    stream.end(() => setImmediate(() => resolve({ lines, answers }))),
  );
}

const long = 'x'.repeat(10_000);
const texts = [
  '{"a":1}\n',
  `{"jsonrpc":"2.0","id":7,"method":"m","params":{"id":1,"t":"${long}"}}\n`,
  `{"method":"m","params":{"id":1,"t":"${long}"},"jsonrpc":"2.0","id":"b"}\n`,
  `${long}\n`,
  '{"é":2}\n',
];

test.each([1, 7, 64, 5000, 1_000_000])(
  'long lines are answered with their id, in pieces of %i bytes',
  async (piece) => {
    const { lines, answers } = await passed(texts.join(''), piece);
    expect(lines).toEqual([texts[0], texts[4]]);
    expect(answers.map(({ id }) => id)).toEqual([7, 'b', null]);
    expect(answers[0]!.error.message).toBe(
      `The message has ${texts[1]!.length} bytes, but at most 100 are read. Pass large data in a file of the folder.`,
    );
  },
);
