import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementTable } from '../packages/asbench/src/commands/documents.fixture.js';
import { exitTable } from '../packages/asbench/src/commands/exit-codes.fixture.js';
import { fileSchemas, schemaText } from '../packages/asbench/src/schemas/file-schemas.js';
import { commandsReference } from './commands-page.js';
import { homepageLines, skillFiles } from './skill.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Updates SKILL.md, llms.txt, the reference of commands, the table of statements, and the JSON schemas of files that
// users write: npm run skill.
for (const [name, text] of Object.entries(skillFiles('.'))) writeFileSync(name, text);
writeBetweenMarks('test/documents.md', 'statements', statementTable());
writeBetweenMarks('docs/commands.md', 'exit-codes', exitTable());
writeBetweenMarks('docs/commands.md', 'commands', await commandsReference());
const { homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const [page, line] of Object.entries(homepageLines(homepage))) writeBetweenMarks(page, 'homepage', line);
for (const [name, schema] of Object.entries(fileSchemas()))
  writeFileSync(join('packages', 'asbench', 'schemas', name), `${schemaText(schema)}\n`);
