import { expect, test } from 'vitest';
import { assignFiles, isNote, notedSynthetic } from './file-slots.js';

const slots = ['first', 'second', 'third'].map((role) => ({ role, label: role, hint: '' }));
const [a, b, c] = ['a', 'b', 'c'].map((name) => new File([name], name)) as [File, File, File];
const dropped = (...files: File[]) => files.map((file) => ({ file, isFolder: false }));

test('files fill the empty slots in order', () => {
  expect(assignFiles(slots, {}, dropped(a, b))).toEqual({ first: a, second: b });
  expect(assignFiles(slots, { first: a }, dropped(b, c))).toEqual({ first: a, second: b, third: c });
});

test('a file that is dropped on a slot replaces its file, and others follow', () => {
  expect(assignFiles(slots, { first: a, second: b }, dropped(c), 'first')).toEqual({ first: c, second: b });
  expect(assignFiles(slots, { second: b }, dropped(a, c), 'second')).toEqual({ second: a, first: c });
});

test('files that are dropped on full slots replace the first ones', () => {
  expect(assignFiles(slots, { first: a, second: b, third: c }, dropped(c))).toEqual({ first: c, second: b, third: c });
});

test('the note beside a file is read, whether its people exist, and is not a file of a tab', async () => {
  const note = (name: string, text: string) => new File([text], `${name}-metadata.json`);
  const made = note('a', '{"dc:description":"SYNTHETIC people by humob synth, who do not exist."}');
  const all = dropped(a, made, b, note('b', '{}'), note('c', 'no JSON'));
  expect(all.filter((one) => !isNote(one)).map(({ file }) => file)).toEqual([a, b]);
  expect(await notedSynthetic(all.filter(isNote))).toEqual(['a']);
});

test('folders, nothing, and too many files get a message', () => {
  expect(assignFiles(slots, {}, [{ file: a, isFolder: true }])).toMatch(/folder/);
  expect(assignFiles(slots, {}, [])).toBe('No file was dropped.');
  expect(assignFiles(slots, {}, dropped(a, b, c, a))).toBe(
    '4 files were dropped, but at most 3 are needed here. Drop fewer.',
  );
});
