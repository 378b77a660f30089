import { describe, expect, it } from 'vitest';
import type { CommandScene } from '#player/scene';
import { sessionOf, takesLines } from './session.ts';

describe('lines that open a conversation', () => {
  it.each([
    'kubectl exec -it web -- sh',
    'kubectl exec -ti web -c nginx -- bash',
    'kubectl -n kube-system attach -i web',
    'kubectl run -it --rm box --image=busybox -- sh',
    'kubectl run box --stdin --tty --image=busybox',
    'kubectl debug web -it --image=busybox',
  ])('%s', (line) => expect(takesLines(line)).toBe(true));

  it.each([
    'kubectl exec web -- ls -i',
    'kubectl run web --image=nginx',
    'kubectl get pods -w',
    'kubectl logs -f web',
    'kubectl describe pod web-it',
  ])('not: %s', (line) => expect(takesLines(line)).toBe(false));
});

describe('the session of a terminal', () => {
  const command = (line: string, more: Partial<CommandScene> = {}): CommandScene => ({
    input: 0,
    line,
    user: 'admin',
    at: 0,
    terminal: true,
    output: [],
    exitCode: undefined,
    code: undefined,
    parsed: undefined,
    ...more,
  });

  it('is the newest command that still runs', () => {
    const watch = command('kubectl get pods -w');
    const shell = command('kubectl exec -n demo -it pod/web -c a -- sh', { input: 1 });
    const ended = command('kubectl logs -f web', { input: 2, exitCode: 1 });
    expect(sessionOf([watch, shell, ended])).toEqual({
      command: shell,
      takesLines: true,
      place: 'web',
    });
    expect(sessionOf([watch])?.takesLines).toBe(false);
    expect(sessionOf([ended])).toBeUndefined();
  });
});
