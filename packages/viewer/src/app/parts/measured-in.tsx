import { API, PAGES } from '../../wire/addresses.js';
import { useLoad } from '../load.js';
import { href } from '../route.js';
import { source } from '../source.js';

/** The reports of `asbench measure` that compare a run with other data, on the map too. */
export function MeasuredIn({ run }: { readonly run: string }) {
  const { data } = useLoad(source.has(API.runs.at({})) ? API.runs.at({}) : null);
  const reports = (data?.measures ?? []).filter(({ generated, real }) => generated === run || real === run);
  if (reports.length === 0) return null;
  return (
    <section class="card">
      <h2>Compared with other data</h2>
      <ul>
        {reports.map(({ name, generated, real }) => (
          <li key={name}>
            <a href={href(PAGES.measures, { report: name })}>
              <bdi>{name}</bdi>
            </a>{' '}
            <span class="soft">
              <bdi>{generated}</bdi> against <bdi>{real}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
