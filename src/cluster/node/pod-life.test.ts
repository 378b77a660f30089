/** Features of a pod that involve more than one program of the cluster. */
import { describe, expect, it } from 'vitest';
import { NodeBed } from './node-bed.fixture.ts';

const image = 'busybox:1.36';

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
