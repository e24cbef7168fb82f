import { expect, test } from 'vitest';
import { packCode, unpackCode } from './shared-agent.js';
import { START_CODE } from './start-code.js';

test('code survives the way through an address, whatever its characters', async () => {
  for (const code of ['', START_CODE, '\u0000\n\t"<script>`$', '北京 ☃ 🚲'.repeat(300)]) {
    const packed = await packCode(code);
    expect(packed).toMatch(/^[\w-]*$/);
    expect(await unpackCode(packed)).toBe(code);
  }
  expect((await packCode(START_CODE)).length).toBeLessThan(1500);
});

test.each(['', 'x', '!!', '<script>', 'AAAA', '☃'])(
  'an address with the damaged code %j is refused with one line',
  async (packed) => {
    await expect(unpackCode(packed)).rejects.toThrow(/^The agent in the address is damaged[^\n]*$/);
  },
);

test('an address that was cut short is refused', async () => {
  const packed = await packCode(START_CODE);
  await expect(unpackCode(packed.slice(0, -20))).rejects.toThrow('cut short');
});

test('a small address cannot hold endless code', async () => {
  const packed = await packCode(' '.repeat(2_000_000));
  expect(packed.length).toBeLessThan(4000);
  await expect(unpackCode(packed)).rejects.toThrow('too large');
});
