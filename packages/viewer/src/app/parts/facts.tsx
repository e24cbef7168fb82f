import type { ComponentChildren } from 'preact';

/** The name of a fact, its values, and a note below them. */
export type Fact = readonly [
  name: string,
  value: ComponentChildren | readonly ComponentChildren[],
  note?: string | null,
];

/** Numbers with their names, side by side. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        {[value].flat().map((one, i) => (
          <dd key={i}>
            {one}
            {note && <span class="soft">{note}</span>}
          </dd>
        ))}
      </div>
    ))}
  </dl>
);
