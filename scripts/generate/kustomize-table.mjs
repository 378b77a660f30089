/**
 * `node scripts/generate/kustomize-table.mjs KUBECTL`: writes what the published kubectl v1.36.3
 * prints for folders with a kustomization, as a table that our own code is held against.
 *
 * In: the program, and the cases of kustomize-cases.mjs. Out: fixtures/kustomize.json beside the code:
 * `[{ files, folder }, { stdout, stderr }]`; the folder of the run is /home/admin in both.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeTable } from './ask-go.mjs';
import { cases } from './kustomize-cases.mjs';

const [, , program] = process.argv;
if (program === undefined) throw new Error('name the program kubectl of v1.36.3');

const rows = cases.map(({ files, folder = 'over' }) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kustomize-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const run = spawnSync(program, ['kustomize', folder], { cwd: root, encoding: 'utf8' });
  rmSync(root, { recursive: true });
  // Addresses in memory differ from run to run.
  const plain = (text) =>
    text.replaceAll(root, '/home/admin').replace(/0x[0-9a-f]{6,}/g, '0xc000000000');
  return [
    { files, folder },
    { stdout: plain(run.stdout), stderr: plain(run.stderr) },
  ];
});

writeTable('src/cluster/client/kubectl/kustomize/fixtures/kustomize.json', rows);
