import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact, FactOf } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import { runRecording } from '#worker/run-recording';
import { advance } from '../advance.ts';
import { createDeploymentFacts } from '../create-deployment.fixture.ts';
import { emptyScene, type Scene } from '../scene.ts';
import { SceneDraft } from '../scene-draft.ts';
import { nodeOf } from './pod.ts';
import { runReducers } from './run.ts';

const facts = createDeploymentFacts();
const before = advance(emptyScene, facts, facts.length);
const running = [...before.pods.values()].find(
  ({ node, containers }) =>
    node !== undefined && containers.some(({ state }) => state.startsWith('running')),
);
const node = running?.node ?? '';
const key = running?.key ?? '';

function then(scene: Scene, ...more: readonly object[]): Scene {
  const stamp = { at: scene.at, cause: 1, component: `${node}/kubelet` };
  const added = more.map((fact, index) => ({ id: scene.cursor + 1 + index, ...stamp, ...fact }));
  const all = [...facts.slice(0, scene.cursor), ...added] as unknown as readonly Fact[];
  return advance(scene, all, all.length);
}

describe('a machine', () => {
  it('that loses power has no containers, while the API server keeps what it stored', () => {
    const off = then(before, { type: 'ComponentStopped', reason: 'reboot' });
    expect(off.nodes.get(node)?.off).toBe(true);
    const pod = off.pods.get(key);
    expect(pod?.status).toBe(running?.status);
    expect(pod?.containers.map(({ state, pid }) => [state, pid])).toEqual([['gone', undefined]]);
    const again = then(
      before,
      { type: 'ComponentStopped', reason: 'reboot' },
      { type: 'ComponentStarted', version: '', flags: [] },
    );
    expect(again.nodes.get(node)?.off).toBe(false);
    expect(again.pods.get(key)?.containers[0]?.state).toBe('gone');
  });

  it('on which only the kubelet ends keeps its containers', () => {
    const stopped = then(before, { type: 'ComponentStopped', reason: 'SIGTERM' });
    expect(stopped.nodes.get(node)?.off).toBe(false);
    expect(stopped.pods.get(key)?.containers).toEqual(running?.containers);
  });
});

const act = (words: string): FactOf<'HostActionTaken'> => ({
  ...{ id: 1, cause: 0, at: 0, type: 'HostActionTaken', component: 'person', input: 0 },
  action: readHostAction(words),
});

/** A cluster that has just been switched on, after what was done to it. */
function sceneAfter(...words: readonly string[]): Scene {
  const at = second;
  const inputs = words.map((line) => ({ at, kind: 'host', action: readHostAction(line) }) as const);
  const recording = { scenario: 'empty-cluster', seed: 1, inputs, until: at + second };
  const all: Fact[] = [];
  for (const slice of runRecording(recording, allParts)) all.splice(0, all.length, ...slice.facts);
  return advance(emptyScene, all, all.length);
}

describe('what a person does to a machine', () => {
  it('is visible at once, before the cluster notices: a node is cut off, and joined again', () => {
    const draft = new SceneDraft(emptyScene);
    draft.nodes.set('node-2', nodeOf(draft, 'node-2'));
    runReducers.HostActionTaken?.(draft, act('cut_node 2'));
    expect(draft.nodes.get('node-2')).toMatchObject({ cut: true, off: false });
    runReducers.HostActionTaken?.(draft, act('mend_node node-2'));
    expect(draft.nodes.get('node-2')?.cut).toBe(false);
  });

  it('is the cut of a way between two, by whichever names and in whichever order', () => {
    const cut = then(before, act('cut_link 2 apiserver'), act('cut_link etcd/m1 etcd/m2'));
    expect(cut.cutLinks).toMatchObject([
      { one: 'node-2', other: 'kube-apiserver' },
      { one: 'etcd/m1', other: 'etcd/m2' },
    ]);
    const again = then(before, act('cut_link 1 2'), act('cut_link 2 1'));
    expect(again.cutLinks).toHaveLength(1);
    const mended = then(before, act('cut_link 1 2'), act('mend_link node-2 node-1'));
    expect(mended.cutLinks).toEqual([]);
  });

  it('is nothing where nothing goes between the two', () => {
    const { cutLinks } = sceneAfter('cut_link 1 scheduler', 'cut_link 1 2');
    expect(cutLinks).toMatchObject([{ one: 'node-1', other: 'node-2' }]);
  });
});
