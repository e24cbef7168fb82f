import lunr from 'lunr';
import { IndexEvent, Renderer } from 'typedoc';

/** Words stay whole, such as GEO-BLEU: the search looks for parts of words anyway. */
lunr.tokenizer.separator = /[\s/|]+/;

/** How much pages count beside symbols, and their titles and headings beside their text. */
const [PAGE, TITLE, HEADING] = [1000, 30, 10];
/** Pages that most readers do not look for. */
const LESS = [
  [/(^|[\\/])(zh[\\/]|README\.zh)/, 0.1],
  [/(CHANGELOG|CONTRIBUTING|docs[\\/](commands|architecture)|docs[\\/]project[\\/].*)$/, 0.3],
];

/** A plugin of the generator: its search finds pages by their text, before symbols. */
export function load({ renderer }) {
  renderer.on(Renderer.EVENT_BEGIN, ({ project }) => {
    for (const page of project.documents ?? [])
      page.relevanceBoost = LESS.reduce((boost, [pages, less]) => (pages.test(page.name) ? boost * less : boost), PAGE);
  });
  renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    Object.assign(event.searchFieldWeights, { title: TITLE, headings: HEADING });
    event.searchResults.forEach((one, i) => {
      if (!one.isDocument()) return;
      const text = one.content.map((part) => part.text).join('');
      const [title = '', ...headings] = [...text.matchAll(/^#+ (.*)/gm)].map(([, words]) => words);
      event.searchFields[i] = { title, headings: headings.join(' ') };
    });
  });
}
