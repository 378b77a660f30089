import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

function start(more: Partial<ClusterConfig>) {
  const simulation = new ClusterSimulation({ ...clusterOf(2), ...more }, 1, allParts);
  const { sim } = simulation;
  const wait = (time: number) => sim.run(sim.now + seconds(time));
  wait(30);
  const kubectl = (line: string, manifest?: object) => {
    const stdin = manifest === undefined ? {} : { stdin: JSON.stringify(manifest) };
    const command = { argv: splitWords(line), user: 'admin', ...stdin };
    const result = simulation.runCommand(command, seconds(60));
    return { exitCode: 1, stdout: '', stderr: '', ...result };
  };
  return { simulation, wait, kubectl };
}

describe('a cluster with a metrics server', () => {
  const { kubectl, wait } = start({ metricsServer: true, dns: 'coredns' });

  it('shows what nodes and pods use', () => {
    wait(40);
    expect(kubectl('get apiservice v1beta1.metrics.k8s.io').stdout).toMatch(
      /kube-system\/metrics-server +True/,
    );
    const [header = '', first = ''] = kubectl('top node').stdout.split('\n');
    expect(header).toMatch(/^NAME +CPU\(cores\) +CPU\(%\) +MEMORY\(bytes\) +MEMORY\(%\) +$/);
    expect(first).toMatch(/^node-1 +\d+m +\d+% +\d+Mi +\d+% +$/);
    expect(kubectl('top pod -A --sum').stdout).toMatch(
      /kube-system +metrics-server-\S+ +\d+m +17Mi +\n +_{8} +_{8} +\n +\d+m +43Mi/,
    );
    expect(kubectl('get pods.metrics.k8s.io -n kube-system').stdout).toMatch(
      /^NAME +CPU +MEMORY +WINDOW\ncoredns-\S+ +\d+\S* +\S+Ki +15/,
    );
    expect(kubectl('api-versions').stdout).toContain('metrics.k8s.io/v1beta1');
  });

  it('says of what it does not know that it is not there, or not yet', () => {
    expect(kubectl('top pod nope').stderr).toBe(
      'Error from server (NotFound): podmetrics.metrics.k8s.io "default/nope" not found\n',
    );
    expect(kubectl('top node node-9').stderr).toBe(
      'Error from server (NotFound): nodemetrics.metrics.k8s.io "node-9" not found\n',
    );
    kubectl('run young --image=nginx');
    wait(3);
    expect(kubectl('top pod')).toMatchObject({
      exitCode: 1,
      stderr: 'error: metrics not available yet\n',
    });
    expect(kubectl('top pod -n kube-public').stderr).toBe(
      'No resources found in kube-public namespace.\n',
    );
  });

  it('lets an autoscaler follow the load', () => {
    for (const line of [
      'create deployment php-apache --image=registry.k8s.io/hpa-example',
      'set resources deployment php-apache --requests=cpu=200m --limits=cpu=500m',
      'expose deployment php-apache --port=80',
      'autoscale deployment php-apache --cpu=50% --min=1 --max=10',
    ]) {
      expect(kubectl(line).exitCode).toBe(0);
    }
    wait(60);
    expect(kubectl('get hpa').stdout).toMatch(/cpu: 0%\/50% +1 +10 +1 /);
    const loop = 'while sleep 0.1; do wget -q -O- http://php-apache; done';
    kubectl(`run load --image=busybox -- /bin/sh -c "${loop}"`);
    wait(90);
    expect(kubectl('get hpa').stdout).toMatch(/cpu: \d\d%\/50% +1 +10 +[2-9] /);
    expect(kubectl('describe hpa').stdout).toMatch(
      /New size: \d; reason: cpu resource utilization \(percentage of request\) above target/,
    );
    expect(kubectl('top pod --sort-by=cpu').stdout).toMatch(/\nphp-apache-\S+ +\d\d+m/);
  });

  it('cannot ask when the metrics server is gone', () => {
    kubectl('scale deployment metrics-server -n kube-system --replicas=0');
    wait(40);
    expect(kubectl('get apiservice v1beta1.metrics.k8s.io').stdout).toMatch(
      /False \(MissingEndpoints\)/,
    );
    expect(kubectl('top node').stderr).toBe(
      'Error from server (ServiceUnavailable): the server is currently unable to handle the ' +
        'request (get nodes.metrics.k8s.io)\n',
    );
    expect(kubectl('api-resources')).toMatchObject({
      exitCode: 1,
      stderr:
        'error: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: ' +
        'stale GroupVersion discovery: metrics.k8s.io/v1beta1\n',
    });
  });
});

describe('a cluster without a metrics server', () => {
  it('has no metrics API', () => {
    const { kubectl } = start({});
    expect(kubectl('top pod')).toMatchObject({
      exitCode: 1,
      stderr: 'error: Metrics API not available\n',
    });
    expect(kubectl('top node').stderr).toBe('error: Metrics API not available\n');
  });
});

describe('a quota of CPU time', () => {
  it('slows down what runs in the container, and shows in its use', () => {
    const { kubectl, wait } = start({ metricsServer: true });
    const pod = (name: string, limits: object) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        containers: [
          {
            name: 'c',
            image: 'busybox',
            command: ['sh', '-c', 'while true; do true; done'],
            resources: { limits },
          },
        ],
      },
    });
    kubectl('apply -f -', pod('free', {}));
    kubectl('apply -f -', pod('slow', { cpu: '100m' }));
    wait(45);
    const { stdout } = kubectl('top pod --no-headers');
    const [, free = 0, slow = 0] = /free +(\d+)m.*\nslow +(\d+)m/.exec(stdout)?.map(Number) ?? [];
    expect(free).toBeGreaterThan(900);
    expect(slow).toBeGreaterThan(90);
    expect(slow).toBeLessThanOrEqual(101);
  });
});
