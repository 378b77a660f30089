import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ConfigMap } from '#k8s.io/api/core/v1';
import { configMaps, namespaces } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../../control-plane.fixture.ts';

const controller = 'root-ca-certificate-publisher-controller';
const name = 'kube-root-ca.crt';

const test = new TestControlPlane();
test.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }, '');
test.run(second);

const published = (): ConfigMap => test.get<ConfigMap>(configMaps, name, 'team');

describe('the certificate authority of the cluster', () => {
  it('is put into a new namespace, the same as everywhere', () => {
    expect(test.list(configMaps, 'team').map(({ metadata }) => metadata.name)).toEqual([name]);
    expect(published().data).toEqual(test.get<ConfigMap>(configMaps, name, 'default').data);
    expect(published().data?.['ca.crt']).toMatch(
      /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/,
    );
  });

  it('is put back when somebody changes it', () => {
    const before = published();
    test.patch(configMaps, name, { data: { 'ca.crt': 'mine', more: 'text' } }, '', 'team');
    test.run(second);
    expect(published().data).toEqual({ 'ca.crt': before.data?.['ca.crt'] });
  });

  it('keeps what people note on it, but not without its description', () => {
    const key = 'kubernetes.io/description';
    const annotations = { note: 'ours', [key]: null };
    test.patch(configMaps, name, { metadata: { annotations } }, '', 'team');
    test.run(second);
    const { annotations: after = {} } = published().metadata;
    expect(after['note']).toBe('ours');
    expect(after[key]).toMatch(/^Contains a CA bundle that can be used to verify the kube-apis/);
  });

  it('comes back when somebody deletes it', () => {
    const { uid } = published().metadata;
    test.do(() => test.client.delete(configMaps, { namespace: 'team', name }));
    test.run(second);
    expect(published().metadata.uid).not.toBe(uid);
  });

  it('is written no more while it is as it should be', () => {
    const writes = test.writesDuring(controller, () => {
      const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } };
      test.create(configMaps, other, 'team');
      test.patch(namespaces, 'team', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });
});
