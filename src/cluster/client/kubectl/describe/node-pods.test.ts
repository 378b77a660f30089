import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { describeNodePods } from './node-pods.ts';
import { Page } from './page.ts';

describe('kubectl describe node', () => {
  it('lists what device plugins offer after the huge pages, without a share', () => {
    const node = asObject<Node>({
      status: {
        allocatable: {
          cpu: '4',
          'example.com/gpu': '2',
          'hugepages-2Mi': '0',
          memory: '8Gi',
          pods: '110',
        },
      },
    });
    const resources = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
    const pod = asObject<Pod>({
      metadata: { namespace: 'default', name: 'p' },
      spec: { containers: [{ name: 'c', resources }] },
    });
    const page = new Page();
    describeNodePods(page, node, [pod], 0);
    const rows = page
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s{2,}/));
    expect(rows.slice(-4, -1)).toEqual([
      ['ephemeral-storage', '0 (0%)', '0 (0%)'],
      ['hugepages-2Mi', '0 (0%)', '0 (0%)'],
      ['example.com/gpu', '1', '1'],
    ]);
  });

  it('counts a pod whose resize is infeasible with what it has', () => {
    const node = asObject<Node>({ status: { allocatable: { cpu: '2', memory: '8Gi' } } });
    const pod = asObject<Pod>({
      metadata: { namespace: 'default', name: 'p', generation: 2 },
      spec: { containers: [{ name: 'c', resources: { requests: { cpu: '64' } } }] },
      status: {
        conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
        containerStatuses: [{ name: 'c', resources: { requests: { cpu: '500m' } } }],
      },
    });
    const page = new Page();
    describeNodePods(page, node, [pod], 0);
    expect(page.toString()).toMatch(/^ +cpu +500m \(25%\) +0 \(0%\)$/m);
  });
});
