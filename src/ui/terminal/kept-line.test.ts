import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepLine, keptLine } from './kept-line.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('a line that was not sent', () => {
  it('is there again in the same scenario, until the field is empty', () => {
    keepLine('create-deployment', 'kubectl get po');
    expect(keptLine('create-deployment')).toBe('kubectl get po');
    expect(keptLine('run-pod')).toBeUndefined();
    keepLine('create-deployment', ' ');
    expect(keptLine('create-deployment')).toBeUndefined();
  });

  it('is not kept where the storage is full, and nothing breaks', () => {
    const full = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: full, setItem: full, removeItem: full });
    keepLine('create-deployment', 'kubectl get po');
    keepLine('create-deployment', '');
    expect(keptLine('create-deployment')).toBeUndefined();
  });
});
