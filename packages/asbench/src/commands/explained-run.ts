import { RunFolder } from '@itinera/run';
import { Library } from '@itinera/viewer';
import { vouchedBenchmark } from './vouched-benchmark.js';

interface Explained {
  readonly summary: readonly string[];
  readonly quantities: readonly {
    readonly title: string;
    readonly verdict: string;
    readonly differences: readonly string[];
  }[];
}

/** Where a run loses points, for a model. */
export async function explainedRun(run: string, home: string): Promise<string> {
  const folder = RunFolder.find(home, run);
  const library = new Library({ runs: folder.path, home, benchmarkFiles: vouchedBenchmark(folder, home) });
  try {
    const findings = await library.explain(folder.name, { json: true, withPeople: false });
    const { summary, quantities } = JSON.parse(findings ?? '{"summary": [], "quantities": []}') as Explained;
    return [
      ...summary,
      ...quantities.map(({ title, verdict, differences }) => [`${title}: ${verdict}`, ...differences].join('\n  ')),
    ].join('\n');
  } finally {
    await library.close();
  }
}
