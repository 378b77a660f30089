/** When a worker that is silent is asked, and when it is given up. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patience, Watchdog } from './watchdog.ts';

const second = 1000;
const ask = vi.fn();
const giveUp = vi.fn();
const watchdog = new Watchdog(ask, giveUp);

beforeEach(() => {
  vi.useFakeTimers();
  watchdog.watch();
});

afterEach(() => {
  watchdog.rest();
  vi.clearAllMocks();
  vi.useRealTimers();
});

describe('a watchdog', () => {
  it('asks a worker that is silent, and gives it up when it does not answer', () => {
    vi.advanceTimersByTime(patience.asked * second);
    expect(ask).toHaveBeenCalledOnce();
    expect(giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60 * second);
    expect(ask).toHaveBeenCalledOnce();
    expect(giveUp.mock.calls).toEqual([[patience.givenUp]]);
  });

  it('never gives up a worker that answers when it is asked, however long its work takes', () => {
    ask.mockImplementation(() => watchdog.heard());
    vi.advanceTimersByTime(600 * second);
    expect(giveUp).not.toHaveBeenCalled();
    ask.mockReset();
  });

  it('begins to count anew with each run', () => {
    vi.advanceTimersByTime((patience.givenUp - 1) * second);
    watchdog.watch();
    vi.advanceTimersByTime((patience.givenUp - 1) * second);
    expect(giveUp).not.toHaveBeenCalled();
  });

  it('watches nothing while the worker owes nothing', () => {
    watchdog.rest();
    vi.advanceTimersByTime(60 * second);
    expect(ask).not.toHaveBeenCalled();
    expect(giveUp).not.toHaveBeenCalled();
  });
});
