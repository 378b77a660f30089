/** The life of a pod on its node: sidecars, hooks and probes, names, what it asks for. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from './node-bed.fixture.ts';

const image = 'busybox:1.36';
const sidecar = (name: string, more: object = {}) => ({
  name,
  image,
  restartPolicy: 'Always',
  command: ['sleep', '1000'],
  ...more,
});

describe('a sidecar', () => {
  const bed = new NodeBed();
  const restarts = (pod: string) =>
    (bed.status(pod).initContainerStatuses ?? []).map(({ restartCount }) => restartCount);

  it('starts again with another image, and nothing else does', () => {
    bed.pod('swap', {}, { initContainers: [sidecar('side')] });
    bed.wait(5);
    bed.run('set image pod/swap side=nginx:1.28');
    bed.wait(8);
    expect(bed.events('Killing')).toEqual(['Init container side definition changed']);
    expect(restarts('swap')).toEqual([1]);
    expect(bed.status('swap').containerStatuses?.[0]?.restartCount).toBe(0);
  });

  it('that crashes once it was seen to run does not hold back those after it', () => {
    const crashing = sidecar('first', { command: ['sh', '-c', 'sleep 3; exit 1'] });
    const slow = { name: 'second', image, command: ['sleep', '8'] };
    bed.pod('held', {}, { initContainers: [crashing, slow, sidecar('third')] });
    bed.wait(16);
    expect(bed.status('held').phase).toBe('Running');
    expect(bed.status('held').containerStatuses?.[0]?.state).toHaveProperty('running');
  });

  it('is resized in place, and told of before the other containers', () => {
    const resources = { requests: { cpu: '10m' } };
    bed.pod('small', { resources }, { initContainers: [sidecar('side', { resources })] });
    bed.wait(4);
    const wish = { initContainers: [{ name: 'side', resources: { requests: { cpu: '20m' } } }] };
    bed.run(`patch pod small --subresource resize -p '${JSON.stringify({ spec: wish })}'`);
    bed.wait(4);
    const [side] = bed.status('small').initContainerStatuses ?? [];
    expect(side?.resources).toEqual({ requests: { cpu: '20m' } });
    expect(side?.restartCount).toBe(0);
    expect(bed.events('ResizeCompleted')).toEqual([
      'Pod resize completed: {"initContainers":[{"name":"side","resources":{"requests":' +
        '{"cpu":"20m"}}}],"containers":[{"name":"app","resources":{"requests":{"cpu":"10m"}}}],' +
        '"generation":2}',
    ]);
  });
});

describe('a new sandbox', () => {
  it('begins with the first init container, however the others ended before', () => {
    const bed = new NodeBed();
    const init = (name: string) => ({ name, image, command: ['sh', '-c', `echo ${name}`] });
    bed.pod('again', {}, { initContainers: [init('one'), init('two')] });
    bed.wait(5);
    bed.host('reboot_node 1');
    bed.wait(60);
    const calls = bed.facts('CriCalled').filter(({ pod }) => pod === 'default/again');
    const made = calls.filter(({ method }) => method === 'CreateContainer');
    expect(made).toHaveLength(6);
    const removed = calls.filter(({ method }) => method === 'RemoveContainer');
    expect(removed.length).toBeGreaterThanOrEqual(2);
  });
});

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
    const said = bed.events('Unhealthy').join('\n');
    expect(said).toMatch(
      /Get "https:\/\/\S+:80\/healthz": http: server gave HTTP response to HTTPS client/,
    );
    expect(said).toMatch(
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

describe('a hook', () => {
  const bed = new NodeBed();
  const after = (postStart: object) => ({ lifecycle: { postStart } });
  bed.pod('fails', after({ exec: { command: ['sh', '-c', 'echo no >&2; exit 7'] } }));
  const https = { httpGet: { port: 80, scheme: 'HTTPS' } };
  bed.pod('plain', {
    image: 'nginx:1.28',
    command: undefined,
    lifecycle: { preStop: https },
  });
  bed.wait(6);

  it('that fails leaves its words in the status, and not in the event', () => {
    const written = bed.facts('TxnCommitted').filter(({ key }) => key.endsWith('/default/fails'));
    const text = JSON.stringify(written.map(({ value }) => value));
    expect(text).toContain('Exec lifecycle hook ([sh -c echo no >&2; exit 7]) for Container ');
    expect(text).toContain("failed - error: command 'sh -c echo no >&2; exit 7' exited with 7: no");
    expect(new Set(bed.events('FailedPostStartHook'))).toEqual(new Set(['PostStartHook failed']));
  });

  it('over HTTPS is tried again without TLS', () => {
    bed.run('delete pod plain');
    expect(bed.events('LifecycleHTTPFallback')[0]).toMatch(
      /^request to HTTPS lifecycle hook \S+:80 got HTTP response, retry with HTTP succeeded$/,
    );
  });
});

describe('a container with a terminal', () => {
  it('is told which', () => {
    const bed = new NodeBed();
    bed.pod('term', { tty: true });
    bed.wait(3);
    expect(bed.run('exec term -- env')).toMatch(/^PATH=.*\nTERM=xterm\nHOSTNAME=term\n/);
  });
});

describe('the active deadline of a pod', () => {
  const bed = new NodeBed();
  bed.pod('late', {}, { activeDeadlineSeconds: 100 });
  bed.wait(3);
  const set = (seconds: number) =>
    bed.run(`patch pod late -p '{"spec":{"activeDeadlineSeconds":${seconds}}}'`);

  it('may not be put off', () => {
    expect(set(200)).toContain('Invalid value: 200: must be less than or equal to previous value');
  });

  it('ends a running pod when it is brought forward', () => {
    set(6);
    bed.wait(8);
    expect(bed.status('late')).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });
});

describe('a stop signal', () => {
  it('is forgotten, because its feature is off', () => {
    const bed = new NodeBed();
    bed.pod('signal', { lifecycle: { stopSignal: 'SIGUSR1' } });
    const spec = JSON.parse(bed.run('get pod signal -o json')).spec;
    expect(spec.containers[0]).not.toHaveProperty('lifecycle');
    bed.pod('signal', { lifecycle: { stopSignal: 'SIGUSR1' } });
    expect(JSON.parse(bed.run('get pod signal -o json')).metadata.generation).toBe(1);
  });
});

describe('the name of a pod', () => {
  const bed = new NodeBed();
  const named = { hostname: 'me', subdomain: 'sub', setHostnameAsFQDN: true };
  bed.pod('full', {}, named);
  bed.pod('long', {}, { ...named, hostname: 'x'.repeat(40) });
  bed.pod('other', {}, { hostnameOverride: 'my.own.name' });
  bed.wait(4);

  it('is its full name for the kernel, if it asks for that', () => {
    expect(bed.run('exec full -- hostname')).toBe('me.sub.default.svc.cluster.local\n');
  });

  it('is what overrides it', () => {
    expect(bed.run('exec other -- hostname')).toBe('my.own.name\n');
  });

  it('keeps it from starting when it is too long for the kernel', () => {
    const name = `${'x'.repeat(40)}.sub.default.svc.cluster.local`;
    expect(bed.events('FailedCreatePodSandBox')[0]).toBe(
      'Failed to create pod sandbox: failed to construct FQDN from pod hostname and cluster' +
        ` domain, FQDN ${name} is too long (64 characters is the max, 70 characters requested)`,
    );
  });
});

describe('resources of a pod as a whole', () => {
  const bed = new NodeBed();
  const both = { cpu: '100m', memory: '64Mi' };
  bed.pod('whole', {}, { resources: { requests: both, limits: both } });
  bed.pod('half', {}, { resources: { requests: both } });
  bed.wait(4);

  it('make its class', () => {
    expect(bed.status('whole').qosClass).toBe('Guaranteed');
    expect(bed.status('half').qosClass).toBe('Burstable');
  });

  it('stand in its description', () => {
    expect(bed.run('describe pod whole')).toContain(
      'Resources:\n  Limits:\n    cpu:     100m\n    memory:  64Mi\n' +
        '  Requests:\n    cpu:     100m\n    memory:  64Mi\nContainers:\n',
    );
  });

  it('are resized, which the events do not tell of', () => {
    const wish = { resources: { requests: { cpu: '200m' } } };
    bed.run(`patch pod half --subresource resize -p '${JSON.stringify({ spec: wish })}'`);
    bed.wait(4);
    expect(bed.status('half').resources?.requests).toEqual({ cpu: '200m', memory: '64Mi' });
    expect(bed.events('ResizeStarted')).toEqual([
      'Pod resize started: {"containers":[{"name":"app","resources":{}}],"generation":2}',
    ]);
  });
});

describe('an ephemeral container', () => {
  const bed = new NodeBed();
  bed.pod('crashes', { command: ['sh', '-c', 'exit 1'] });
  bed.wait(5);

  it('does not start beside a container that does not run', () => {
    bed.run('debug crashes --image=busybox:1.36 -c dbg --target=app -- sleep 9');
    bed.wait(20);
    const [status] = bed.status('crashes').ephemeralContainerStatuses ?? [];
    expect(status?.state?.waiting?.reason).toBe('CreateContainerError');
    const [text = ''] = [status?.state?.waiting?.message];
    expect(text.replace(/"\w{64}"/g, '"ID"')).toBe(
      'failed to generate container "ID" spec: invalid target container: container "ID" is not' +
        ' running - in state CONTAINER_EXITED',
    );
  });

  it('is refused what belongs to a part of the service', () => {
    const x = { name: 'x', image, ports: [{ containerPort: 80 }] };
    const patch = JSON.stringify({ spec: { ephemeralContainers: [x] } });
    expect(bed.run(`patch pod crashes --subresource ephemeralcontainers -p '${patch}'`)).toBe(
      'The Pod "crashes" is invalid: spec.ephemeralContainers[0].ports: Forbidden: cannot be set' +
        ' for an Ephemeral Container\n',
    );
  });
});
