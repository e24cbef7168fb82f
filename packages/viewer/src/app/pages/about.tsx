import type { RunDetail } from '../../wire/runs.js';
import { ScrollRegion } from '../parts/scroll-region.js';
import { Empty } from '../parts/states.js';

/** What a run was asked to do, as its manifest has it. */
export function AboutView({ data }: { readonly data: RunDetail }) {
  if (data.manifest === null)
    return <Empty title="run.json cannot be read">So it is not known what was asked for.</Empty>;
  return (
    <section class="card">
      <h2>What was asked for</h2>
      <p class="soft">The run’s manifest, run.json. It holds no keys. The same manifest gives the same bytes.</p>
      <ScrollRegion label="run.json">
        <pre>{JSON.stringify(data.manifest, null, 2)}</pre>
      </ScrollRegion>
    </section>
  );
}
