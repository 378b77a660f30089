/** Who acts, as the room of the person shows it. */
import { describe, expect, it } from 'vitest';
import type { FactOf } from '#trace/facts';
import { emptyScene } from '../scene.ts';
import { SceneDraft } from '../scene-draft.ts';
import { runReducers } from './run.ts';

const base = { id: 1, at: 1, cause: 0 } as const;

function taken(method: 'GET' | 'POST'): FactOf<'OutsideActionTaken'> {
  const http = { method, url: '/api/v1/pods', headers: { 'user-agent': 'operator/v1' } };
  const action = { kind: 'request', request: 1, http } as const;
  return { ...base, type: 'OutsideActionTaken', component: 'outside', input: 0, action };
}

describe('who acts', () => {
  it('is the client outside whose change came last, and the person after a command', () => {
    const draft = new SceneDraft(emptyScene);
    runReducers.OutsideActionTaken?.(draft, taken('GET'));
    expect(draft.outside).toBe('');
    runReducers.OutsideActionTaken?.(draft, taken('POST'));
    expect(draft.outside).toBe('operator: POST /api/v1/pods');
    const command = { type: 'CommandEntered', component: 'person', input: 1 } as const;
    runReducers.CommandEntered?.(draft, { ...base, ...command, line: 'ls', user: 'admin' });
    expect(draft.outside).toBe('');
  });
});
