import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Converter, normalizePath } from 'typedoc';

/**
 * A plugin of the generator, which reads all packages as one program, in a third of the time of one program each: modules get the
 * names of their packages, and links to the folder of a package lead to its module. What several packages export stands in the first.
 */
export function load({ converter, options }) {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const entry of options.getValue('entryPoints')) {
      const folder = dirname(dirname(entry));
      const module = project.getChildByName(`${basename(folder)}/src`);
      module.name = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
      project.files.registerReflectionPath(normalizePath(folder), module);
    }
  });
}
