import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order: none of them is left for the end, when other processors have nothing to do. */
const LONGEST = [
  'pages-run',
  'viewer',
  'installed',
  'python-runs',
  'python-package',
  'site',
  'playground',
  'new',
  'run',
  'evolve',
  'sweep',
  'answer',
  'model-runs',
  'worker',
  'run-task',
  'compare-simulations',
  'simulate',
  'examples',
  'hostile-agents',
  'realism',
].map((name) => `${name}.whole.test.ts`);

/** Sorts long files before others. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId));
  return place < 0 ? LONGEST.length : place;
}
