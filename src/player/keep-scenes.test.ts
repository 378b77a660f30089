import { expect, it, vi } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { runRecording } from '#worker/run-recording';
import { keepScenesAtRest } from './keep-scenes.ts';
import { createPlayerStore } from './store.ts';

it('when a run is over its scenes are kept one by one, until none is missing', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestIdleCallback'] });
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [] };
  const facts = [...runRecording(recording, allParts)].at(-1)?.facts ?? [];
  const player = createPlayerStore((listener) => ({
    run(run) {
      listener({ type: 'facts', run, facts });
      listener({ type: 'done', run, reason: 'settled', at: 0, facts: facts.length });
    },
    close: () => undefined,
  }));
  keepScenesAtRest(player);
  player.getState().open(recording, { readyAt: 0, user: 'admin' });
  const { log } = player.getState();
  const keep = vi.spyOn(log, 'keepScene');
  expect(keep).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(keep.mock.calls.length).toBeGreaterThan(1);
  expect(log.keepScene()).toBe(false);
  vi.useRealTimers();
});
