import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { NetworkBed } from '#cluster/node/kernel/testing.fixture';

const spec = {
  type: 'LoadBalancer',
  externalTrafficPolicy: 'Local',
  clusterIP: '10.96.0.50',
  ports: [{ port: 80 }],
  healthCheckNodePort: 31_000,
} as const;

/** What the n-th node answers a load balancer. */
function checked(bed: NetworkBed, node: number): string {
  const { host } = bed.kernel(2);
  return bed.run(
    (function* () {
      const to = { ip: bed.kernel(node).address, port: spec.healthCheckNodePort };
      const connected = yield* host.connect(to, { timeout: seconds(2) });
      if (!connected.ok) return connected.error;
      connected.value.send('GET / HTTP/1.1\r\nHost: node\r\n\r\n');
      return (yield* connected.value.receive(seconds(2))) ?? 'nothing';
    })(),
  );
}

describe('the health check port of a service whose outside traffic stays on the node', () => {
  const bed = new NetworkBed(2);
  const server = bed.pod(1, 2);
  bed.service('web', spec, [{ ip: server.address, port: 80, node: 'node-1' }]);

  it('answers 200 where an endpoint is, with their number', () => {
    const answer = checked(bed, 1);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('X-Load-Balancing-Endpoint-Weight: 1\r\n');
    expect(answer).toContain('"localEndpoints": 1,');
  });

  it('answers 503 where none is', () => {
    expect(checked(bed, 2)).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  });

  it('is closed when the service no longer asks for it', () => {
    bed.service('web', { ...spec, externalTrafficPolicy: 'Cluster', healthCheckNodePort: 0 }, []);
    expect(checked(bed, 1)).toBe('ECONNREFUSED');
  });
});
