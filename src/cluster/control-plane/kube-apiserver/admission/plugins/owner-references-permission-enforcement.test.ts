import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const owner = { apiVersion: 'v1', kind: 'Secret', name: 's', uid: '1', blockOwnerDeletion: true };
const owned = (name: string, more: object = {}, kind = 'ConfigMap') => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ownerReferences: [{ ...owner, ...more }] },
});
const user = 'alice';

describe('OwnerReferencesPermissionEnforcement', () => {
  let bed: AdmissionBed;

  beforeAll(() => {
    bed = new AdmissionBed('OwnerReferencesPermissionEnforcement');
    bed.grant('maps', { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] });
    bed.grant('accounts', { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['create'] });
    const resources = ['services/finalizers'];
    bed.grant('services', { apiGroups: [''], resources, verbs: ['update'] });
  });

  it('lets nobody block the deletion of an owner whose finalizers they may not set', () => {
    const answer = bed.send(owned('owned'), { user });
    expect([answer.code, messageOf(answer)]).toEqual([
      403,
      'configmaps "owned" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers ' +
        "to a resource you can't set finalizers on: , <nil>",
    ]);
  });

  it('asks for the finalizers of the owner by its own group and resource', () => {
    const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u' };
    const answer = bed.send(owned('deployed', web), { user });
    expect([answer.code, messageOf(answer)]).toEqual([
      403,
      'configmaps "deployed" is forbidden: cannot set blockOwnerDeletion if an ownerReference ' +
        "refers to a resource you can't set finalizers on: , <nil>",
    ]);
  });

  it('lets them refer to it without blocking it, or block one whose finalizers they may set', () => {
    expect(bed.send(owned('loose', { blockOwnerDeletion: false }), { user }).code).toBe(201);
    expect(bed.send(owned('service', { kind: 'Service' }), { user }).code).toBe(201);
  });

  it('wants the right to delete the object itself, which an owner gives away', () => {
    const loose = owned('robot', { blockOwnerDeletion: false }, 'ServiceAccount');
    expect(messageOf(bed.send(loose, { user }))).toBe(
      'serviceaccounts "robot" is forbidden: cannot set an ownerRef on a resource you can\'t ' +
        'delete: , <nil>',
    );
  });

  it('refuses to block an owner of a kind that is not served', () => {
    const strange = owned('strange', { apiVersion: 'example.com/v1', kind: 'Thing' });
    expect(messageOf(bed.send(strange, { user }))).toContain(
      'cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ' +
        'example.com/v1 Kind Thing: no matches for kind "Thing" in version "example.com/v1"',
    );
  });

  it('does not ask again while the references stay as they are', () => {
    bed.send(owned('kept'));
    const patch = { data: { a: 'b' } };
    expect(bed.change(owned('kept'), patch, { user }).code).toBe(200);
  });
});
