import { afterEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';

const apply = { line: 'kubectl apply -f -', begun: 'kind: Deployment' };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('what was written and not applied', () => {
  it('is there again for the same command and the same beginning, until it is applied', () => {
    expect(keepDraft(apply, 'kind: Pod')).toBe(true);
    expect(keptDraft(apply)).toBe('kind: Pod');
    expect(keptDraft({ ...apply, line: 'kubectl create -f -' })).toBeUndefined();
    expect(keptDraft({ ...apply, begun: 'kind: Service' })).toBeUndefined();
    dropDraft();
    expect(keptDraft(apply)).toBeUndefined();
  });

  it('is not kept by a browser whose storage is full, which is said', () => {
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full });
    expect(keepDraft(apply, 'kind: Pod')).toBe(false);
    expect(keptDraft(apply)).toBeUndefined();
  });

  it('is nothing where the browser has something else under its name', () => {
    for (const text of ['{', '{}', '[1]', 'null']) {
      sessionStorage.setItem('podyssey.manifest', text);
      expect(keptDraft(apply)).toBeUndefined();
    }
  });
});
