import { describe, expect, it } from 'vitest';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { endpointsText } from './describe-service.ts';

const metadata = { name: 'web-1', namespace: 'default', uid: '', resourceVersion: '1' };
const slice = (
  ports: readonly { name: string; port: number }[],
  ...endpoints: readonly (string | { addresses: readonly string[]; ready: boolean })[]
): EndpointSlice => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { ...metadata, creationTimestamp: '2026-01-01T00:00:00Z' },
  addressType: 'IPv4',
  ports,
  endpoints: endpoints.map((one) =>
    typeof one === 'string'
      ? { addresses: [one], conditions: { ready: true } }
      : { addresses: one.addresses, conditions: { ready: one.ready } },
  ),
});
const http = [{ name: 'http', port: 80 }];

describe('the endpoints of a described service', () => {
  it('are <none> without a slice, and empty when none is ready', () => {
    expect(endpointsText([], 'http')).toBe('<none>');
    const unready = { addresses: ['10.244.0.5'], ready: false };
    expect(endpointsText([slice(http, unready)], 'http')).toBe('');
  });

  it('stand in the order of the slice, three of them by name', () => {
    const four = slice(http, '10.244.2.9', '10.244.0.5', '10.244.1.7', '10.244.0.6');
    expect(endpointsText([four], 'http')).toBe(
      '10.244.2.9:80,10.244.0.5:80,10.244.1.7:80 + 1 more...',
    );
    expect(endpointsText([four], 'https')).toBe('');
  });

  it('are addresses alone where the slice has no ports', () => {
    expect(endpointsText([slice([], '10.244.0.5', '10.244.1.7')], 'http')).toBe(
      '10.244.0.5,10.244.1.7',
    );
  });
});
