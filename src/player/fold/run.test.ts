import { describe, expect, it } from 'vitest';
import type { FactOf } from '#trace/trace-event';
import { emptyScene } from '../scene.ts';
import { SceneDraft } from '../scene-draft.ts';
import { nodeOf } from './pod.ts';
import { runReducers } from './run.ts';

const act = (action: string): FactOf<'HostActionTaken'> => ({
  ...{ id: 1, cause: 0, at: 0, type: 'HostActionTaken', component: 'person', input: 0, action },
});

describe('what a person does to a machine', () => {
  it('is seen at once where nobody else can tell: a node is cut off, and joined again', () => {
    const draft = new SceneDraft(emptyScene);
    draft.nodes.set('node-2', nodeOf(draft, 'node-2'));
    runReducers.HostActionTaken?.(draft, act('cut_node 2'));
    expect(draft.nodes.get('node-2')).toMatchObject({ cut: true, off: false });
    runReducers.HostActionTaken?.(draft, act('mend_node node-2'));
    expect(draft.nodes.get('node-2')?.cut).toBe(false);
  });
});
