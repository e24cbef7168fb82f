import { appText } from './app-files.js';

/** The declarations of the colours of the pages, by day and by night, for pictures that are shown without their style sheet. */
export function pageColours(): { readonly light: string; readonly dark: string } {
  const sheet = appText('app.css');
  const of = (selector: RegExp) => [...selector.exec(sheet)![1]!.matchAll(/--[\w-]+: ?#\w+/g)].join(';');
  return { light: of(/:root\{([^}]*)\}/), dark: of(/:root\[data-theme="?dark"?\][^{]*\{([^}]*)\}/) };
}
