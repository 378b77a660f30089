import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { authorityOne } from '#k8s.io/component-helpers/certificates.fixture';
import { clusterOf } from '#scenarios/clusters';

const signerName = 'kubernetes.io/kube-apiserver-serving';

describe('the bundle of the API server', () => {
  const bed = new ClusterBed({ ...clusterOf(1), clusterTrustBundles: true });
  const bundles = (): string =>
    bed.run("get clustertrustbundles -o 'jsonpath={.items[*].spec.trustBundle}'");
  const published = bundles();

  it('has the authority behind its certificate, as every namespace has it', () => {
    expect(new X509Certificate(published).subject).toBe('CN=kubernetes');
    expect(bed.run("get cm kube-root-ca.crt -o 'jsonpath={.data.ca\\.crt}'")).toBe(published);
  });

  it('is named after its signer and what it holds', () => {
    expect(bed.run('get clustertrustbundles')).toMatch(
      /^NAME +SIGNERNAME\nkubernetes.io:kube-apiserver-serving:[0-9a-f]{24} +\S+-serving\n$/,
    );
  });

  it('comes back when somebody deletes or changes it', () => {
    const name = bed.run('get clustertrustbundles -o name').trim();
    bed.run('delete clustertrustbundles --all');
    bed.wait(2);
    expect(bundles()).toBe(published);
    bed.run(
      `patch ${name} --type merge -p '${JSON.stringify({ spec: { trustBundle: authorityOne } })}'`,
    );
    bed.wait(2);
    expect(bundles()).toBe(published);
  });

  it('is the only one of its signer: others go, and those of other signers stay', () => {
    const bundle = (signer: string) => ({
      ...{ apiVersion: 'certificates.k8s.io/v1beta1', kind: 'ClusterTrustBundle' },
      metadata: { name: `${signer.replace('/', ':')}:own` },
      spec: { signerName: signer, trustBundle: authorityOne },
    });
    bed.create(bundle(signerName));
    bed.create(bundle('example.com/other'));
    bed.wait(2);
    expect(bed.run('get clustertrustbundles -o name').trim().split('\n')).toEqual([
      'clustertrustbundle.certificates.k8s.io/example.com:other:own',
      expect.stringMatching(/\/kubernetes.io:kube-apiserver-serving:[0-9a-f]{24}$/),
    ]);
  });
});
