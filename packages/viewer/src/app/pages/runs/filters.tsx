import { FILTERS, ORDERS, orderOf } from '../../../wire/run-order.js';
import type { Listing } from '../../../wire/runs.js';
import { Choice, Field } from '../../parts/choice.js';
import { setQuery } from '../../route.js';
import { GROUPS, hiddenIn, NUMBERS } from './boards-of.js';

/** Controls which runs are shown, and their grouping and order. */
export function Filters({ choices, query }: { readonly choices: Listing['choices']; readonly query: URLSearchParams }) {
  const choose = (key: string) => (value: string) => setQuery({ [key]: value, offset: null });
  const hidden = hiddenIn(query);
  const toggle = (name: string) => {
    if (!hidden.delete(name)) hidden.add(name);
    setQuery({ hide: [...hidden].join('.') });
  };
  return (
    <search class="filters">
      <Field label="Search">
        <input
          type="search"
          value={query.get('q') ?? ''}
          onInput={(event) => choose('q')(event.currentTarget.value)}
          placeholder="name, or score>80"
        />
      </Field>
      {FILTERS.map(([key, label]) => {
        const values = choices[key] ?? [];
        return (
          (values.length > 1 || query.get(key)) && (
            <Choice key={key} label={label} value={query.get(key) ?? ''} choose={choose(key)}>
              {[['', 'all'], ...values.map((value) => [value, value] as const)]}
            </Choice>
          )
        );
      })}
      <Choice label="group by" value={query.get('group') ?? 'board'} choose={choose('group')}>
        {GROUPS}
      </Choice>
      <Choice
        label="sort by"
        value={orderOf(query).by}
        choose={(sort) => setQuery({ sort, order: null, offset: null })}
      >
        {ORDERS}
      </Choice>
      <fieldset class="segments">
        <legend>columns</legend>
        {NUMBERS.map((name) => (
          <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
            {name}
          </button>
        ))}
      </fieldset>
    </search>
  );
}
