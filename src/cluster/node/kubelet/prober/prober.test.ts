import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const image = 'busybox:1.36';

describe('a probe', () => {
  const bed = new NodeBed();
  const probe = (port: number) => ({
    readinessProbe: { httpGet: { port, path: 'healthz', scheme: 'HTTPS' }, periodSeconds: 2 },
  });
  bed.pod('plain', { image: 'nginx:1.28', command: undefined, ...probe(80) });
  bed.pod('closed', probe(81));
  const failing = { livenessProbe: { exec: { command: ['false'] }, periodSeconds: 1 } };
  const lasting = { name: 'lasting', image, command: ['sleep', '1000'] };
  const ending = { ...lasting, name: 'ending', ...failing, restartPolicy: 'Never' };
  bed.pod('ends', {}, { containers: [ending, lasting] });
  bed.wait(12);

  it('over HTTPS says so, and fails at a server without TLS', () => {
    const messages = bed.events('Unhealthy').join('\n');
    expect(messages).toMatch(
      /Get "https:\/\/\S+:80\/healthz": http: server gave HTTP response to HTTPS client/,
    );
    expect(messages).toMatch(
      /Get "https:\/\/\S+:81\/healthz": dial tcp \S+: connect: connection refused/,
    );
  });

  it('ends a container for good whose own policy is Never', () => {
    const [ended] = bed.status('ends').containerStatuses ?? [];
    expect(ended).toMatchObject({ name: 'ending', restartCount: 0, ready: false });
    expect(ended?.state?.terminated?.exitCode).toBe(137);
    expect(bed.events('Killing')).toContain('Container ending failed liveness probe');
  });
});

describe('a gRPC probe', () => {
  const bed = new NodeBed();
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
  const server = (...args: readonly string[]) => ({
    image,
    command: undefined,
    args: ['grpc-health-checking', ...args],
  });
  const probe = (service?: string) => ({
    readinessProbe: { grpc: { port: 5000, service }, periodSeconds: 1, failureThreshold: 1 },
  });
  bed.pod('healthy', { ...server('--service=web'), ...probe('web') });
  bed.pod('unknown', { ...server(), ...probe('nobody') });
  bed.pod('turns', { ...server('--delay-unhealthy-sec=12'), ...probe() });
  bed.pod('no-server', { image: 'nginx:1.28', command: undefined, ...probe() });
  bed.wait(8);

  it('passes while the server says SERVING of the service', () => {
    expect(bed.run('get pod healthy')).toContain('1/1');
    expect(bed.run('get pod turns')).toContain('1/1');
  });

  it('fails when it says NOT_SERVING, knows no such service, or is no gRPC server', () => {
    bed.wait(10);
    expect(bed.run('get pod turns')).toContain('0/1');
    const messages = bed.events('Unhealthy');
    expect(messages).toContain(
      'Readiness probe failed: service unhealthy (responded with "NOT_SERVING")',
    );
    expect(messages).toContain(
      'Readiness probe failed: error: health rpc probe failed:' +
        ' rpc error: code = NotFound desc = unknown service',
    );
    expect(messages.find((text) => text.includes('timeout'))).toMatch(
      /timeout: failed to connect service "\S+:5000" within 1s: context deadline exceeded$/,
    );
  });
});

describe('a kubelet that probes', () => {
  const bed = new NodeBed();
  const fast = { periodSeconds: 1, failureThreshold: 2 };
  const web = { image: 'nginx:1.28', command: undefined };
  bed.pod('live', { livenessProbe: { exec: { command: ['false'] }, ...fast } });
  bed.pod('startup', { startupProbe: { exec: { command: ['false'] }, ...fast } });
  bed.pod('http', { ...web, readinessProbe: { httpGet: { path: '/none', port: 80 }, ...fast } });
  bed.pod('refused', { readinessProbe: { tcpSocket: { port: 81 }, ...fast } });
  bed.pod('grpc', { readinessProbe: { grpc: { port: 82 }, ...fast } });
  const init = {
    name: 'side',
    image: 'busybox:1.36',
    command: ['sleep', '1000'],
    restartPolicy: 'Always',
  };
  const liveness = { livenessProbe: { exec: { command: ['false'] }, ...fast } };
  bed.pod('sidecar', {}, { initContainers: [{ ...init, ...liveness }] });
  bed.pod('error', { readinessProbe: { exec: { command: ['/no/such'] }, ...fast } });
  bed.pod('slow', { readinessProbe: { exec: { command: ['sleep', '5'] }, ...fast } });
  bed.wait(25);

  it('tells how they failed and what follows', () => {
    bed.expectTold([
      'Unhealthy: Liveness probe failed: ',
      'Unhealthy: Startup probe failed: ',
      'Readiness probe failed: HTTP probe failed with statuscode: 404',
      /Readiness probe failed: dial tcp 10\.244\.0\.\d+:81: connect: connection refused/,
      /timeout: failed to connect service "\S+:82" within 1s: context deadline exceeded/,
      'Container app failed liveness probe, will be restarted',
      'Container app failed startup probe, will be restarted',
      'Init container side failed liveness probe',
      'Readiness probe errored and resulted in unknown state: ',
    ]);
  });
});
