import { expect, test } from 'vitest';
import { otherNode } from './reproduce-run.js';

test('another major version of Node is named, with what to do', () => {
  expect(otherNode('v20.20.2', 'v20.19.0')).toBeNull();
  expect(otherNode('v20.20.2', 'v24.9.0')).toBe(
    'The run was made by Node v20.20.2, this is v24.9.0. Powers (**) that an agent computes may differ in the last bit, which can change its tables: reproduce it with the same version.',
  );
});
