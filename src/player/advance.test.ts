import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from './advance.ts';
import { Checkpoints } from './checkpoints.ts';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { emptyScene } from './scene.ts';

const facts = createDeploymentFacts();

describe('a scene', () => {
  it('is the same in however many portions its facts are folded', () => {
    const whole = advance(emptyScene, facts, facts.length);
    fc.assert(
      fc.property(fc.array(fc.nat(facts.length), { maxLength: 12 }), (stops) => {
        const sorted = [...stops].sort((a, b) => a - b);
        const last = sorted.reduce((scene, stop) => advance(scene, facts, stop), emptyScene);
        expect(advance(last, facts, facts.length)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('is not changed by the fold that goes on from it', () => {
    const before = advance(emptyScene, facts, 200);
    const copy = structuredClone(before);
    advance(before, facts, facts.length);
    expect(before).toEqual(copy);
  });

  it('is the same after any walk of the cursor, forwards and backwards', () => {
    const walks = fc.array(fc.nat(facts.length), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(walks, fc.nat(5), (walk, kept) => {
        const checkpoints = new Checkpoints();
        for (let scenes = 0; scenes < kept; scenes++) checkpoints.keepOne(facts);
        let scene = emptyScene;
        for (const cursor of walk) scene = checkpoints.sceneAt(facts, cursor, scene);
        expect(scene).toEqual(advance(emptyScene, facts, walk.at(-1) ?? 0));
      }),
      { numRuns: 60 },
    );
  });

  it('shares what did not change with the scene before it', () => {
    const at = facts.findIndex(({ type }) => type === 'PodPopped');
    const before = advance(emptyScene, facts, at);
    const after = advance(before, facts, at + 1);
    expect(after.etcd).toBe(before.etcd);
    expect(after.pods).toBe(before.pods);
    expect(after.scheduler).not.toBe(before.scheduler);
  });

  it('shows three running pods with their addresses at the end', () => {
    const end = advance(emptyScene, facts, facts.length);
    const pods = [...end.pods.values()];
    expect(pods.map(({ node, status, ready }) => [node, status, ready])).toEqual([
      ['node-1', 'Running', true],
      ['node-2', 'Running', true],
      ['node-3', 'Running', true],
    ]);
    expect(end.scheduler.assumed.size).toBe(0);
    expect([...end.queues.values()].flatMap((queue) => queue.waiting)).toEqual([]);
    expect(end.commands[0]?.output).toEqual([
      { stream: 'stdout', text: 'deployment.apps/nginx created\n' },
    ]);
  });
});
