import { afterEach, expect, it, vi } from 'vitest';
import { withSecondTry } from './parts.mjs';

const failed = { passed: 0, failed: 1, output: 'one finding\n' };
const passed = { passed: 1, failed: 0, output: '' };
const context = { live: false, args: [] };

afterEach(() => vi.unstubAllEnvs());

function partThat(...results: (typeof failed)[]) {
  return vi.fn(() => Promise.resolve(results.shift() ?? failed));
}

it('a check that fails is tried once more where a change is decided, and named', async () => {
  vi.stubEnv('CI', 'true');
  const result = await withSecondTry('lint', partThat(failed, passed))(context);
  expect(result).toMatchObject({ passed: 1, failed: 0, again: ['lint: one finding'] });
});

it('what fails twice has failed', async () => {
  vi.stubEnv('CI', 'true');
  const part = partThat(failed, failed);
  expect(await withSecondTry('lint', part)(context)).toMatchObject({ failed: 1, again: [] });
  expect(part).toHaveBeenCalledTimes(2);
});

it('where somebody works, a check that fails has failed at once', async () => {
  vi.stubEnv('CI', '');
  const part = partThat(failed, passed);
  expect(await withSecondTry('lint', part)(context)).toEqual(failed);
  expect(part).toHaveBeenCalledTimes(1);
});
