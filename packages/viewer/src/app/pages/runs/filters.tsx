import { FILTERS, ORDERS, orderOf } from '../../../wire/run-order.js';
import type { Listing } from '../../../wire/runs.js';
import { setQuery } from '../../route.js';
import { GROUPS } from './boards-of.js';

/** Controls which runs are shown, and their grouping and order. */
export function Filters({ choices, query }: { readonly choices: Listing['choices']; readonly query: URLSearchParams }) {
  const change = (key: string) => (event: Event) =>
    setQuery({ [key]: (event.currentTarget as HTMLInputElement | HTMLSelectElement).value, offset: null });
  return (
    <search class="filters">
      <label>
        <span>Search</span>
        <input type="search" value={query.get('q') ?? ''} onInput={change('q')} placeholder="name" />
      </label>
      {FILTERS.map(([key, label]) => {
        const values = choices[key] ?? [];
        return (
          (values.length > 1 || query.get(key)) && (
            <Choice key={key} label={label} value={query.get(key) ?? ''} onChange={change(key)}>
              {[['', 'all'], ...values.map((value) => [value, value] as const)]}
            </Choice>
          )
        );
      })}
      <Choice label="group by" value={query.get('group') ?? 'board'} onChange={change('group')}>
        {GROUPS}
      </Choice>
      <Choice
        label="sort by"
        value={orderOf(query).by}
        onChange={(event) =>
          setQuery({ sort: (event.currentTarget as HTMLSelectElement).value, order: null, offset: null })
        }
      >
        {ORDERS}
      </Choice>
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (event: Event) => void;
  /** Selectable values and their titles. */
  readonly children: readonly (readonly [value: string, title: string, ...unknown[]] | readonly string[])[];
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={onChange}>
        {children.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
