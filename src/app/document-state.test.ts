import { beforeEach, describe, expect, it, vi } from 'vitest';
import { player } from '#player/player';
import { closeNotice, useNotice } from '#ui/shell/notice-store';
import type { TimedInput } from '#worker/protocol';
import { reflectRun } from './document-state.ts';
import { readInputs } from './shared-inputs.ts';

const command = (at: number, line: string, stdin?: string): TimedInput => ({
  ...{ at, kind: 'command', line, user: 'admin' },
  ...(stdin !== undefined && { stdin }),
});
const first = command(40_000_000, 'kubectl get nodes');

/** A text that no address can hold: nothing of it repeats itself. */
function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}

const typed = (...inputs: readonly TimedInput[]): void =>
  player.setState({
    recording: { scenario: 'run-pod', seed: 7, inputs },
    // The simulator computes it: the cursor is on its way to the command.
    goal: { kind: 'input', input: inputs.length - 1 },
  });

describe('the address of a run', () => {
  beforeEach(() => {
    history.replaceState(null, '', '/');
    closeNotice();
    player.setState({ recording: { scenario: 'run-pod', seed: 7, inputs: [] } });
    reflectRun(document.documentElement);
  });

  it('has a command while the simulator still computes it, so that a lost tab loses nothing', async () => {
    typed(first);
    await vi.waitFor(async () => expect(await readInputs(location.hash)).toEqual([first]));
    expect(player.getState().goal).toBeDefined();
    expect(useNotice.getState().message).toBeUndefined();
  });

  it('keeps what fitted, and the page says that the rest is lost with the tab', async () => {
    typed(first);
    await vi.waitFor(() => expect(location.hash).not.toBe(''));
    typed(first, command(41_000_000, 'kubectl apply -f -', random(60_000)));
    await vi.waitFor(() => expect(useNotice.getState().message?.id).toBe('notice.long'));
    expect(await readInputs(location.hash)).toEqual([first]);
  });

  it('has nothing of another run that fitted', async () => {
    typed(first);
    await vi.waitFor(() => expect(location.hash).not.toBe(''));
    typed(command(39_000_000, 'kubectl apply -f -', random(60_000)));
    await vi.waitFor(() => expect(useNotice.getState().message?.id).toBe('notice.long'));
    expect(location.hash).toBe('');
  });
});
