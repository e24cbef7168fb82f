import * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requireWholeSet, writeFileSet, writeSet, writeSets } from './write-set.js';

/** Operations that change the disk and still succeed; the process is dead after them. */
const life = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, atEnd: undefined as undefined | (() => void) }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const mortal = Object.fromEntries(
    (['renameSync', 'rmSync', 'rmdirSync', 'mkdirSync', 'writeFileSync'] as const).map((name) => [
      name,
      (...args: unknown[]) => {
        if (life.left-- <= 0) {
          const { atEnd } = life;
          if (atEnd === undefined) throw new Error('killed');
          life.left = Number.POSITIVE_INFINITY;
          atEnd();
        }
        const given = name === 'writeFileSync' ? args.slice(0, 2) : args;
        return (real[name] as (...args: unknown[]) => unknown)(...given);
      },
    ]),
  );
  // Waiting for the disk takes nearly all of the time.
  return { ...real, ...mortal, fsyncSync: () => {} };
});

let root = '';
let out = '';
beforeEach(() => {
  life.left = Number.POSITIVE_INFINITY;
  life.atEnd = undefined;
  root = mkdtempSync(join(tmpdir(), 'set-'));
  out = join(root, 'out');
});
afterEach(() => {
  life.left = Number.POSITIVE_INFINITY;
  rmSync(root, { recursive: true });
});

const NAMES = ['test/people.csv', 'test/truth/days.csv', 'train.csv'];

function write(version: string, names = NAMES): Promise<void> {
  return writeSet(out, 'split', (stage) => {
    for (const name of names) {
      mkdirSync(join(stage, name, '..'), { recursive: true });
      writeFileSync(join(stage, name), version);
    }
  });
}

const read = () => NAMES.map((name) => (fs.existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : '–'));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

test.each(['a new', 'an empty', 'a filled'])(
  'killed after any operation on %s folder, the files are old, new or refused, and the next set is whole',
  async (kind) => {
    const seen = new Set<string>();
    let end = 0;
    for (let operations = 0; end === 0; operations++) {
      rmSync(out, { recursive: true, force: true });
      if (kind === 'an empty') mkdirSync(out);
      if (kind === 'a filled') await write('old');
      life.left = operations;
      await write('new').then(
        () => {
          end = operations;
        },
        () => {},
      );
      life.left = Number.POSITIVE_INFINITY;
      let isRefused = false;
      for (const path of [out, ...NAMES.map((name) => join(out, name))])
        try {
          requireWholeSet(path);
        } catch (error) {
          expect((error as Error).message).toMatch(/Run that command again|Write the set again/);
          isRefused = true;
        }
      const state = isRefused ? 'refused' : [...new Set(read())].join('+');
      seen.add(state);
      expect(['old', 'new', '–', 'refused']).toContain(state);
      await write('next');
      expect([...new Set(read())]).toEqual(['next']);
      requireWholeSet(out);
    }
    expect(end).toBeGreaterThan(5);
    expect([...seen].sort()).toEqual(kind === 'a filled' ? ['new', 'old', 'refused'] : ['new', '–']);
  },
);

test.each(['a new', 'a filled'])(
  'another process may write and complete the same set at any moment, in %s folder',
  async (kind) => {
    const prepared = join(root, 'prepared');
    await writeSet(prepared, 'split', (stage) => {
      for (const name of NAMES) {
        mkdirSync(join(stage, name, '..'), { recursive: true });
        writeFileSync(join(stage, name), 'other');
      }
    });
    const arrived = join(out, '.arrived-set');
    const complete = () => {
      if (!fs.existsSync(arrived)) return;
      fs.cpSync(arrived, out, { recursive: true });
      rmSync(arrived, { recursive: true });
    };
    const atEnd = () => {
      complete();
      fs.cpSync(prepared, arrived, { recursive: true });
    };
    let isEnded = false;
    for (let operations = 0; !isEnded; operations++) {
      rmSync(out, { recursive: true, force: true });
      if (kind === 'a filled') await write('old');
      Object.assign(life, { left: operations, atEnd });
      await write('new');
      isEnded = life.left !== Number.POSITIVE_INFINITY;
      life.left = Number.POSITIVE_INFINITY;
      complete();
      expect(['new', 'other']).toContain([...new Set(read())].join('+'));
      requireWholeSet(out);
    }
  },
);

test('other files stay, and files that the new set lacks go', async () => {
  await write('old', [...NAMES, 'extra.csv']);
  writeFileSync(join(out, 'notes.txt'), 'mine');
  await write('new');
  expect(filesIn(out)).toEqual(['days.csv', 'notes.txt', 'people.csv', 'split.set.json', 'train.csv']);
});

test('a file that fails leaves the earlier set and no temporary files', async () => {
  await write('old');
  const failing = writeSet(out, 'split', (stage) => {
    writeFileSync(join(stage, 'train.csv'), 'new');
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  expect(new Set(read())).toEqual(new Set(['old']));
  expect(readdirSync(root)).toEqual(['out']);
  expect(filesIn(out)).toEqual(['days.csv', 'people.csv', 'split.set.json', 'train.csv']);
});

test('files of two sets are refused with the file and the remedy, and files without a manifest are accepted', async () => {
  await write('old');
  writeFileSync(join(out, 'train.csv'), 'new');
  expect(() => requireWholeSet(join(out, 'train.csv'))).toThrow(
    `train.csv is not the file that was written with the set of ${join(out, 'split.set.json')}. Write the set again, or delete`,
  );
  symlinkSync(join(out, 'train.csv'), join(root, 'link.csv'));
  expect(() => requireWholeSet(join(root, 'link.csv'))).toThrow('train.csv is not the file that was written');
  rmSync(join(out, 'train.csv'));
  expect(() => requireWholeSet(join(out, 'test'))).toThrow(/train\.csv is missing/);
  rmSync(join(out, 'split.set.json'));
  requireWholeSet(join(out, 'test'));
});

test('a set does not leave its folder', async () => {
  mkdirSync(out);
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(out, 'test'));
  await expect(write('new')).rejects.toThrow('is a file or a link to another folder');
  expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
  writeFileSync(join(out, 'split.set.json'), '{"format":1,"files":{"../x":{"bytes":1,"sha256":""}}}');
  expect(() => requireWholeSet(join(out, 'train.csv'))).toThrow('is not a valid list of the files of a set');
});

test('files with names of the user’s choice are one set', async () => {
  const [data, truth] = [join(root, 'data.tsv'), join(root, 'truth.tsv')];
  await writeFileSet([
    [data, save('a')],
    [truth, save('b')],
  ]);
  requireWholeSet(data);
  expect(readdirSync(root).sort()).toEqual(['data.set.json', 'data.tsv', 'truth.tsv']);
  writeFileSync(truth, 'older');
  expect(() => requireWholeSet(data)).toThrow(/truth\.tsv is not the file/);
  symlinkSync(root, out);
  const twice = writeFileSet([
    [data, save('c')],
    [join(out, 'data.tsv'), save('d')],
  ]);
  await expect(twice).rejects.toThrow('data.tsv is the name of two outputs. Choose another name for one of them.');
  expect(readFileSync(data, 'utf8')).toBe('a');
});

const save = (text: string) => (path: string) => writeFileSync(path, text);

test.each([
  ['new', 'new'],
  ['new', 'filled'],
  ['filled', 'new'],
  ['empty', 'filled'],
  ['filled', 'filled'],
])(
  'killed after any operation on a %s and a %s folder, what is read of a set in both is of one version',
  async (...kinds) => {
    const folders = ['people', 'truth'].map((name) => join(root, name));
    const put = (version: string) =>
      writeSets(
        [
          [folders[0]!, 'people'],
          [folders[1]!, 'truth'],
        ],
        (stages) => {
          for (const stage of stages) for (const name of ['a', 'b']) writeFileSync(join(stage, name), version);
        },
      );
    const versionsRead = () =>
      folders.map((folder) => {
        const files = ['a', 'b'].map((name) => join(folder, name));
        try {
          for (const path of files) requireWholeSet(path);
        } catch {
          return 'refused';
        }
        return [...new Set(files.map((path) => (fs.existsSync(path) ? readFileSync(path, 'utf8') : '–')))].join('+');
      });
    let end = 0;
    for (let operations = 0; end === 0; operations++) {
      rmSync(root, { recursive: true, force: true });
      mkdirSync(root);
      await put('old');
      for (const [i, kind] of kinds.entries()) {
        if (kind !== 'filled') rmSync(folders[i]!, { recursive: true });
        if (kind === 'empty') mkdirSync(folders[i]!);
      }
      // Killed twice: the second time, what the first left is completed before anything is written.
      for (const version of ['new', 'newer']) {
        life.left = operations;
        await put(version).then(
          () => {
            end = operations;
          },
          () => {},
        );
        life.left = Number.POSITIVE_INFINITY;
        const read = new Set(versionsRead().filter((state) => state !== 'refused' && state !== '–'));
        expect([...read].join(' and ')).toMatch(/^(old|new|newer)?$/);
      }
      await put('next');
      expect(versionsRead()).toEqual(['next', 'next']);
    }
    expect(end).toBeGreaterThan(5);
  },
);

test('files in two folders are one set, a single file has no manifest, and a pipe receives its bytes', async () => {
  mkdirSync(out);
  const [page, table] = [join(root, 'page.html'), join(out, 'table.csv')];
  await writeFileSet([
    [page, save('one')],
    [undefined, save('never')],
    [table, save('one')],
  ]);
  const older = readFileSync(table);
  const manifest = readFileSync(join(out, 'table.set.json'));
  requireWholeSet(page);
  await writeFileSet([
    [page, save('two')],
    [table, save('two')],
  ]);
  writeFileSync(table, older);
  writeFileSync(join(out, 'table.set.json'), manifest);
  expect(() => requireWholeSet(page)).toThrow(
    /page\.html and the files of .*table\.set\.json were written by different runs/,
  );
  rmSync(out, { recursive: true });
  requireWholeSet(page);
  await writeFileSet([
    ['/dev/null', save('three')],
    [join(root, 'alone.csv'), save('three')],
  ]);
  expect(readdirSync(root).sort()).toEqual(['alone.csv', 'page.html', 'page.set.json']);
});
