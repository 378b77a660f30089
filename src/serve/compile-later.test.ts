import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { compileLater } from './compile-later.ts';

it('a served cluster asks the engine for a setting that this engine has', () => {
  const flags: string[] = [];
  compileLater((flag) => flags.push(flag));
  const [flag = ''] = flags;
  expect(flag).toMatch(/^--interrupt-budget=\d+$/);
  expect(spawnSync(process.execPath, [flag, '--eval', '0']).status).toBe(0);
});
