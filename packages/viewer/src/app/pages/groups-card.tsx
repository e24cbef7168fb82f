import type { Quantity } from '../../wire/findings.js';
import { fixed, sentence, typeset } from '../../wire/format.js';
import { GotPoints } from '../parts/got-points.js';
import { NumberTable } from '../parts/number-table.js';

/** The points that each group of people costs, by quantity; the costliest group first. */
export function GroupsCard({ quantities }: { readonly quantities: readonly Quantity[] }) {
  const names = quantities[0]?.groups?.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  const rows = names
    .map((name, i) => ({ name, lost: quantities.map(({ groups }) => groups?.[i]?.lost ?? 0) }))
    .map((row) => ({ ...row, all: row.lost.reduce((sum, points) => sum + points, 0) }))
    .sort((a, b) => b.all - a.all);
  const most = Math.max(...rows.flatMap(({ lost }) => lost), 1e-9);
  const heat = (points: number) => ({
    background: `color-mix(in srgb, var(--bad) ${Math.round((40 * Math.max(0, points)) / most)}%, transparent)`,
  });
  return (
    <section class="card">
      <h2>Points lost by group</h2>
      <p class="soft">
        The same quantities, compared within groups of people by sex, age, occupation, household size and cars: the
        points that each group costs, the costliest first.
      </p>
      <div class="trio">
        {quantities.map(({ key, title, points, verdict }) => (
          <div key={key} id={key}>
            <h3>{title}</h3>
            <GotPoints points={points} />
            <p>{typeset(verdict)}</p>
          </div>
        ))}
      </div>
      <NumberTable
        title="Points lost by group"
        head={['group', 'all', ...quantities.map(({ title }) => title.replace(' by group', ''))]}
      >
        {rows.map(({ name, lost, all }) => (
          <tr key={name}>
            <th scope="row">{sentence(name)}</th>
            <td>{fixed(all, 2)}</td>
            {lost.map((points, i) => (
              <td key={quantities[i]!.key} style={heat(points)}>
                {fixed(points, 2)}
              </td>
            ))}
          </tr>
        ))}
        <tr class="main-row">
          <th scope="row">Of points</th>
          <td>{fixed(quantities.reduce((sum, { points }) => sum + points.of, 0))}</td>
          {quantities.map(({ key, points }) => (
            <td key={key}>{fixed(points.of)}</td>
          ))}
        </tr>
      </NumberTable>
    </section>
  );
}
