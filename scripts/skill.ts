import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandList } from '../packages/asbench/src/commands/command-list.js';
import { mcpTools, newAgentTool } from '../packages/asbench/src/mcp/tools.js';

/** The tools of `asbench mcp` as a table. */
function toolTable(): string {
  const rows = [newAgentTool, ...mcpTools].map(({ name, description }) => `| \`${name}\` | ${description} |`);
  return ['| tool | purpose |', '|---|---|', ...rows].join('\n');
}

/** `SKILL.md` and `llms.txt`, made from the pages, the commands and the tools. @param root the folder of the project */
export function skillFiles(root: string): Readonly<Record<string, string>> {
  const text = (page: string) => readFileSync(join(root, page), 'utf8');
  const { projectDocuments } = JSON.parse(text('tools/site/typedoc.json')) as { readonly projectDocuments: string[] };
  const pages = projectDocuments
    .filter((path) => /docs\/[\w-]+\.md$/.test(path))
    .map((path) => path.replace('../../', ''));
  const links = pages.map((page) => {
    const [title, ...blocks] = text(page).split(/\n{2,}/);
    const first = blocks.find((block) => /^[`"*A-Z]/.test(block)) ?? '';
    return `- [${title!.replace(/^# /, '')}](${page}): ${firstSentence(first)}`;
  });
  const summary = 'Itinera simulates how people move through a city and measures how realistic it looks.';
  const commands = commandList
    .filter(({ description }) => description !== '')
    .map(({ path, description }) => `- \`asbench ${path.join(' ')}\`: ${description}`);
  const workflow = text('docs/mcp.md').split(/<!-- \/?workflow -->\n/)[1]!;
  return {
    'llms.txt': `# Itinera\n\n> ${summary}\n\n## Pages\n\n${links.join('\n')}\n`,
    'SKILL.md': `---
name: itinera
description: Write, run, score and improve agents that simulate human mobility; measure trajectories; build city maps. Use it for tasks with asbench, DailyMobility, HurricaneMobility, DiaryDay, HuMob, GEO-BLEU or mobility data.
---

# Itinera

${summary} The tools are those of the MCP server \`asbench mcp --folder FOLDER\` ([setup](docs/mcp.md)). Without it, use the commands
below, with \`--json\` for results to parse.

## Workflow

${workflow}
## Tools

${toolTable()}

## Commands

\`asbench help COMMAND\` lists the options.

${commands.join('\n')}

[\`llms.txt\`](llms.txt) lists the pages.
`,
  };
}

/** The first sentence of a paragraph on one line, without links. */
function firstSentence(paragraph: string): string {
  const line = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return (/^.*?[.:](?= [`A-Z]|$)/.exec(line)?.[0] ?? line).replace(/:$/, '.');
}

/** Where the site is, for pages that begin with it: `homepage` in the root's package.json, which the owner sets once. */
export function homepageLines(homepage: string | undefined): Readonly<Record<string, string>> {
  const english =
    homepage === undefined
      ? 'The documentation site, with the playground, is not yet published. `npm run site` builds it from a clone.'
      : `Documentation and playground: <${homepage}>`;
  const chinese =
    homepage === undefined
      ? '文档站点（含在线试用）尚未发布，可在克隆的仓库中用 `npm run site` 生成。'
      : `文档与在线试用：<${homepage}>`;
  return { 'README.md': english, 'docs/playground.md': english, 'README.zh-CN.md': chinese };
}
