import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../../../api.test.fixture.ts';
import { binding, podNamed, pods } from '../../../manifests.test.fixture.ts';

describe('a binding', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(pods, podNamed('bound'));
    api.create(`${pods}/bound/binding`, binding('bound', 'node-1'));
    api.create(pods, podNamed('gated', { schedulingGates: [{ name: 'example.com/wait' }] }));
  });

  it('of a pod that has a node is refused', () => {
    expect(statusOf(api.create(`${pods}/bound/binding`, binding('bound', 'node-2')))).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "bound": ' +
        'pod bound is already assigned to node "node-1"',
    ]);
  });

  it('of a pod with scheduling gates is refused', () => {
    expect(statusOf(api.create(`${pods}/gated/binding`, binding('gated', 'node-2')))).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "gated": ' +
        'pod gated has non-empty .spec.schedulingGates',
    ]);
  });

  it('of a pod that is being deleted is refused', () => {
    const leaving = podNamed('leaving');
    const metadata = { ...leaving.metadata, finalizers: ['example.com/hold'] };
    api.create(pods, { ...leaving, metadata });
    api.call('DELETE', `${pods}/leaving`);
    const answer = api.create(`${pods}/leaving/binding`, binding('leaving', 'node-2'));
    expect(statusOf(answer)).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "leaving": ' +
        'pod leaving is being deleted, cannot be assigned to a host',
    ]);
  });
});
