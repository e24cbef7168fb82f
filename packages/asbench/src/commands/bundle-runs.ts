import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { counted, UserError } from '@itinera/base';
import { RunFolder } from '@itinera/run';
import { Library, type LibraryOptions, writeBundle } from '@itinera/viewer';
import { printWrote } from './output-path.js';
import { print } from './terminal.js';
import { withProgress } from './with-progress.js';

interface Options extends Omit<LibraryOptions, 'runs'> {
  readonly withCalls: boolean;
}

/** Writes a static site of runs, HuMob scorings and reports of measures, and prints its size. @param named names, or folders of runs */
export async function bundleRuns(folder: string, named: readonly string[], options: Options): Promise<void> {
  const { withCalls, ...shown } = options;
  if (named.length === 0) throw new UserError('--bundle: expected the runs to include, such as daily-mobility-1.');
  const isRun = (name: string) =>
    [name, join(options.home, 'runs', name)].some((path) => existsSync(join(path, 'run.json')));
  const {
    scorings: known,
    measures: reports,
    flows: predicted,
  } = await new Library({ ...shown, runs: join(options.home, 'runs') }).list(new URLSearchParams());
  const among = (listed: readonly { readonly name: string }[]) =>
    named.filter((name) => !isRun(name) && listed.some((one) => one.name === name));
  const [scorings, measures, flows] = [among(known), among(reports), among(predicted)];
  const runs = [...new Set(named.filter((name) => ![...scorings, ...measures, ...flows].includes(name)))].map((name) =>
    resolve(RunFolder.find(options.home, name).path),
  );
  const [first, other] = new Set(runs.map((path) => dirname(path)));
  if (other !== undefined)
    throw new UserError(`--bundle: the runs are in different folders, ${first} and ${other}. Copy them to one folder.`);
  const isOne = runs.length === 1 && scorings.length + measures.length + flows.length === 0;
  const library = new Library({ ...shown, runs: (isOne ? runs[0] : first) ?? join(options.home, 'runs') });
  try {
    const names = [...new Set(runs.map((path) => basename(path)))];
    const { files, bytes } = await withProgress((onProgress) =>
      writeBundle(library, folder, { runs: names, scorings, measures, flows, withCalls, onProgress }),
    );
    printWrote(folder, `${counted(files, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`);
    print('Any web server can serve this folder, such as python3 -m http.server in it.');
  } finally {
    await library.close();
  }
}
