import { describe, expect, it } from 'vitest';
import { lastPart, shortNames } from './short-names.ts';

/** Names that a person chose, without generated parts. */
const whole = (...names: readonly string[]) =>
  names.map((name) => ({ name, generateName: undefined }));

/** Names whose last part the API server chose. */
const generated = (...names: readonly string[]) =>
  names.map((name) => ({ name, generateName: name.replace(/[^-]*$/, '') }));

describe('names side by side', () => {
  it('are whole where there is room', () => {
    expect(shortNames(whole('client', 'web-0'), 10)).toEqual(['client', 'web-0']);
  });

  it('keep the ends of siblings, where they differ', () => {
    const siblings = whole('nginx-5d8f9c-abcde', 'nginx-5d8f9c-fghij', 'nginx-5d8f9c-klmno');
    expect(shortNames(siblings, 10)).toEqual(['…-abcde', '…-fghij', '…-klmno']);
    expect(shortNames(siblings, 5)).toEqual(['…bcde', '…ghij', '…lmno']);
  });

  it('show the kind of siblings, with room for it', () => {
    const two = generated(
      ...['packed-7d876db4-tn28h', 'packed-7d876db4-s692t', 'spread-697578869-jtn28'],
    );
    expect(shortNames(two, 17)).toEqual(['packed…-tn28h', 'packed…-s692t', 'spread…-jtn28']);
  });

  it('keep the beginnings of other Pods, whose ends may be the same', () => {
    const others = whole('etcd-node-1', 'kube-apiserver-node-1', 'kube-scheduler-node-1');
    expect(shortNames(others, 10)).toEqual(['etcd…', '…apiserve…', '…schedule…']);
  });

  it('keep the ends where the beginnings are the same, as for two ReplicaSets', () => {
    const two = generated('web-7d876db474-bwgkf', 'web-697578869-jtn28');
    expect(shortNames([...two, ...whole('client')], 9)).toEqual(['…-bwgkf', '…-jtn28', 'client']);
  });
});

describe('a name without its siblings beside it', () => {
  it('keeps its end if the API server generated it, and not if it only looks like that', () => {
    const longest = 10;
    expect(shortNames(generated('packed-7d876db4-tn28h'), longest)).toEqual(['…-tn28h']);
    expect(shortNames(whole('dns-client-tn28h'), longest)).toEqual(['dns…']);
  });
});

describe('a name alone', () => {
  it('is shown by its last part, unless there is room for all of it', () => {
    expect(lastPart('metrics-server-578cb688c4', 16)).toBe('…-578cb688c4');
    expect(lastPart('nginx-7f8fbb96d', 16)).toBe('nginx-7f8fbb96d');
    expect(lastPart('nginx')).toBe('nginx');
  });
});
