/** The zip of a release: everything in it, and the same bytes every time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { root, run, runPackage } from '../scripts/lib/command.mjs';
import { dist } from './support/site-server.ts';

const single = process.env['E2E_SINGLE'] ?? join(root, 'dist-single');

test('a release is one zip with the site, the single file, the licence and checksums', async () => {
  test.setTimeout(180_000);
  if (!existsSync(join(single, 'podyssey.html'))) {
    await runPackage('tsx/dist/cli.mjs', ['scripts/build-single.ts', single]);
  }
  const out = mkdtempSync(join(tmpdir(), 'podyssey-release-'));
  const pack = async (folder: string): Promise<Buffer> => {
    const args = ['scripts/release.mjs', dist, single, join(out, folder)];
    const { code, output } = await run(process.execPath, args);
    expect(code, output).toBe(0);
    const name = readdirSync(join(out, folder)).find((file) => file.endsWith('.zip')) ?? '';
    return readFileSync(join(out, folder, name));
  };
  const [first, second] = [await pack('a'), await pack('b')];
  rmSync(out, { recursive: true });
  expect(second.equals(first)).toBe(true);

  const files = contentOf(first);
  for (const name of ['podyssey.html', 'LICENSE', 'NOTICE', 'SECURITY.md', 'site/index.html']) {
    expect([...files.keys()]).toContain(name);
  }
  const sums = files.get('SHA256SUMS')?.toString().trim().split('\n') ?? [];
  expect(sums).toHaveLength(files.size - 1);
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ');
    const content = files.get(name) ?? Buffer.from('missing');
    expect([name, createHash('sha256').update(content).digest('hex')]).toEqual([name, hash]);
  }
});

/** Name below the zip's one folder → content, by the headers before each file. */
function contentOf(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [packed, length] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)];
    const name = zip.toString('utf8', at + 30, at + 30 + length);
    const from = at + 30 + length;
    const content = inflateRawSync(zip.subarray(from, from + packed));
    files.set(name.slice(name.indexOf('/') + 1), content);
    at = from + packed;
  }
  return files;
}
