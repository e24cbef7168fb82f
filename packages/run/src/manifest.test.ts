import { UserError } from '@itinera/base';
import { expect, test } from 'vitest';
import { manifest as whole } from './manifest.fixture.js';
import { parseManifest, RUN_FORMAT } from './manifest.js';

const parse = (manifest: object) => parseManifest(JSON.stringify(manifest), 'run-1');

test('a manifest is read as it was written', () => {
  expect(parse(whole)).toEqual(whole);
});

test('a run in an earlier format is rejected with the remaining options', () => {
  expect(() => parse({ format: 1 })).toThrow(UserError);
  expect(() => parse({ format: 1 })).toThrow(/^run-1 was written by an earlier version .* results\.pkl/);
});

test.each([
  [{ people: -1 }, 'people: expected a whole number from 1 to 100000000, got -1'],
  [{ clock: { stepSeconds: 900 } }, 'clock.steps: expected a whole number from 1 to 10000000, got nothing'],
  [{ agent: { source: {}, hash: '', params: {} } }, 'agent.source.file: expected a text, got nothing'],
  [{ models: [1] }, 'models[0]: expected a text, got 1'],
  [{ order: 'none' }, 'order: expected "free" or "step", got "none"'],
  [{ expId: '../../../x' }, 'expId: expected an id of the form 01234567-89ab-8cde-8f01-23456789abcd, got "../../../x"'],
  [{ task: '../x' }, 'task: expected a name of letters, digits, spaces, dots and dashes, got "../x"'],
  [{ people: 1e15 }, 'people: expected a whole number from 1 to 100000000, got 1000000000000000'],
  [{ people: 1e8, groupSize: 1 }, 'groupSize: 100000000 people in groups of 1 are too many groups'],
  [{ stepTimeoutSeconds: 1e12 }, 'stepTimeoutSeconds: expected at most 2000000'],
  [{ startedAt: 'soon' }, 'startedAt: expected a time in ISO 8601'],
  [{ agent: { ...whole.agent, files: { 'a.ts': 7 } } }, 'agent.files[0]: expected a text, got 7'],
  [{ config: null }, 'config: expected an object, got null'],
  [{ scenario: { name: '', changes: 7, map: { path: '', hash: '' } } }, 'scenario.changes: expected an object, got 7'],
  [{ format: 9 }, `format: expected ${RUN_FORMAT}, got 9`],
])('%j is named', (change, message) => {
  expect(() => parse({ ...whole, ...change })).toThrow(`run-1/run.json: ${message}.`);
});

test('excessive nesting is rejected', () => {
  const deep = JSON.stringify(whole).replace('"config":{}', `"config":${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(() => parseManifest(deep, 'run-1')).toThrow('run-1/run.json is nested more than 500 levels deep');
});

test('a file that is not a JSON object is rejected with a message', () => {
  for (const text of ['', '{', 'null', '[]', '7']) expect(() => parseManifest(text, 'run-1')).toThrow(UserError);
});
