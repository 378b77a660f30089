import { afterEach, expect, it, vi } from 'vitest';
import { keepSmallWhenQuiet } from './quiet-memory.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a served cluster prefers a small memory while no client asks, and speed while one does', () => {
  vi.useFakeTimers();
  const flags: string[] = [];
  let requests = 1;
  const end = keepSmallWhenQuiet(
    () => requests,
    (flag) => flags.push(flag),
  );
  vi.advanceTimersByTime(6000);
  expect(flags).toEqual(['--optimize-for-size']);
  requests++;
  vi.advanceTimersByTime(2000);
  expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size']);
  requests++;
  vi.advanceTimersByTime(2000);
  expect(flags).toHaveLength(2);
  vi.advanceTimersByTime(2000);
  expect(flags.at(-1)).toBe('--optimize-for-size');
  end();
  requests++;
  vi.advanceTimersByTime(6000);
  expect(flags).toHaveLength(3);
});
