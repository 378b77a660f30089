import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Recording } from '#worker/protocol';
import type { ConnectSimulator, SimulatorMessage } from '#worker/worker-client';
import { clusterStartFacts, createDeploymentFacts } from './create-deployment.fixture.ts';
import { countAt } from './navigation.ts';
import { depths } from './player-state.ts';
import { atOnce, type ShowPace } from './show-pace.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const readyAt = facts[clusterStartFacts - 1]!.at;
const options = { readyAt, user: 'admin' };
const command = facts.find((fact) => fact.type === 'CommandEntered')!;

/** A player whose simulator notes its requests, and a way to answer. */
function playerWith(inputs: Recording['inputs'], step?: string, pace: ShowPace = atOnce) {
  const asked: { run: number; recording: Recording; after: number }[] = [];
  const expected: number[] = [];
  let listener: (message: SimulatorMessage) => void = () => {};
  const connect: ConnectSimulator = (listen) => {
    listener = listen;
    return {
      run: (run, recording, after) => asked.push({ run, recording, after }),
      expect: (_, at) => expected.push(at),
      close() {},
    };
  };
  const player = createPlayerStore(connect, pace);
  player.getState().open({ scenario: 'create-deployment', seed: 1, inputs }, options, step);
  const post = (message: SimulatorMessage): void => listener(message);
  return { player, asked, expected, post };
}

const input = { at: command.at, kind: 'command', line: 'kubectl …', user: 'admin' } as const;

function played() {
  const { player, post } = playerWith([input]);
  post({ type: 'facts', run: 1, facts });
  post({ type: 'done', run: 1, reason: 'settled', at: 9e6, facts: facts.length });
  return player;
}

describe('the player', () => {
  it('waits at the ready cluster when nothing was typed', () => {
    const { player, post } = playerWith([]);
    post({ type: 'facts', run: 1, facts: facts.slice(0, clusterStartFacts) });
    post({ type: 'done', run: 1, reason: 'settled', at: 9e6, facts: 0 });
    expect(player.getState().cursor).toBe(clusterStartFacts);
    expect(player.getState().scene.nodes.size).toBe(3);
    expect(player.getState().goal).toBeUndefined();
  });

  it('shows what has come when its pace says so, and all of it when the run is over', () => {
    const shows: (() => void)[] = [];
    const first: boolean[] = [];
    const { player, post } = playerWith([input], undefined, (show, isFirst) => {
      shows.push(show);
      first.push(isFirst);
    });
    const progress = { type: 'progress', run: 1, at: 5, horizon: 9e6, facts: 20 } as const;
    post({ type: 'facts', run: 1, facts: facts.slice(0, 10) });
    post({ type: 'facts', run: 1, facts: facts.slice(10, 20) });
    post(progress);
    expect(player.getState().factCount).toBe(0);
    shows[0]?.();
    expect(player.getState()).toMatchObject({ factCount: 20, status: { kind: 'running', at: 5 } });
    post({ type: 'facts', run: 1, facts: facts.slice(20) });
    expect(first).toEqual([true, false]);
    post({ type: 'done', run: 1, reason: 'settled', at: 9e6, facts: facts.length });
    expect(player.getState()).toMatchObject({ factCount: facts.length, status: { kind: 'done' } });
  });

  it('goes on at the end of a run where the simulator stands', () => {
    const { player, asked, post } = playerWith([input]);
    post({ type: 'facts', run: 1, facts });
    post({ type: 'done', run: 1, reason: 'settled', at: 4e7, facts: facts.length });
    player.getState().toEnd();
    player.getState().runCommand('kubectl get pods');
    expect(asked.at(-1)?.recording.inputs.at(-1)?.at).toBe(4e7 + 1);
    expect(asked.at(-1)?.after).toBe(facts.length);
  });

  it('announces where the next command may be typed: right after the cursor', () => {
    const { player, asked, expected, post } = playerWith([input]);
    post({ type: 'facts', run: 1, facts });
    post({ type: 'done', run: 1, reason: 'settled', at: 4e7, facts: facts.length });
    player.getState().expectHere();
    player.getState().runCommand('kubectl get pods');
    expect(asked.at(-1)?.recording.inputs.at(-1)?.at).toBe((expected[0] ?? 0) + 1);
  });

  it('begins at the command when the recording has one', () => {
    expect(played().getState().step?.id).toBe('person/enter');
  });

  it('goes to the nearest step when the one of a link is not in the run, and reports that', () => {
    const { player, post } = playerWith([input], 'etcd/commit/deployments/default/other');
    post({ type: 'facts', run: 1, facts });
    expect(player.getState().goal).toBeDefined();
    post({ type: 'done', run: 1, reason: 'settled', at: 9e6, facts: facts.length });
    expect(player.getState().step?.id).toBe('etcd/commit/deployments/default/nginx');
    expect(player.getState().missed).toBe('etcd/commit/deployments/default/other');
  });

  it.each(depths)(
    'comes back to the same scene after as many steps back as forward: %s',
    (depth) => {
      const player = played();
      player.getState().setReducedMotion(true);
      player.getState().setDepth(depth);
      player.getState().toStart();
      const start = player.getState().scene;
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
          for (let i = 0; i < count; i++) player.getState().stepForward();
          for (let i = 0; i < count; i++) player.getState().stepBack();
          expect(player.getState().scene).toEqual(start);
          expect(player.getState().t).toBe(1);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('shows a run as a story unless another depth is chosen, and counts its beats', () => {
    const player = played();
    const { beats, steps, seekStep } = player.getState();
    expect(player.getState().depth).toBe('story');
    player.getState().toStart();
    expect(countAt(player.getState())).toEqual([0, beats.length]);
    const second = beats[1]!;
    for (const step of [second.first, second.last]) {
      seekStep(step);
      expect(countAt(player.getState())).toEqual([2, beats.length]);
    }
    player.getState().setDepth('stages');
    expect(countAt(player.getState())).toEqual([second.last + 1, steps.length]);
  });

  it('rests at a mark between two stages, forwards and backwards', () => {
    const player = played();
    const { steps, stepForward, stepBack, seekStep, setMarks } = player.getState();
    const index = steps.findIndex(({ fact }, i) => (steps[i + 1]?.fact ?? 0) > fact + 1);
    const [from, mark, to] = [steps[index]!.fact, steps[index]!.fact + 1, steps[index + 1]!.fact];
    setMarks([{ fact: mark, question: false }]);
    player.getState().setDepth('stages');
    seekStep(index);
    const visited = [stepForward, stepForward, stepBack, stepBack].map((go) => {
      go();
      return player.getState().cursor;
    });
    expect(visited).toEqual([mark, to, mark, from]);
  });

  it('shows the same after a seek as after stepping there', () => {
    const player = played();
    for (let i = 0; i < 33; i++) player.getState().stepForward('stages');
    const { scene, step } = player.getState();
    player.getState().toEnd();
    player.getState().seekStep(33);
    expect(player.getState().scene).toEqual(scene);
    expect(player.getState().step).toEqual(step);
  });

  it('keeps the facts before the cursor when a command is typed there', () => {
    const { player, asked, post } = playerWith([input]);
    post({ type: 'facts', run: 1, facts });
    player.getState().seekStep(20);
    const { cursor, scene } = player.getState();
    player.getState().runCommand('kubectl get pods');
    const [, second] = asked;
    expect(second?.after).toBe(cursor);
    expect(second?.recording.inputs.map(({ at }) => at)).toEqual([command.at, scene.at + 1]);
    expect(player.getState().factCount).toBe(cursor);
    expect(player.getState().scene).toEqual(scene);
    post({ type: 'facts', run: 1, facts: facts.slice(cursor) });
    expect(player.getState().factCount).toBe(cursor);
  });

  it('drops inputs that lie behind the cursor', () => {
    const later = { ...input, at: 9e8 };
    const { player, asked, post } = playerWith([input, later]);
    post({ type: 'facts', run: 1, facts });
    player.getState().runCommand('kubectl get pods');
    expect(asked[1]?.recording.inputs).toHaveLength(2);
    expect(asked[1]?.recording.inputs[1]).toMatchObject({ line: 'kubectl get pods' });
  });

  it('goes from cause to cause back to the command', () => {
    const player = played();
    player.getState().seek(facts.find(({ type }) => type === 'PodBound')!.id);
    for (let i = 0; i < 200 && player.getState().step?.id !== 'person/enter'; i++) {
      player.getState().goToCause();
    }
    expect(player.getState().step?.id).toBe('person/enter');
  });

  it('reports the seed with which the simulator failed', () => {
    const { player, post, asked } = playerWith([]);
    const { recording } = asked[0]!;
    post({ type: 'crashed', run: 1, recording, message: 'boom', stack: '' });
    expect(player.getState().status).toMatchObject({ kind: 'crashed', recording: { seed: 1 } });
  });
});
