import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'own line '));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['the standard library', 'import random\n\nrandom.sample([1], 5)\n', 'agent.py:3'],
  ['an installed package', 'import vendor\n\n\nvendor.fail()\n', 'agent.py:4'],
  ['a module of the agent', 'import helper\nhelper.fail()\n', 'helper.py:2'],
  ['the agent itself', '\n1 / 0\n', 'agent.py:2'],
])("an exception in %s is reported with the last line of the agent's own code", (_, code, place) => {
  writeFileSync(join(folder, 'agent.py'), code);
  writeFileSync(join(folder, 'helper.py'), 'def fail():\n    return {}["key"]\n');
  mkdirSync(join(folder, 'lib/site-packages'), { recursive: true });
  writeFileSync(join(folder, 'lib/site-packages/vendor.py'), 'def fail():\n    raise ValueError("no")\n');
  const program = `
import json, runpy, sys
sys.path[:0] = [${JSON.stringify(join(import.meta.dirname, '../../python'))}, ${JSON.stringify(join(folder, 'lib/site-packages'))}, ${JSON.stringify(folder)}]
from itinera_host.loader import describe
try:
    runpy.run_path(${JSON.stringify(join(folder, 'agent.py'))})
except Exception as error:
    print(json.dumps(describe(error)))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout || '{}').place, stderr).toBe(place);
});

test('a missing key of the memory or the map has the text of the reference, and a hint beside it', () => {
  const program = `
import asyncio, json, sys
sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, '../../python'))})
from itinera_host.city import Places
from itinera_host.loader import describe
from itinera_host.memory import KVMemory
found = []
for look in (lambda: asyncio.run(KVMemory({"work": 1}, {}).get("wrk")), lambda: asyncio.run(KVMemory({"work": 1}, {}).get("x")), lambda: Places([{"id": 5}])[70], lambda: {}["a"]):
    try:
        look()
    except KeyError as error:
        found.append([str(error), describe(error)["message"]])
print(json.dumps(found))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
  const pass = 'If it may be missing, pass a default: get(key, default).';
  const missing = (key: string) => `'No attribute \`${key}\` in memories!'`;
  expect(JSON.parse(stdout || '[]'), stderr).toEqual([
    [missing('wrk'), `${missing('wrk')} Did you mean \`work\`? ${pass}`],
    [missing('x'), `${missing('x')} Known: work. ${pass}`],
    ['70', '70 The map has no place with this id; it has 5, …'],
    ["'a'", "'a'"],
  ]);
});
