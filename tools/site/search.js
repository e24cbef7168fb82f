import lunr from 'lunr';
import { IndexEvent, JSX, PageEvent, ReflectionKind, Renderer } from 'typedoc';

/** Words stay whole, such as GEO-BLEU: the search looks for parts of words anyway. */
lunr.tokenizer.separator = /[\s/|]+/;

// Most fields of most entries are empty, and three digits of a weight order results as well as seven.
const { toJSON } = lunr.Index.prototype;
lunr.Index.prototype.toJSON = function () {
  const index = toJSON.call(this);
  const filled = index.fieldVectors.filter(([, values]) => values.length > 0);
  const short = (values) => values.map((value, i) => (i % 2 === 0 ? value : Number(value.toPrecision(3))));
  return { ...index, fieldVectors: filled.map(([field, values]) => [field, short(values)]) };
};

/** Words of a text: nobody looks for numbers and code. */
const wordsOf = (text) => text.match(/\p{L}[\p{L}\p{N}'’-]+/gu)?.join(' ') ?? '';
/** What is found with the type that it belongs to. */
const MEMBERS = ReflectionKind.Property | ReflectionKind.Accessor | ReflectionKind.Constructor;

/** How much pages count beside symbols, and their titles and headings beside their text. */
const [PAGE, TITLE, HEADING] = [1000, 30, 10];
/** Pages that most readers do not look for. */
const LESS = [
  [/(^|[\\/])(zh[\\/]|README\.zh)/, 0.1],
  [/(CHANGELOG|CONTRIBUTING|docs[\\/](commands|architecture)|docs[\\/]project[\\/].*)$/, 0.3],
];

/** Loads the index once somebody wants to search. */
const ON_SEARCH = `document.addEventListener('focusin', ({ target }) => {
  const script = document.getElementById('tsd-search-script');
  if (target.id === 'tsd-search-input' && !script.src) script.src = script.dataset.src;
})`;

/** A plugin of the generator: its search finds pages by their text, before symbols. */
export function load({ renderer }) {
  renderer.hooks.on('body.end', () =>
    JSX.createElement('script', null, JSX.createElement(JSX.Raw, { html: ON_SEARCH })),
  );
  renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace(/<script async src=("[^"]*assets\/search.js")/, '<script data-src=$1');
  });
  renderer.on(Renderer.EVENT_BEGIN, ({ project }) => {
    for (const page of project.documents ?? [])
      page.relevanceBoost = LESS.reduce((boost, [pages, less]) => (pages.test(page.name) ? boost * less : boost), PAGE);
  });
  renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    Object.assign(event.searchFieldWeights, { title: TITLE, headings: HEADING });
    for (let i = event.searchResults.length - 1; i >= 0; i--)
      if (event.searchResults[i].kindOf(MEMBERS)) event.removeResult(i);
    const pages = event.searchResults.filter((one) => one.isDocument());
    const paths = pages.map(({ name }) => name);
    event.searchResults.forEach((one, i) => {
      if (!one.isDocument()) return;
      const text = one.content.map((part) => part.text).join('');
      const [title = '', ...headings] = [...text.matchAll(/^#+ (.*)/gm)].map(([, words]) => words);
      event.searchFields[i] = { name: one.name, title, headings: headings.join(' '), document: wordsOf(text) };
      // Results show the name of a page, which is its path.
      one.name = title.replace(/`/g, '') || one.name;
    });
    // The index is built before anything else runs; menus keep the paths.
    queueMicrotask(() => {
      for (const [i, page] of pages.entries()) page.name = paths[i];
    });
  });
}
