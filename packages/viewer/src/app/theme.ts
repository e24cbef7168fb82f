export type Theme = 'light' | 'dark' | 'system';
const KEY = 'itinera-theme';

/** The theme that was chosen on this machine; pages opened from a file may not be allowed to remember. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme = readTheme()): void {
  const root = document.documentElement;
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Not remembered.
  }
  dispatchEvent(new Event('themechange'));
}

export function isDark(): boolean {
  const chosen = document.documentElement.getAttribute('data-theme');
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** A colour of the sheet, as it is now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
