import { describe, expect, it } from 'vitest';
import { alreadyExists } from './errors.ts';
import {
  etcdKey,
  etcdListPrefix,
  groupResource,
  resourceFor,
  resourceForKind,
  resourceForTypedName,
  resourcePath,
  resources,
  resourcesInCategory,
  subresourceOf,
} from './resources.ts';

const typed = (name: string) =>
  resourceForTypedName(name)?.apiVersion.concat(' ', resourceForTypedName(name)?.kind ?? '');

describe('resources', () => {
  it('serves what discovery of a v1.36 server lists', () => {
    expect(resources).toHaveLength(68);
    expect(resourceFor('apps', 'v1', 'deployments')?.kind).toBe('Deployment');
    expect(resourceFor('apps', 'v1', 'pods')).toBeUndefined();
    expect(resourceForKind('v1', 'Node')?.namespaced).toBe(false);
  });

  it('finds a resource by plural, singular, short name, kind, and with its group', () => {
    for (const name of ['po', 'pods', 'pod', 'Pod', 'pods.v1.']) expect(typed(name)).toBe('v1 Pod');
    for (const name of ['deploy', 'deployments.apps', 'deployment.v1.apps', 'Deployment'])
      expect(typed(name)).toBe('apps/v1 Deployment');
    expect(typed('events')).toBe('v1 Event');
    expect(typed('events.events.k8s.io')).toBe('events.k8s.io/v1 Event');
    expect(typed('hpa')).toBe('autoscaling/v2 HorizontalPodAutoscaler');
    expect(typed('widgets')).toBeUndefined();
  });

  it('expands the category all', () => {
    expect(resourcesInCategory('all').map((info) => info.plural)).toContain('replicasets');
  });

  it('keeps objects under the prefixes etcd has had since the beginning', () => {
    const key = (name: string, namespace?: string) => {
      const info = resourceForTypedName(name);
      return info && etcdKey(info, namespace, 'x');
    };
    expect(key('node')).toBe('/registry/minions/x');
    expect(key('svc', 'default')).toBe('/registry/services/specs/default/x');
    expect(key('ep', 'default')).toBe('/registry/services/endpoints/default/x');
    expect(key('deploy', 'default')).toBe('/registry/deployments/default/x');
    expect(key('ing', 'default')).toBe('/registry/ingress/default/x');
    expect(key('apiservice')).toBe('/registry/apiregistration.k8s.io/apiservices/x');
    const pods = resourceForTypedName('po')!;
    expect(etcdListPrefix(pods)).toBe('/registry/pods/');
    expect(etcdListPrefix(pods, 'team')).toBe('/registry/pods/team/');
  });

  it('knows the subresources and their bodies', () => {
    const deployments = resourceForTypedName('deploy')!;
    expect(subresourceOf(deployments, 'scale')?.group).toBe('autoscaling');
    expect(subresourceOf(deployments, 'status')?.kind).toBe('Deployment');
    expect(resourcePath(deployments, 'default', 'web', 'scale')).toBe(
      '/apis/apps/v1/namespaces/default/deployments/web/scale',
    );
    expect(alreadyExists(groupResource(deployments), 'web').message).toBe(
      'deployments.apps "web" already exists',
    );
  });
});
