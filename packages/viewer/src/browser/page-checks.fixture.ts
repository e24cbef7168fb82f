import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: the rule and the first element of each. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0].html + ' ' + nodes[0].failureSummary))`);
}

/** Elements whose text does not fit, unless they scroll or end it with an ellipsis, and texts beyond the edge of a figure. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('header *, main *')]
    .filter((element) => {
      const { display, overflowX, textOverflow } = getComputedStyle(element);
      return (
        element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && display !== 'inline' &&
        !/auto|scroll/.test(overflowX) && textOverflow !== 'ellipsis' && element.closest('svg') === null &&
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
      );
    })
    .concat([...document.querySelectorAll('svg.plot text')].filter((text) => {
      const [own, figure] = [text, text.closest('svg')].map((one) => one.getBoundingClientRect());
      return own.left < figure.left - 4 || own.right > figure.right + 4;
    }))
    .map((element) => element.outerHTML.slice(0, 200))`);
}
