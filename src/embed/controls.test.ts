import { beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { control } from './controls.ts';
import type { FrameEvent } from './protocol.ts';
import { report } from './report.ts';

const facts = createDeploymentFacts();
const recording = { scenario: 'create-deployment', seed: 1, inputs: [] };
const done = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;

/** The facts of the run that have arrived so far. */
function arrive(count: number, status: typeof done | { kind: 'running'; at: 0; horizon: 1 }): void {
  const log = new TraceLog();
  log.append(facts.slice(0, count));
  const { steps, chapters } = log;
  player.setState({ log, steps, chapters, factCount: count, recording, status, goal: undefined });
}
const running = { kind: 'running', at: 0, horizon: 1 } as const;

beforeEach(() => {
  arrive(facts.length, done);
  player.getState().seekStep(0);
});

describe('a command of a host', () => {
  it('goes to a step by its id, and answers with that id', async () => {
    const { steps } = player.getState();
    const step = steps[12]?.id ?? '';
    expect(await control({ type: 'seek', to: { step } })).toBe(step);
    expect(await control({ type: 'seek', to: { index: 3 } })).toBe(steps[3]?.id);
    expect(await control({ type: 'step', by: 2 })).toBe(steps[5]?.id);
    expect(await control({ type: 'step', by: -1 })).toBe(steps[4]?.id);
    expect(await control({ type: 'seek', to: { t: 0 } })).toBe(steps[0]?.id);
  });

  it('goes to the nearest step where none has that name, and never past the end', async () => {
    const { steps } = player.getState();
    const first = steps.find(({ id }) => id.startsWith('etcd/commit'));
    expect(await control({ type: 'seek', to: { step: 'etcd/commit/none' } })).toBe(first?.id);
    expect(await control({ type: 'step', by: 1000 })).toBe(steps.at(-1)?.id);
  });

  it('is rejected for a step that is like none of this run, and the cursor stays', async () => {
    const { step } = player.getState();
    const asked = control({ type: 'seek', to: { step: 'nosuch' } });
    await expect(asked).rejects.toThrow('There is no step "nosuch".');
    expect(player.getState().step).toBe(step);
  });

  it('is rejected where there is no step to go to', async () => {
    arrive(0, done);
    await expect(control({ type: 'seek', to: { index: 0 } })).rejects.toThrow('has no steps');
  });

  it('waits for a step that the simulator has not come to', async () => {
    const step = player.getState().steps[20]?.id ?? '';
    arrive(40, running);
    const asked = control({ type: 'seek', to: { step } });
    arrive(facts.length, running);
    expect(await asked).toBe(step);
  });

  it('comes after those before it, also where they had to wait or failed', async () => {
    arrive(0, running);
    const far = control({ type: 'seek', to: { index: 30 } });
    const nowhere = control({ type: 'seek', to: { step: 'nosuch' } });
    const back = control({ type: 'step', by: -1 });
    const on = control({ type: 'step', by: 2 });
    arrive(facts.length, done);
    await expect(nowhere).rejects.toThrow('nosuch');
    const { steps } = player.getState();
    const ids = [steps[30]?.id, steps[29]?.id, steps[31]?.id];
    expect(await Promise.all([far, back, on])).toEqual(ids);
  });

  it('is rejected when the simulator fails before the step comes', async () => {
    arrive(40, running);
    const asked = control({ type: 'seek', to: { step: 'etcd/commit/none' } });
    player.setState({ status: { kind: 'unsupported', message: 'no workers' } });
    await expect(asked).rejects.toThrow('no workers');
  });
});

describe('what a host hears', () => {
  it('is each step once, the state after it, and the end of the run once', () => {
    const emitted: FrameEvent[] = [];
    let changes = 0;
    report(
      (event) => emitted.push(event),
      () => changes++,
    );
    const { seekStep, steps } = player.getState();
    seekStep(4);
    expect(emitted).toEqual([{ type: 'step', step: steps[4]?.id, index: 4, count: steps.length }]);
    expect(changes).toBe(1);
    for (const index of [steps.length - 1, 3, steps.length - 1]) seekStep(index);
    expect(emitted.filter(({ type }) => type === 'completed')).toHaveLength(1);
  });
});
