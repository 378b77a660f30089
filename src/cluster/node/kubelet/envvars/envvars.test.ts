import { describe, expect, it } from 'vitest';
import type { Service } from '#k8s.io/api/core/v1';
import { expand } from './environment.ts';
import { fromServices } from './envvars.ts';

const service = (name: string, spec: Service['spec']): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec,
});

describe('service environment', () => {
  it('tells address and ports of a service in the ways of Docker links', () => {
    const ports = [{ name: 'https', port: 443, protocol: 'TCP' as const }];
    const pairs = fromServices([service('kubernetes', { clusterIP: '10.96.0.1', ports })]);
    expect(Object.fromEntries(pairs.map(({ key, value }) => [key, value]))).toEqual({
      KUBERNETES_SERVICE_HOST: '10.96.0.1',
      KUBERNETES_SERVICE_PORT: '443',
      KUBERNETES_SERVICE_PORT_HTTPS: '443',
      KUBERNETES_PORT: 'tcp://10.96.0.1:443',
      KUBERNETES_PORT_443_TCP: 'tcp://10.96.0.1:443',
      KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
      KUBERNETES_PORT_443_TCP_PORT: '443',
      KUBERNETES_PORT_443_TCP_ADDR: '10.96.0.1',
    });
  });

  it('has nothing to say of a headless service', () => {
    expect(fromServices([service('db', { clusterIP: 'None', ports: [{ port: 80 }] })])).toEqual([]);
  });

  it('writes a dash of the name as an underscore', () => {
    const pairs = fromServices([
      service('my-app', { clusterIP: '10.96.0.2', ports: [{ port: 80 }] }),
    ]);
    expect(pairs[0]?.key).toBe('MY_APP_SERVICE_HOST');
  });

  it('expands what is known and leaves the rest', () => {
    const known = new Map([['A', '1']]);
    expect(expand('$(A) $(B) $$(A)', known)).toBe('1 $(B) $(A)');
  });
});
