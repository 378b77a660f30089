import { describe, expect, it } from 'vitest';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { defaultPodSpec } from '#k8s.io/api/defaults/pod';
import { fieldErrorMessage } from '#k8s.io/apimachinery/field-error';
import { resizeStrategy } from './resize-strategy.ts';

const resources = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2' } };
const app: Container = { name: 'app', image: 'i', resources };
const init: Container = { name: 'init', image: 'i', resources };
const side: Container = { ...init, name: 'side', restartPolicy: 'Always' };

const podOf = (containers: readonly Container[], initContainers: readonly Container[]): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', uid: 'u' } as Pod['metadata'],
  spec: defaultPodSpec({ containers, initContainers }),
  status: { qosClass: 'Burstable' },
});

const old = podOf([app], [init, side]);

function resize(containers: readonly Container[], initContainers = old.spec.initContainers ?? []) {
  const wanted = podOf(containers, initContainers);
  const pod = resizeStrategy.prepareForUpdate?.(wanted, old) ?? wanted;
  return { pod, errors: (resizeStrategy.validateUpdate?.(pod, old) ?? []).map(fieldErrorMessage) };
}

const asking = (container: Container, requests: Readonly<Record<string, string>>): Container => ({
  ...container,
  resources: { ...resources, requests: { ...resources.requests, ...requests } },
});

describe('resizeStrategy', () => {
  it('takes over cpu and memory of containers and sidecars, and drops everything else', () => {
    const { pod, errors } = resize(
      [{ ...asking(app, { cpu: '2' }), image: 'other' }],
      [init, asking(side, { memory: '2Gi' })],
    );
    expect(errors).toEqual([]);
    expect(pod.spec.containers[0]).toMatchObject({
      image: 'i',
      resources: { requests: { cpu: '2' } },
    });
    expect(pod.spec.initContainers?.[1]?.resources?.requests).toEqual({ cpu: '1', memory: '2Gi' });
  });

  it('refuses other resources and another resize policy', () => {
    const text = 'spec: Forbidden: only cpu and memory resources are mutable';
    expect(resize([asking(app, { 'ephemeral-storage': '1Gi' })]).errors).toEqual([text]);
    const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] as const;
    expect(resize([{ ...app, resizePolicy }]).errors).toEqual([text]);
  });

  it('refuses init containers that do not stay', () => {
    expect(resize([app], [asking(init, { cpu: '2' }), side]).errors).toEqual([
      'spec: Forbidden: resources for non-sidecar init containers are immutable',
    ]);
  });

  it('refuses containers that come or have another name', () => {
    expect(resize([app, { ...app, name: 'more' }]).errors).toEqual([
      'spec.containers: Forbidden: containers may not be added or removed on resize',
    ]);
    expect(resize([{ ...app, name: 'more' }]).errors).toEqual([
      'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
    ]);
  });

  it('refuses to take a request away', () => {
    const { cpu } = resources.requests;
    expect(resize([{ ...app, resources: { ...resources, requests: { cpu } } }]).errors).toEqual([
      'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
    ]);
  });
});
