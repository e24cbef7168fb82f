import { peopleOfCard, type RealismRow } from '@itinera/base';
import { PlainTable } from './number-table.js';

/** The realism card of a simulation. */
export function RealismCard({ rows, people }: { readonly rows: readonly RealismRow[]; readonly people: number }) {
  return (
    <section class="card">
      <h2>Realism</h2>
      <p class="soft">
        Measures of these people, with 95 % intervals over {peopleOfCard(people)}, and what was observed elsewhere. The
        figures are not those of this city unless their source says so.
      </p>
      <PlainTable
        title="Realism"
        head={['', 'here', 'interval', 'observed', 'verdict', 'source']}
        rows={rows.map(({ measure, digits, value, low, high, observed, verdict }) => {
          const show = (number: number | null) => (number === null ? '–' : number.toFixed(digits));
          const range = (from: number | null, to: number | null) =>
            from === to ? show(from) : `${show(from)} to ${show(to)}`;
          const source = observed === null ? '' : [...new Set([observed.data, observed.source])].join(': ');
          return [
            measure,
            show(value),
            range(low, high),
            observed ? range(observed.low, observed.high) : '–',
            verdict,
            <span class="words">{source}</span>,
          ];
        })}
      />
    </section>
  );
}
