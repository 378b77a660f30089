import { describe, expect, it } from 'vitest';
import { readClusterSpec } from '#scenarios/read-cluster-spec';
import { emptyForm, formOf, newForm, nodeForm, specOf } from './form.ts';

describe('the form of the cluster builder', () => {
  it('begins with a cluster that can be built', () => {
    expect(readClusterSpec(specOf(emptyForm)).ok).toBe(true);
  });

  it('begins with what people expect of a cluster', () => {
    expect(readClusterSpec(specOf(newForm)).ok).toBe(true);
    expect(specOf(newForm)).toMatchObject({ dns: true, metricsServer: true, storage: true });
  });

  it('has nothing that an existing description leaves out', () => {
    const { nodes } = specOf(newForm);
    expect(formOf({ version: 1, nodes }, '')).toMatchObject({ dns: false, storage: false });
  });

  it('reads labels and taints as kubectl writes them, and comes back from its description', () => {
    const form = {
      ...emptyForm,
      nodes: [
        { ...nodeForm(1), labels: 'zone=a, disk=ssd', taints: 'db=x:NoSchedule, gone:NoExecute' },
      ],
      users: [{ id: 1, name: 'carol', groups: 'dev, ops' }],
      images: [{ id: 1, reference: 'app:1.0', program: 'httpd' as const, megabytes: '20' }],
      manifest: 'kind: List\n',
    };
    const spec = specOf(form);
    expect(spec.nodes[0]).toMatchObject({
      labels: { zone: 'a', disk: 'ssd' },
      taints: [
        { key: 'db', value: 'x', effect: 'NoSchedule' },
        { key: 'gone', effect: 'NoExecute' },
      ],
    });
    expect(readClusterSpec(spec).ok).toBe(true);
    expect(formOf(spec, form.manifest)).toEqual(form);
  });

  it('passes errors on, so that the simulator reports them', () => {
    const nodes = [{ ...nodeForm(1), taints: 'db' }];
    const read = readClusterSpec(specOf({ ...emptyForm, nodes }));
    expect(read.ok ? [] : read.error.map(({ path }) => path)).toEqual([
      'nodes[0].taints[0].effect',
    ]);
  });
});
