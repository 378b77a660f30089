import { describe, expect, it } from 'vitest';
import type { Recording } from '#worker/protocol';
import type { ConnectSimulator, SimulatorMessage } from '#worker/worker-client';
import { forkRecording, liveBranches } from './branches.ts';
import { clusterStartFacts, createDeploymentFacts } from './create-deployment.fixture.ts';
import { createPlayerStore } from './store.ts';

const facts = createDeploymentFacts();
const readyAt = facts[clusterStartFacts - 1]!.at;
const command = facts.find((fact) => fact.type === 'CommandEntered')!;
const input = { at: command.at, kind: 'command', line: 'kubectl …', user: 'admin' } as const;

/** A finished run with the cursor some steps into it, and its simulator. */
function played(steps = 20) {
  const asked: { run: number; recording: Recording; after: number }[] = [];
  let listener: (message: SimulatorMessage) => void = () => {};
  const connect: ConnectSimulator = (listen) => {
    listener = listen;
    return { run: (run, recording, after) => asked.push({ run, recording, after }), close() {} };
  };
  const player = createPlayerStore(connect);
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [input] };
  player.getState().open(recording, { readyAt, user: 'admin' });
  listener({ type: 'facts', run: 1, facts });
  const done = { type: 'done', reason: 'settled', at: 9e6, facts: facts.length } as const;
  listener({ ...done, run: 1 });
  listener({ type: 'hashed', run: 1, hash: 'x' });
  player.getState().seekStep(steps);
  return { player, asked, post: (message: SimulatorMessage) => listener(message), done };
}

const stop = { kind: 'host', action: { kind: 'stop_kubelet', node: '1' } } as const;

describe('a fork', () => {
  it('has the facts of the run before up to its moment, and requests those after it', () => {
    const { player, asked } = played();
    const { log: before, scene } = player.getState();
    player.getState().fork(stop, 60e6);
    const { log, branches } = player.getState();
    const kept = before.lastFactAt(scene.at);
    expect(log.facts.slice()).toEqual(before.facts.slice(0, kept));
    expect(asked.at(-1)).toMatchObject({ after: kept, recording: { until: 60e6 } });
    expect(asked.at(-1)?.recording.inputs).toEqual([input, { ...stop, at: scene.at + 1 }]);
    expect(branches.map(({ by }) => by?.kind)).toEqual([undefined, 'host']);
  });

  it('leaves the run before as it was, one switch away and at the same moment', () => {
    const { player } = played();
    const before = player.getState();
    player.getState().fork(stop);
    player.getState().switchBranch(0);
    const after = player.getState();
    expect(after.log).toBe(before.log);
    expect(after.recording).toBe(before.recording);
    expect(after.scene.at).toBe(before.scene.at);
    expect(after.status).toEqual(before.status);
  });

  it('is computed further while another run is on the screen', () => {
    const { player, asked, post, done } = played();
    player.getState().fork(stop);
    player.getState().switchBranch(0);
    const { after, run } = asked.at(-1)!;
    post({ type: 'facts', run, facts: facts.slice(after) });
    post({ ...done, run });
    const [, fork] = liveBranches(player.getState());
    expect(fork?.factCount).toBe(facts.length);
    expect(fork?.status.kind).toBe('done');
    expect(player.getState().status).toMatchObject({ kind: 'done', hash: 'x' });
  });

  it('is requested again if something else was done before its hash had come', () => {
    const { player, asked, post, done } = played();
    player.getState().fork(stop);
    post({ ...done, run: 2 });
    player.getState().switchBranch(0);
    player.getState().switchBranch(1);
    expect(asked.at(-1)?.run).toBe(2);
    player.getState().fork(stop);
    post({ ...done, run: 3 });
    post({ type: 'hashed', run: 3, hash: 'y' });
    expect(player.getState().status).toMatchObject({ kind: 'done', hash: 'y' });
    const { run, after } = asked.at(-1)!;
    expect([run, after]).toEqual([4, liveBranches(player.getState())[1]?.factCount]);
    post({ ...done, run });
    post({ type: 'hashed', run, hash: 'z' });
    expect(liveBranches(player.getState())[1]?.status).toMatchObject({ kind: 'done', hash: 'z' });
  });

  it('goes with the present run when that is dropped, and the first one is shown again', () => {
    const { player } = played();
    player.getState().fork(stop);
    player.getState().dropBranch(player.getState().branch);
    expect(player.getState().branches).toEqual([]);
    expect(player.getState().recording?.inputs).toEqual([input]);
  });

  it('keeps no more than four runs', () => {
    const { player } = played();
    for (let i = 0; i < 6; i++) player.getState().fork(stop);
    const { branches, branch } = player.getState();
    expect(branches).toHaveLength(4);
    expect(branches[0]?.by).toBeUndefined();
    expect(branches.at(-1)?.id).toBe(branch);
  });
});

describe('the recording of a fork', () => {
  it('has its input in the order of time, before what was planned for later', () => {
    const recording = { scenario: 's', seed: 1, inputs: [input, { ...input, at: 90e6 }] };
    const { inputs } = forkRecording(recording, { ...stop, at: 50e6 }, undefined);
    expect(inputs.map(({ at }) => at)).toEqual([input.at, 50e6, 90e6]);
  });
});
