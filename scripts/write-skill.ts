import { writeFileSync } from 'node:fs';
import { statementTable } from '../packages/asbench/src/commands/documents.fixture.js';
import { skillFiles, toolTable } from './skill.js';
import { writeBetweenMarks } from './write-between-marks.js';

// Updates SKILL.md, llms.txt and the table of tools: npm run skill.
writeBetweenMarks('docs/mcp.md', 'mcp-tools', toolTable());
for (const [name, text] of Object.entries(skillFiles('.'))) writeFileSync(name, text);
writeBetweenMarks('docs/coming-from.md', 'statements', statementTable());
