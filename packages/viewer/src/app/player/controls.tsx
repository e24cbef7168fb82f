import { API, PAGES } from '../../wire/addresses.js';
import { attributeName, count } from '../../wire/format.js';
import { MODES, type ReplayMeta } from '../../wire/replay.js';
import { Choice, Field } from '../parts/choice.js';
import { Swatch } from '../parts/swatches.js';
import { href, setQuery } from '../route.js';
import { source } from '../source.js';
import type { ColourBy, Legend } from './look.js';
import { OVERLAYS, type Overlay, type OverlayScale } from './overlays.js';

interface Props {
  readonly name: string;
  readonly meta: ReplayMeta;
  readonly by: ColourBy;
  readonly overlay: Overlay;
  /** The legend of the overlay; null for none. */
  readonly scale: OverlayScale | null;
  /** The legend of people at rest who are drawn together; null if there is none. */
  readonly restScale: OverlayScale | null;
  /** Variable of the style sheet. */
  readonly restColour: string;
  readonly trails: boolean;
  readonly hidden: ReadonlySet<number>;
  readonly legend: Legend;
  readonly counts: readonly number[];
  readonly follow: string | null;
  /** Whether the person to follow is in the run. */
  readonly known: boolean;
}

/** Controls for colours, filters, the overlay and the person to follow. */
export function Controls(props: Props) {
  const { name, meta, by, overlay, scale, restScale, restColour, trails, hidden, legend, counts, follow, known } =
    props;
  const toggle = (entry: number) => {
    const next = new Set(hidden);
    if (!next.delete(entry)) next.add(entry);
    setQuery({ hide: [...next].sort((a, b) => a - b).join('.') }, true);
  };
  return (
    <div class="controls">
      <Choice label="colour by" value={by} choose={(colour) => setQuery({ colour, hide: null }, true)}>
        {[
          ['mode'],
          ['speed'],
          ['intention', 'activity'],
          ...meta.attributes.map((name) => [name, attributeName(name)]),
        ]}
      </Choice>
      <ul class="entries" aria-label="People shown">
        {legend.names.map((entry, i) => (
          <li key={entry}>
            <button type="button" class="plain" aria-pressed={!hidden.has(i)} onClick={() => toggle(i)}>
              <Swatch of={legend.colours[i]!} />
              <bdi>{by === 'mode' ? MODES[i] : entry}</bdi>
              <span class="num">{count(counts[i])}</span>
            </button>
          </li>
        ))}
      </ul>
      {restScale && <Scale scale={restScale} colour={restColour} />}
      <Choice label="overlay" value={overlay} choose={(layer) => setQuery({ layer }, true)}>
        {OVERLAYS}
      </Choice>
      {scale && <Scale scale={scale} colour="overlay" />}
      <label class="check">
        <input type="checkbox" checked={trails} onChange={() => setQuery({ trails: trails ? 'off' : null }, true)} />
        <span>trails</span>
      </label>
      <Field label="follow person">
        <input
          type="search"
          inputMode="numeric"
          value={follow ?? ''}
          placeholder="number"
          onInput={(event) => setQuery({ follow: event.currentTarget.value })}
        />
      </Field>
      {follow !== null && (
        <p class="soft">
          {known ? (
            source.has(API.person.at({ run: name, person: follow })) && (
              <a href={href(PAGES.person, { run: name, person: follow })}>Day of person {follow}</a>
            )
          ) : (
            <>There is no person {follow} in this run.</>
          )}
        </p>
      )}
    </div>
  );
}

/** The title and scale of an overlay, or of people at rest. */
function Scale({
  scale: { title, by, marks, note },
  colour,
}: {
  readonly scale: OverlayScale;
  readonly colour: string;
}) {
  return (
    <div class="soft note overlay-scale">
      <p>{title}</p>
      <ul class={by}>
        {marks.map(({ value, size }, i) => (
          <li key={value}>
            <i
              style={{
                background: `var(--${colour})`,
                ...(by === 'ramp' ? { opacity: size } : { height: `${size}px` }),
              }}
            />
            {count(value)}
            {by === 'ramp' && i + 1 === marks.length ? '+' : ''}
          </li>
        ))}
      </ul>
      {note && <p>{note}</p>}
    </div>
  );
}
