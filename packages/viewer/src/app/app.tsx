import { useEffect, useState } from 'preact/hooks';
import { API, fill, match, PAGES } from '../wire/addresses.js';
import { pages } from './pages/index.js';
import { BrandMark, SkipLink, ThemeButton } from './parts/head.js';
import { Shortcuts, showKeys } from './parts/shortcuts.js';
import { Trouble } from './parts/states.js';
import { href, type PageRoute, useRoute } from './route.js';
import { scrollToPlace } from './scroll.js';
import { connection, source } from './source.js';

/** The title of the file: a report names what it is about. */
const TITLE = document.title;

/** The frame around every page. */
export function App() {
  const { parts, query } = useRoute();
  const place = parts.join('/');
  useEffect(() => {
    scrollToPlace();
    document.title = parts.length > 1 ? `${parts[1]} · Itinera` : TITLE;
  }, [place]);
  return (
    <>
      <SkipLink />
      <header class="top">
        <a class="mark" href={href(PAGES.runs, {})}>
          <BrandMark />
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
      The address may be incomplete.
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
