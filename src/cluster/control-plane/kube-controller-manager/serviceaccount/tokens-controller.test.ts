import { describe, expect, it } from 'vitest';
import { textOfBase64 } from '#base/base64';
import { second } from '#base/sim-time';
import type { ConfigMap, Secret, ServiceAccount } from '#k8s.io/api/core/v1';
import { configMaps, secrets, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';

const writer = 'kube-controller-manager';
const type = 'kubernetes.io/service-account-token';

const test = new TestControlPlane();
const account = (name: string): ServiceAccount =>
  test.create(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
const secret = (name: string, annotations: object, more: object = { type }): Secret =>
  test.create(secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, annotations },
    ...more,
  });
const of = (name: string) => ({ 'kubernetes.io/service-account.name': name });
const names = (): readonly string[] => test.list(secrets).map(({ metadata }) => metadata.name);
const remove = (name: string): void => {
  test.do(() => test.client.delete(serviceAccounts, { namespace: 'default', name }));
  test.run(second);
};

describe('a Secret for the token of a service account', () => {
  it('is filled with the token, the namespace and the certificate of the cluster', () => {
    const { uid } = account('robot').metadata;
    secret('long', of('robot'));
    test.run(second);
    const { data = {}, metadata } = test.get<Secret>(secrets, 'long');
    expect(textOfBase64(data['namespace'] ?? '')).toBe('default');
    const published = test.get<ConfigMap>(configMaps, 'kube-root-ca.crt').data?.['ca.crt'];
    expect(textOfBase64(data['ca.crt'] ?? '')).toBe(published);
    expect(textOfBase64(data['token'] ?? '')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(metadata.annotations).toMatchObject({ 'kubernetes.io/service-account.uid': uid });
  });

  it('is written once, by the manager itself', () => {
    const mine = test.writes(writer).filter((line) => line.includes('/secrets/long'));
    expect(mine).toEqual(['PUT /api/v1/namespaces/default/secrets/long 200']);
  });

  it('is left alone when it is of another type', () => {
    secret('own', of('robot'), { type: 'Opaque' });
    test.run(second);
    expect(test.get<Secret>(secrets, 'own').data).toBeUndefined();
  });

  it('gets back what somebody takes out', () => {
    test.patch(secrets, 'long', { data: { namespace: null } });
    test.run(second);
    expect(test.get<Secret>(secrets, 'long').data?.['namespace']).toBe('ZGVmYXVsdA==');
  });

  it('is deleted when its account is not there', () => {
    secret('orphan', of('nobody'));
    test.run(second);
    expect(names()).not.toContain('orphan');
  });

  it('goes with its account; other Secrets stay', () => {
    remove('robot');
    expect(names()).not.toContain('long');
    expect(names()).toContain('own');
  });

  it('takes its name out of the account when it is deleted itself', () => {
    account('kept');
    secret('named', of('kept'));
    test.patch(serviceAccounts, 'kept', { secrets: [{ name: 'named' }, { name: 'other' }] });
    test.run(second);
    test.do(() => test.client.delete(secrets, { namespace: 'default', name: 'named' }));
    test.run(second);
    const { secrets: left } = test.get<ServiceAccount>(serviceAccounts, 'kept');
    expect(left).toEqual([{ name: 'other' }]);
  });
});
