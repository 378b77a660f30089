/** The lock files of the project: each installs from nothing, on any platform and from any registry. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './lib/command.mjs';
import { npm } from './lib/dependencies.mjs';

const folders = ['.', 'docs', ...lockedBelow('e2e')];

function lockedBelow(folder: string): readonly string[] {
  const own = existsSync(join(root, folder, 'package-lock.json')) ? [folder] : [];
  const inner = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => lockedBelow(`${folder}/${name}`));
  return [...own, ...inner];
}

interface Locked {
  readonly resolved?: string;
  readonly optional?: boolean;
}
interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}
const lockOf = (folder: string): Lock =>
  JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lock;

let empty: string;
beforeEach(() => {
  empty = mkdtempSync(join(tmpdir(), 'podyssey-lock-'));
});
afterEach(() => rmSync(empty, { recursive: true, force: true }));

/** What npm prints about a lock file in a folder with nothing else, without a registry. */
function install(folder: string, lock: Lock): ReturnType<typeof npm> {
  copyFileSync(join(root, folder, 'package.json'), join(empty, 'package.json'));
  writeFileSync(join(empty, 'package-lock.json'), JSON.stringify(lock));
  const flags = ['--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'];
  return npm(['ci', ...flags, '--cache', join(empty, 'cache')], empty);
}

describe.each(folders)('the lock file of %s', (folder) => {
  it('names every package that an installation needs', async () => {
    const { code, output } = await install(folder, lockOf(folder));
    expect(code, output).toBe(0);
  });

  it('names no registry', () => {
    const named = Object.values(lockOf(folder).packages).filter(({ resolved }) => resolved);
    expect(named).toEqual([]);
  });
});

it('a lock file without the packages of other platforms is refused', async () => {
  const folder = 'e2e/hosts/docusaurus';
  const { packages } = lockOf(folder);
  const kept = Object.entries(packages).filter(([, { optional }]) => optional !== true);
  const { code, output } = await install(folder, {
    ...lockOf(folder),
    packages: Object.fromEntries(kept),
  });
  expect(code).not.toBe(0);
  expect(output).toContain('from lock file');
});
