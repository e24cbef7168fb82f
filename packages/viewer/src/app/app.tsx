import { useEffect, useState } from 'preact/hooks';
import { API, fill, match, PAGES } from '../wire/addresses.js';
import { pages } from './pages/index.js';
import { Shortcuts, showKeys } from './parts/shortcuts.js';
import { Trouble } from './parts/states.js';
import { href, type PageRoute, useRoute } from './route.js';
import { connection, source } from './source.js';
import { applyTheme, readTheme, type Theme } from './theme.js';

/** The frame around every page. */
export function App() {
  const { parts, query } = useRoute();
  const place = parts.join('/');
  useEffect(() => {
    scrollTo(0, 0);
    document.title = parts.length > 1 ? `${parts[1]} · Itinera` : 'Itinera';
  }, [place]);
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <header class="top">
        <a class="mark" href={href(PAGES.runs, {})}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 18c5 0 3-12 8-12s3 12 8 12" fill="none" stroke="currentColor" stroke-width="2" />
            <circle cx="4" cy="18" r="2.4" />
            <circle cx="20" cy="18" r="2.4" />
          </svg>
          Itinera
        </a>
        <nav aria-label="Breadcrumbs">{crumbs(parts)}</nav>
        <button type="button" class="quiet" onClick={showKeys} aria-label="Keys">
          ?
        </button>
        <ThemeButton />
      </header>
      <Shortcuts />
      <LostServer />
      <main id="main" tabIndex={-1}>
        <CurrentPage parts={parts} query={query} />
      </main>
    </>
  );
}

/** A strip over the last picture while the server does not answer. */
function LostServer() {
  const [isLost, setLost] = useState(false);
  useEffect(() => connection.listen(() => setLost(connection.isLost)), []);
  return (
    <div role="status">
      {isLost && (
        <p class="lost">The server does not answer. Is asbench ui still running? The page continues when it is back.</p>
      )}
    </div>
  );
}

function CurrentPage({ parts, query }: PageRoute) {
  const path = parts.length === 0 ? source.home : parts;
  for (const { at, View } of pages)
    for (const pattern of at) {
      const params = match(pattern, path);
      if (params !== null) return <View key={fill(at[0]!, params)} params={params} query={query} />;
    }
  return (
    <Trouble alone title="Page not found">
      The address may be incomplete. <a href={href(PAGES.runs, {})}>Go to the runs</a>.
    </Trouble>
  );
}

function crumbs(parts: readonly string[]) {
  const [kind, name] = parts;
  if (name === undefined && kind !== 'compare') return null;
  return (
    <>
      {source.has(API.runs.at({})) && <a href={href(PAGES.runs, {})}>Runs</a>}
      <span aria-hidden="true">/</span>
      <bdi>{kind === 'compare' ? 'Comparison' : name}</bdi>
    </>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const NAMES: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };
const SAID: Readonly<Record<Theme, string>> = { system: 'same as the system', light: 'light', dark: 'dark' };

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const change = () => {
    const next = NEXT[theme];
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      class="quiet"
      onClick={change}
      aria-label={`${NAMES[theme]}: colours ${SAID[theme]}. Change.`}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
        <path d={theme === 'light' ? '' : 'M10 3a7 7 0 0 1 0 14z'} fill="currentColor" />
      </svg>
      <span class="word">{NAMES[theme]}</span>
    </button>
  );
}

/** The address names the page, so it cannot hold an anchor as well. */
function skip(): void {
  document.getElementById('main')?.focus();
}
