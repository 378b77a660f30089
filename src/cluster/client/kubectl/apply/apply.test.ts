import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl apply', () => {
  const bed = new ClusterBed();

  it('says that it adds the annotation which is missing', () => {
    bed.run('create configmap plain --from-literal=a=b');
    expect(
      bed.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain' } }),
    ).toContain(
      'Warning: resource configmaps/plain is missing the ' +
        'kubectl.kubernetes.io/last-applied-configuration annotation which is required by ' +
        'kubectl apply. kubectl apply should only be used on resources created declaratively by ' +
        'either kubectl create --save-config or kubectl apply. The missing annotation will be ' +
        'patched automatically.',
    );
  });

  it('warns who applies to what is being deleted', () => {
    bed.run('run hold --image=nginx');
    bed.wait(8);
    bed.patch('pod', 'hold', { metadata: { finalizers: ['example.com/hold'] } });
    bed.run('delete pod hold --wait=false');
    const metadata = { name: 'hold', labels: { a: 'b' } };
    const spec = { containers: [{ name: 'hold', image: 'nginx' }] };
    const changed = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
    expect(bed.kubectl('apply -f -', changed).stderr).toContain(
      'Warning: Detected changes to resource hold which is currently being deleted.\n',
    );
  });
});
