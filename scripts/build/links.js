import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './compile.js';

/**
 * The address of the project's repository: `repository` in the root's package.json, which the owner fills in once (`npm pkg set
 * repository=https://github.com/OWNER/itinera`), or that of the running GitHub workflow; null if neither is set.
 */
export function repositoryOf(env = process.env) {
  const { repository } = rootManifest();
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = env;
  const address = repository?.url ?? repository ?? (server && name ? `${server}/${name}` : null);
  return address?.replace(/^git\+|(\.git)?\/*$/g, '') ?? null;
}

/** The address of the documentation site: `homepage` in the root's package.json; null if it is not set. */
export function homepageOf() {
  return rootManifest().homepage ?? null;
}

const rootManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A manifest as it is published: with the links of the project. @param folder of the package, below the root */
export function withLinks(manifest, repository, folder) {
  if (repository === null) return manifest;
  return {
    ...manifest,
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
  };
}

/** The same for a `pyproject.toml`. */
export function projectUrls(repository) {
  if (repository === null) return '';
  return `\n[project.urls]\nHomepage = "${repository}#readme"\nSource = "${repository}"\nIssues = "${repository}/issues"\n`;
}

/**
 * Markdown as it is published: links to files of the repository become addresses, pictures included. As long as the repository is
 * unknown, links become plain text, since a relative link leads nowhere on npm, on PyPI or in `node_modules`.
 *
 * @param folder of the page, below the root
 */
export function withAddresses(markdown, repository, folder) {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, i) => (i % 2 === 1 ? part : addressed(part, repository, folder)))
    .join('');
}

function addressed(text, repository, folder) {
  return text.replace(/(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, picture, words, target) => {
    if (repository === null) return picture ? '' : words;
    return `${picture}[${words}](${repository}/${picture ? 'raw' : 'blob'}/HEAD/${posix.join(folder, target)})`;
  });
}
