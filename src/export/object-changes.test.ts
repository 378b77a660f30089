import { beforeAll, describe, expect, it } from 'vitest';
import type { TraceLog } from '#player/trace-log';
import { chapterPicture } from './chapter-picture.ts';
import { changesBetween, type ObjectChange } from './object-changes.ts';
import { play, recording } from './played.fixture.ts';

let log: TraceLog;
let all: readonly ObjectChange[];
beforeAll(() => {
  log = play(recording);
  const from = log.steps[0]?.fact ?? 1;
  all = changesBetween(log, from, log.facts.length).objects;
}, 60_000);

const commits = (resource: string): readonly number[] =>
  log.facts
    .slice()
    .flatMap((fact) =>
      fact.type === 'TxnCommitted' && fact.key.startsWith(`/registry/${resource}/default/`)
        ? [fact.id]
        : [],
    );

describe('what a part of a run changed', () => {
  it('begins with the Deployment that kubectl created, and has no heartbeats and Events', () => {
    expect(all[0]).toMatchObject({ op: 'created', kind: 'Deployment', name: 'default/web' });
    const kinds = new Set(all.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['Deployment', 'ReplicaSet', 'Pod', 'Node']);
    expect(all.find(({ kind }) => kind === 'Node')?.fields[0]).toMatchObject({
      path: 'status.images',
    });
  });

  it('names the field that a binding sets, and not the fields that every write moves', () => {
    const [, bound = 0] = commits('pods').filter((id) => {
      const fact = log.fact(id);
      return fact?.type === 'TxnCommitted' && fact.version === 2;
    });
    const { objects } = changesBetween(log, bound, bound);
    expect(objects).toHaveLength(1);
    const paths = objects[0]?.fields.map(({ path }) => path) ?? [];
    expect(paths[0]).toBe('spec.nodeName');
    expect(objects[0]?.fields[0]?.after).toMatch(/^node-\d$/);
    expect(paths.join()).not.toMatch(/managedFields|resourceVersion|Time/);
  });

  it('is empty where nothing was written', () => {
    const first = log.steps[0]?.fact ?? 1;
    expect(changesBetween(log, first, first)).toEqual({ objects: [], more: 0 });
  });
});

describe('the picture of a chapter', () => {
  it('shows who acted, what is stored, and where the Pods are', () => {
    const to = log.facts.length;
    const from = log.steps[0]?.fact ?? 1;
    const acted = new Set(['person', 'kubectl', 'node-1/kubelet']);
    const svg = chapterPicture(log, log.sceneAt(to), { from, to, acted });
    const rooms = [
      ...svg.matchAll(/<rect class="room( on)?"[^>]*\/><text class="name"[^>]*>([^<]*)/g),
    ];
    const on = rooms.flatMap(([, lit, name]) => (lit === undefined ? [] : [name]));
    expect(on).toEqual(['kubectl', 'node-1']);
    for (const line of ['Deployment 1', 'Pod 2', 'create deployments']) expect(svg).toContain(line);
    expect(svg.match(/class="pod ready"/g)).toHaveLength(2);
  });
});
