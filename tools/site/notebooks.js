import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Writes the Python notebooks with their outputs as pages of the site.
const from = join(import.meta.dirname, '..', '..', 'python', 'notebooks');
const to = join(import.meta.dirname, 'notebooks');

const text = (lines) => [lines].flat().join('');
const fence = (language, code) => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;

/** HTML as shown in a notebook; else the text. */
function outputOf({ text: printed, data = {} }) {
  // Markdown ends HTML at an empty line.
  if (data['text/html']) return `<div>${text(data['text/html']).replace(/\n+/g, '\n')}</div>`;
  return fence('text', text(printed ?? data['text/plain'] ?? ''));
}

mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((file) => file.endsWith('.ipynb'))) {
  const { cells } = JSON.parse(readFileSync(join(from, name), 'utf8'));
  const parts = cells.flatMap(({ cell_type, source, outputs = [] }) =>
    cell_type === 'markdown' ? [text(source)] : [fence('python', text(source)), ...outputs.map(outputOf)],
  );
  writeFileSync(join(to, name.replace(/ipynb$/, 'md')), `${parts.join('\n\n')}\n`);
}
