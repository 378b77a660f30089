import { describe, expect, it } from 'vitest';
import { emptyHistory, remember, walk } from './history.ts';

describe('the terminal’s history', () => {
  const history = remember(remember(emptyHistory, 'kubectl get pods'), 'kubectl get nodes');

  it('goes back and forward, and keeps what was being typed', () => {
    const once = walk(history, -1, 'kubectl de');
    expect(once.text).toBe('kubectl get nodes');
    const twice = walk(once.history, -1, once.text);
    expect(twice.text).toBe('kubectl get pods');
    expect(walk(twice.history, -1, twice.text).text).toBe('kubectl get pods');
    const forward = walk(walk(twice.history, 1, twice.text).history, 1, '');
    expect(forward.text).toBe('kubectl de');
  });

  it('keeps a repeated command once', () => {
    expect(remember(history, 'kubectl get nodes').lines).toHaveLength(2);
  });
});
