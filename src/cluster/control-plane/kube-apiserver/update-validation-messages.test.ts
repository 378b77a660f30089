import { beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { ApiFixture, messageOf } from './api.test.fixture.ts';
import {
  causesOf,
  claim,
  core,
  deployment,
  group,
  type Manifest,
  matching,
  pathOf,
  pod,
  rbac,
  roleRef,
  service,
  storageClass,
} from './manifests.test.fixture.ts';

let api: ApiFixture;

/** What is wrong with a change of an object that is there. */
function changeFaults(manifest: Manifest, patch: object): readonly string[] {
  const made = api.create(pathOf(manifest), manifest);
  if (made.code >= 400 && made.code !== 409) throw new Error(messageOf(made));
  const { name } = manifest.metadata as { name: string };
  return causesOf(
    api.patch(`${pathOf(manifest)}/${name}`, 'merge-patch+json', patch).body as Status,
  );
}

beforeAll(() => {
  api = new ApiFixture();
});

const named = (manifest: Manifest, name: string) => ({ ...manifest, metadata: { name } });

const changes: readonly (readonly [string, Manifest, object, string | RegExp])[] = [
  [
    'validation.selectorImmutable',
    named(deployment({}), 'fixed'),
    {
      spec: {
        selector: { matchLabels: { app: 'a', b: 'c' } },
        template: { metadata: { labels: { b: 'c' } } },
      },
    },
    'spec.selector: Invalid value: {"matchLabels":{"app":"a","b":"c"}}: field is immutable',
  ],
  [
    'validation.podImmutable',
    named(pod({}), 'fixed'),
    { spec: { hostNetwork: true } },
    /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`/,
  ],
  [
    'validation.clusterIPOnce',
    named(service({}), 'fixed'),
    { spec: { clusterIP: '10.96.7.7', clusterIPs: ['10.96.7.7'] } },
    'spec.clusterIPs[0]: Invalid value: ["10.96.7.7"]: may not change once set',
  ],
  [
    'PVC spec',
    named(claim({}), 'fixed'),
    { spec: { accessModes: ['ReadOnlyMany'] } },
    /^spec: Forbidden: spec is immutable after creation except resources.requests and/,
  ],
  [
    'StorageClass',
    named(storageClass({}), 'fixed'),
    { provisioner: 'example.com/other' },
    'provisioner: Invalid value: "example.com/other": field is immutable',
  ],
  [
    'PriorityClass',
    named(group('scheduling.k8s.io/v1', 'PriorityClass', { value: 5 }), 'fixed'),
    { value: 6 },
    'value: Forbidden: may not be changed in an update.',
  ],
  [
    'RuntimeClass',
    named(group('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }), 'fixed'),
    { handler: 'other' },
    'handler: Invalid value: "other": field is immutable',
  ],
  [
    'RoleBinding',
    named(rbac('RoleBinding', { roleRef }), 'fixed'),
    { roleRef: { name: 'other' } },
    /^roleRef: Invalid value: .*: cannot change roleRef$/,
  ],
  [
    'Node podCIDR',
    named(
      core('Node', { spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24'] } }),
      'fixed',
    ),
    { spec: { podCIDR: '10.244.1.0/24', podCIDRs: ['10.244.1.0/24'] } },
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
  ],
  [
    'ConfigMap immutable',
    named(core('ConfigMap', { immutable: true, data: { a: '1' } }), 'fixed'),
    { data: { a: '2' } },
    'data: Forbidden: field is immutable when `immutable` is set',
  ],
  [
    'EndpointSlice',
    named(
      group('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [] }),
      'fixed',
    ),
    { addressType: 'IPv6' },
    'addressType: Invalid value: "IPv6": field is immutable',
  ],
];

describe('a change that is not valid', () => {
  it.each(changes)('%s', (_id, manifest, patch, text) => {
    expect(changeFaults(manifest, patch)).toEqual([matching(text)]);
  });
});
