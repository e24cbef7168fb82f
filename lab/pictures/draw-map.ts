import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';

const WIDTH = 720;

/** A map drawn by `asbench map draw`, as PNG. @param make words of the command that creates the map, without -o */
export function drawMap(program: string, folder: string, name: string, make: readonly string[]): Buffer {
  const [map, svg] = [join(folder, `${name}.pb`), join(folder, `${name}.svg`)];
  for (const words of [
    [...make, '-o', map],
    ['draw', map, '-o', svg],
  ])
    execFileSync(process.execPath, [program, 'map', ...words], { stdio: 'ignore' });
  const picture = new Resvg(readFileSync(svg, 'utf8'), {
    fitTo: { mode: 'width', value: WIDTH },
    font: { defaultFontFamily: 'Liberation Sans' },
  });
  return picture.render().asPng();
}
