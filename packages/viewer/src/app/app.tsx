import { useEffect, useState } from 'preact/hooks';
import { ComparePage } from './pages/compare.js';
import { HumobPage } from './pages/humob.js';
import { RunPage } from './pages/run.js';
import { RunsPage } from './pages/runs.js';
import { SeveralPage } from './pages/several.js';
import { Trouble } from './parts/states.js';
import { href, type PageRoute, useRoute } from './route.js';
import { source } from './source.js';
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
        <a class="mark" href={href([])}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 18c5 0 3-12 8-12s3 12 8 12" fill="none" stroke="currentColor" stroke-width="2" />
            <circle cx="4" cy="18" r="2.4" />
            <circle cx="20" cy="18" r="2.4" />
          </svg>
          Itinera
        </a>
        <nav aria-label="Where you are">{crumbs(parts)}</nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <Page parts={parts} query={query} />
      </main>
    </>
  );
}

function Page({ parts, query }: PageRoute) {
  const [kind, name, view, detail] = parts;
  if (kind === undefined)
    return source.run === null ? <RunsPage /> : <RunPage name={source.run} view="scores" detail={null} />;
  if (kind === 'run' && name !== undefined)
    return <RunPage name={name} view={view ?? 'scores'} detail={detail ?? null} key={name} />;
  if (kind === 'humob' && name !== undefined) return <HumobPage name={name} uid={view ?? null} key={name} />;
  if (kind === 'compare' && name !== undefined && view !== undefined)
    return <ComparePage a={name} b={view} view={detail ?? 'scores'} key={`${name} ${view}`} />;
  if (kind === 'compare' && name === undefined && query.get('runs'))
    return <SeveralPage names={query.get('runs')!.split('/').filter(Boolean)} />;
  return (
    <Trouble title="There is no such page">
      The address may be cut short. <a href={href([])}>Go to the runs</a>.
    </Trouble>
  );
}

function crumbs(parts: readonly string[]) {
  const [kind, name] = parts;
  if (name === undefined && kind !== 'compare') return null;
  return (
    <>
      {source.live && <a href={href([])}>Runs</a>}
      <span aria-hidden="true">/</span>
      <bdi>{kind === 'compare' ? 'Comparison' : name}</bdi>
    </>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SAID: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme);
  const change = () => {
    const next = NEXT[theme];
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="quiet" onClick={change} aria-label={`Colours: ${SAID[theme]}. Change.`}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" stroke-width="1.6" />
        <path d={theme === 'light' ? '' : 'M10 3a7 7 0 0 1 0 14z'} fill="currentColor" />
      </svg>
      <span class="word">{theme === 'system' ? 'Auto' : theme === 'light' ? 'Light' : 'Dark'}</span>
    </button>
  );
}

/** The address belongs to the pages, so the jump is done by hand. */
function skip(): void {
  document.getElementById('main')?.focus();
}
