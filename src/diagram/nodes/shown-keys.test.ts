import { describe, expect, it } from 'vitest';
import type { EtcdScene, StoredKey } from '#player/scene';
import { shownKeys, storyKeys } from './shown-keys.ts';

let revision = 0;
const stored = (key: string, kind: string): StoredKey => {
  const at = ++revision;
  const object = { apiVersion: 'v1', kind, metadata: { name: key } };
  return { key, revision: at, createRevision: at, version: 1, object, fact: at } as StoredKey;
};
const all = [
  stored('/registry/pods/default/a', 'Pod'),
  stored('/registry/pods/default/b', 'Pod'),
  stored('/registry/deployments/default/web', 'Deployment'),
  stored('/registry/replicasets/default/web-1', 'ReplicaSet'),
  stored('/registry/services/specs/default/web', 'Service'),
  stored('/registry/leases/kube-node-lease/node-1', 'Lease'),
];
const etcd: EtcdScene = {
  revision,
  keys: new Map(all.map((each) => [each.key, each])),
  members: new Map(),
};
const names = (keys: readonly StoredKey[]): readonly string[] =>
  keys.map(({ key }) => key.replace(/^.*\//, ''));
const place = (rows: number, tickets = rows) => ({ rows, tickets });
const still = { fact: 0, subject: undefined };
const story = storyKeys(etcd, 1, 0);

describe('the keys in the room of etcd', () => {
  it('are those of the story by kind, without those that are written over and over', () => {
    expect(names(story)).toEqual(['web', 'web-1', 'a', 'b', 'web']);
    expect(names(storyKeys(etcd, 1, 6)).at(-1)).toBe('node-1');
  });

  it('leave a row for the number of those left out', () => {
    expect(names(shownKeys(story, place(4), still))).toEqual(['web', 'web-1', 'a']);
  });

  it('are counted where the last row is too low for a ticket', () => {
    expect(shownKeys(story, place(5, 4), still)).toHaveLength(4);
    expect(shownKeys(story, place(5), still)).toHaveLength(5);
  });

  it('have the object of the step among them, even when the step only reads it', () => {
    const asked = shownKeys(story, place(4), { fact: 0, subject: 'pods/default/b' });
    expect(names(asked)).toEqual(['web', 'web-1', 'b']);
    const service = shownKeys(story, place(4), { fact: 0, subject: 'services/default/web' });
    expect(service.map(({ object }) => object?.kind)).toContain('Service');
  });

  it('have the key that the step wrote and the object that it is about, if both have room', () => {
    const both = shownKeys(story, place(3), { fact: 2, subject: 'services/default/web' });
    expect(names(both)).toEqual(['b', 'web']);
  });

  it('are one key in a single row: the object of the step, else the one written last', () => {
    expect(names(shownKeys(story, place(1), { fact: 0, subject: 'pods/default/a' }))).toEqual([
      'a',
    ]);
    expect(shownKeys(story, place(1), still)[0]?.object?.kind).toBe('Service');
  });
});
