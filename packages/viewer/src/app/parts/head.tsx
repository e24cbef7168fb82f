import { useState } from 'preact/hooks';
import { applyTheme, readTheme, type Theme } from '../theme.js';

/** The name of the project with its sign. */
export function BrandMark() {
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 18c5 0 3-12 8-12s3 12 8 12" fill="none" stroke="currentColor" stroke-width="2" />
        <circle cx="4" cy="18" r="2.4" />
        <circle cx="20" cy="18" r="2.4" />
      </svg>
      Itinera
    </>
  );
}

/** A link for the keyboard. The address names the page, so it cannot hold an anchor as well. */
export function SkipLink() {
  return (
    <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
      Skip to the content
    </button>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const NAMES: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };
const SAID: Readonly<Record<Theme, string>> = { system: 'same as the system', light: 'light', dark: 'dark' };

export function ThemeButton() {
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
