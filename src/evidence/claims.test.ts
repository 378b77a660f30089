import { describe, expect, it } from 'vitest';
import { claimsOf, hasClaim, sentencesOf, wantedBy } from './claims.fixture.ts';

describe('a sentence claims something', () => {
  it.each([
    ['number', 'Filter plugins leave 3 nodes.'],
    ['number', 'There are exactly three.'],
    ['version', 'Initializers were removed in v1.14.'],
    ['date', 'A text of {from002}.'],
    ['order', 'First comes the sandbox.'],
    ['reason', 'It stays, because its owner lives.'],
    ['extent', 'Only the kubelet can confirm it.'],
    ['name', 'It writes spec.nodeName.'],
    ['name', 'A ReplicaSet is made.'],
    ['name', 'Type `exit`.'],
  ] as const)('by a %s: %s', (kind, sentence) => {
    expect(claimsOf(sentence)).toContain(kind);
  });

  it('by nothing that could be looked up, when it only says that something goes on', () => {
    expect(claimsOf('Now the link is cut.')).toEqual([]);
    expect(hasClaim('The containers keep running. Nothing else.')).toBe(true);
  });
});

describe('a text', () => {
  it('ends its sentences at a full stop, not inside a name', () => {
    expect(sentencesOf('It writes spec.nodeName. Then v1.36 reads it.')).toEqual([
      'It writes spec.nodeName.',
      'Then v1.36 reads it.',
    ]);
  });

  it('wants its numbers, in figures and in words, but not those inside names', () => {
    const { numbers } = wantedBy(
      'About 50 s pass on node-2 with nginx:1.28; two Pods of v1.36 stay.',
    );
    expect(numbers.map(({ value }) => value)).toEqual([50, 2]);
  });

  it('wants methods, versions, programs, and names part by part', () => {
    const wanted = wantedBy('In v1.36 the API server answers a POST and writes spec.nodeName.');
    expect(wanted.methods).toEqual(['POST']);
    expect(wanted.versions).toEqual(['v1.36']);
    expect(wanted.names).toEqual(['spec', 'nodeName']);
    expect(wanted.actors).toEqual(['kube-apiserver']);
  });
});
