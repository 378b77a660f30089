/** Trying a program, with small programs in a browser's place. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPackage } from './command.mjs';
import { faultOf } from './trial.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'podyssey-trial-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${script}`);
  chmodSync(file, 0o755);
  return file;
}

const old = `console.log('Mozilla Firefox 140.10.2esr');`;
const refuses = `console.error('unknown command: network.addDataCollector\\nand more');
process.exit(1);`;

function faultOfProgram(driver: string, version: string = old, patience = 10_000) {
  return faultOf({
    drive: { file: program('driver', driver), args: [] },
    version: { file: program('version', version), args: [] },
    patience,
  });
}

describe('a program that is tried', () => {
  it('has no fault when it can be driven, and is not asked for its version', async () => {
    const asked = join(folder, 'asked');
    const version = `require('node:fs').writeFileSync('${asked}', '');`;
    expect(await faultOfProgram('process.exit(0);', version)).toBeUndefined();
    expect(existsSync(asked)).toBe(false);
  });

  it('that refuses is told with its version and the first line of what it said', async () => {
    expect(await faultOfProgram(refuses)).toEqual({
      version: '140.10.2esr',
      reason: 'unknown command: network.addDataCollector',
    });
  });

  it('that ends at once says so', async () => {
    const { reason } = (await faultOfProgram('process.exit(3);')) ?? {};
    expect(reason).toBe('It ended without a word.');
  });

  it('that hangs is ended, with what it started', async () => {
    const inner = join(folder, 'inner.pid');
    const hangs = `const { spawn } = require('node:child_process');
const { pid } = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
require('node:fs').writeFileSync('${inner}', String(pid));
setInterval(() => {}, 1000);`;
    const fault = await faultOfProgram(hangs, old, 4000);
    expect(fault?.reason).toBe('It did not end within 4 seconds.');
    const pid = Number(readFileSync(inner, 'utf8'));
    await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  });

  it('that does not say its version has none', async () => {
    const fault = await faultOfProgram(refuses, `console.log('usage: driver');`);
    expect(fault?.version).toBe('');
  });

  it('that is not there says so', async () => {
    const none = { file: join(folder, 'none'), args: [] };
    const fault = await faultOf({ drive: none, version: none, patience: 1000 });
    expect(fault).toEqual({ version: '', reason: expect.stringContaining('ENOENT') });
  });
});

describe('the driver of each engine', () => {
  it.each([
    ['Chromium', 'CHROMIUM_PATH'],
    ['Firefox', 'FIREFOX_PATH'],
  ])('tells of a %s that ends at once', async (name, variable) => {
    const env = { [variable]: program('browser', 'process.exit(1);') };
    const args = ['e2e/support/drive-engine.ts', name];
    const { code, output } = await runPackage('tsx/dist/cli.mjs', args, { env });
    expect(code).toBe(1);
    expect(output).toMatch(/^browserType\.launch: /);
  });

  it('tells of a WebKit whose driver ends at once, or that is not there', async () => {
    const env = { WEBKIT_DRIVER_PATH: program('driver', 'process.exit(1);') };
    const args = ['e2e/support/drive-engine.ts', 'WebKit'];
    const { code, output } = await runPackage('tsx/dist/cli.mjs', args, { env });
    expect(code).toBe(1);
    expect(output).toMatch(/driver ended at once|There is no WebKit here/);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that has ended may still wait for its parent to ask how.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
