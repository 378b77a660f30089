/** A Service of type LoadBalancer, from its address to the answer that somebody outside gets. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import type { CommandResult } from '#cluster/client/kubectl/kubectl';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

/** A command line as it is typed, whatever its program. */
function typed(bed: ClusterBed, line: string): CommandResult {
  const result = bed.simulation.runCommand({ line, user: 'admin' }, seconds(200));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
}

const service = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

describe('in a cluster with a cloud, a Service of type LoadBalancer', () => {
  const bed = new ClusterBed({ ...clusterOf(3), loadBalancer: true });
  bed.wait(10);
  bed.run('create deployment web --image=nginx --replicas=2');
  bed.wait(15);

  it('waits for its address until the cloud has made a load balancer', () => {
    bed.create(service('web'));
    expect(bed.run('get service web')).toMatch(/LoadBalancer +\S+ +<pending> +80:\d+\/TCP/);
    bed.wait(6);
    expect(bed.run('get service web')).toMatch(/LoadBalancer +\S+ +172\.30\.255\.1 +80:\d+\/TCP/);
    const path = 'jsonpath={.status.loadBalancer.ingress}';
    expect(bed.run(`get service web -o '${path}'`)).toBe('[{"ip":"172.30.255.1","ipMode":"VIP"}]');
  });

  it('has the finalizer before the cloud is asked, and says both in its events', () => {
    const path = 'jsonpath={.metadata.finalizers}';
    const finalizers = bed.run(`get service web -o '${path}'`);
    expect(finalizers).toBe('["service.kubernetes.io/load-balancer-cleanup"]');
    const told = bed.run('describe service web');
    expect(told).toMatch(/LoadBalancer Ingress: +172\.30\.255\.1 \(VIP\)/);
    expect(told).toMatch(/EnsuringLoadBalancer +\S+ +service-controller +Ensuring load balancer/);
    expect(told).toMatch(/EnsuredLoadBalancer +\S+ +service-controller +Ensured load balancer/);
    const patches = bed
      .facts('RequestSent')
      .filter(
        ({ url, component }) => /services\/web\/status/.test(url) && /^cloud/.test(component),
      );
    const [made] = bed.facts('LoadBalancerSet');
    expect(patches).toHaveLength(2);
    expect(patches[0]?.id).toBeLessThan(made?.id ?? 0);
    expect(patches[1]?.id).toBeGreaterThan(made?.id ?? 0);
    expect(made?.nodes).toEqual(['node-1', 'node-2', 'node-3']);
  });

  it('answers curl from a machine that is no node, by way of a node and its rules', () => {
    const answer = typed(bed, 'curl -s http://172.30.255.1/');
    expect(answer.stdout).toContain('Welcome to nginx!');
    const hops = bed.facts('PacketHop').filter(({ namespace }) => namespace !== '');
    const first = hops.findLast(({ component }) => component === 'person/kernel');
    const sent = hops.filter(({ packet }) => packet === (first?.packet || first?.id));
    expect(sent.map(({ hop }) => hop)).toContain('balanced');
    const balanced = sent.find(({ hop }) => hop === 'balanced');
    expect(balanced?.addresses).toMatch(/^tcp 172\.30\.0\.1:\d+ > 172\.30\.255\.1:80$/);
    const rules = sent.flatMap((hop) => hop.rules).join('\n');
    expect(rules).toMatch(/-d 172\.30\.255\.1\/32 .*default\/web loadbalancer IP.* -j KUBE-EXT-/);
    const answered = bed.facts('ConnectionAnswered').at(-1);
    expect(answered?.to).toEqual({ ip: '172.30.255.1', port: 80 });
    expect(answered?.server.ip).toMatch(/^10\.244\./);
  });

  it('answers from a pod too, whose packet never leaves for the load balancer', () => {
    const before = bed.facts('PacketHop').length;
    const exec = 'run ask --image=busybox --restart=Never --attach --rm --quiet';
    const told = bed.run(`${exec} -- wget -qO- -T 5 http://172.30.255.1`);
    expect(told).toContain('Welcome to nginx!');
    const hops = bed.facts('PacketHop').slice(before);
    expect(hops.map(({ hop }) => hop)).not.toContain('balanced');
  });

  it('is reached at the port of any node as well', () => {
    const port = bed.run("get service web -o 'jsonpath={.spec.ports[0].nodePort}'");
    expect(typed(bed, `curl -s http://172.30.0.12:${port}/`).stdout).toContain('Welcome to nginx!');
    const refused = typed(bed, 'curl http://172.30.0.12:81/');
    expect(refused.exitCode).toBe(7);
    expect(refused.stderr).toContain('Could not connect to server');
  });

  it('keeps the addresses of others, and takes the one that it asks for', () => {
    bed.create(service('second'));
    bed.create(service('third', { loadBalancerIP: '172.30.255.77' }));
    bed.create(service('fourth', { loadBalancerIP: '10.0.0.1' }));
    bed.create(service('foreign', { loadBalancerClass: 'example.com/other' }));
    bed.wait(12);
    const list = bed.run('get services');
    expect(list).toMatch(/^second +LoadBalancer +\S+ +172\.30\.255\.2 /m);
    expect(list).toMatch(/^third +LoadBalancer +\S+ +172\.30\.255\.77 /m);
    expect(list).toMatch(/^fourth +LoadBalancer +\S+ +<pending> /m);
    expect(list).toMatch(/^foreign +LoadBalancer +\S+ +<pending> /m);
    expect(bed.run('describe service fourth')).toContain(
      'Error syncing load balancer: failed to ensure load balancer: ' +
        'address 10.0.0.1 is not in 172.30.255.0/24',
    );
    expect(bed.run('describe service foreign')).toMatch(/Events: +<none>/);
  });

  it('is told to the load balancers when a node is kept out', () => {
    bed.run('label node node-3 node.kubernetes.io/exclude-from-external-load-balancers=true');
    bed.wait(6);
    const set = bed.facts('LoadBalancerSet').filter(({ service: of }) => of === 'default/web');
    expect(set.at(-1)).toMatchObject({ what: 'updated', nodes: ['node-1', 'node-2'] });
    expect(bed.run('describe service web')).toMatch(
      /UpdatedLoadBalancer +\S+ +service-controller +Updated load balancer with new hosts/,
    );
  });

  it('loses its address when it becomes another type, and its finalizer with it', () => {
    bed.patch('service', 'second', { spec: { type: 'ClusterIP' } });
    bed.wait(6);
    const path = 'jsonpath={.metadata.finalizers}{.status.loadBalancer}';
    expect(bed.run(`get service second -o '${path}'`)).toBe('{}');
    expect(bed.run('describe service second')).toMatch(
      /DeletedLoadBalancer .* Deleted load balancer/,
    );
  });

  it('goes only after its load balancer, and then nobody has the address', () => {
    expect(bed.run('delete service web --wait=false')).toContain('deleted');
    expect(bed.run('get service web')).toContain('LoadBalancer');
    bed.wait(5);
    expect(bed.run('get service web')).toContain('not found');
    expect(bed.events('DeletingLoadBalancer')).toContain('Deleting load balancer');
    const lost = typed(bed, 'curl -m 3 http://172.30.255.1/');
    expect(lost.exitCode).toBe(28);
  });

  it('gets an address from a controller that was away', () => {
    bed.run('-n kube-system scale deployment cloud-controller-manager --replicas=0');
    bed.wait(40);
    bed.create(service('late'));
    bed.wait(5);
    expect(bed.run('get service late')).toContain('<pending>');
    bed.run('-n kube-system scale deployment cloud-controller-manager --replicas=1');
    bed.wait(15);
    expect(bed.run('get service late')).toMatch(/172\.30\.255\.1 /);
  });
});

describe('in the recorded cluster, which has no cloud', () => {
  const bed = new ClusterBed(clusterOf(1));

  it('such a Service waits for ever, and nothing has come into the cluster', () => {
    bed.create(service('web'));
    bed.wait(30);
    expect(bed.run('get service web')).toContain('<pending>');
    expect(bed.run('-n kube-system get pods')).toContain('No resources found');
  });

  it('no name of a Service is known', () => {
    expect(typed(bed, 'curl http://web/').stderr).toBe('curl: (6) Could not resolve host: web\n');
    expect(typed(bed, 'wget http://web/').stderr).toBe('wget: command not found\n');
  });
});

describe('a Service of type LoadBalancer whose outside traffic stays on the node', () => {
  const bed = new ClusterBed({ ...clusterOf(3), loadBalancer: true });
  bed.wait(10);
  const pod = (name: string, node: string) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } } },
    spec: { nodeName: node, containers: [{ name: 'nginx', image: 'nginx' }] },
  });
  bed.create(pod('one', 'node-1'));
  bed.wait(15);
  const targets = () => bed.facts('LoadBalancerSet').at(-1);
  const curl = () => typed(bed, 'curl -s -m 3 http://172.30.255.1/');

  it('has a port at which each node says how many Pods of it are there', () => {
    bed.create(service('web', { externalTrafficPolicy: 'Local' }));
    bed.wait(6);
    const port = bed.run("get service web -o 'jsonpath={.spec.healthCheckNodePort}'");
    expect(Number(port)).toBeGreaterThanOrEqual(30_000);
    const here = typed(bed, `curl -i -s http://172.30.0.11:${port}/healthz`).stdout;
    expect(here).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"localEndpoints": 1,/);
    const there = typed(bed, `curl -i -s http://172.30.0.12:${port}/healthz`).stdout;
    expect(there).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*"localEndpoints": 0,/);
  });

  it('gets packets only at the node that answers, and its Pod sees who asks', () => {
    expect(targets()).toMatchObject({ what: 'checked', nodes: ['node-1'] });
    for (let n = 0; n < 4; n++) expect(curl().stdout).toContain('Welcome to nginx!');
    const balanced = bed.facts('PacketHop').filter(({ hop }) => hop === 'balanced');
    expect(balanced.map(({ params }) => params['to'])).toEqual(Array(4).fill('node-1'));
    expect(bed.run('logs one --tail=1')).toMatch(/^172\.30\.0\.1 - - /);
  });

  it('gets them at another node a check after a Pod is ready there', () => {
    bed.create(pod('two', 'node-2'));
    bed.wait(14);
    expect(targets()).toMatchObject({ what: 'checked', nodes: ['node-1', 'node-2'] });
  });

  it('loses packets until a node that has gone has failed three checks', () => {
    bed.run('delete pod two --wait=false --grace-period=1');
    bed.wait(6);
    expect(targets()?.nodes).toEqual(['node-1', 'node-2']);
    const exits = Array.from({ length: 4 }, () => curl().exitCode);
    expect(exits).toContain(28);
    expect(exits).toContain(0);
    bed.wait(20);
    expect(targets()).toMatchObject({ what: 'checked', nodes: ['node-1'] });
    expect(Array.from({ length: 4 }, () => curl().exitCode)).toEqual([0, 0, 0, 0]);
  });

  it('loses all packets when no node answers any more', () => {
    bed.run('delete pod one --wait=false --grace-period=1');
    bed.wait(35);
    expect(targets()).toMatchObject({ what: 'checked', nodes: [] });
    expect(curl().exitCode).toBe(28);
  });

  it('asks kube-proxy and no longer the Service when its traffic may go anywhere', () => {
    bed.create(pod('three', 'node-3'));
    bed.patch('service', 'web', { spec: { externalTrafficPolicy: 'Cluster' } });
    bed.wait(15);
    const nodes = ['node-1', 'node-2', 'node-3'];
    expect(targets()).toMatchObject({ what: 'checked', nodes, asks: 'kube-proxy' });
    expect(targets()?.checkPort).toBe(10_256);
    expect(curl().stdout).toContain('Welcome to nginx!');
  });

  it('is asked as long as it is there, whatever becomes of the controller', () => {
    bed.patch('service', 'web', { spec: { externalTrafficPolicy: 'Local' } });
    bed.wait(4);
    bed.run('-n kube-system scale deployment cloud-controller-manager --replicas=0');
    bed.wait(40);
    bed.create(pod('four', 'node-1'));
    bed.wait(14);
    expect(targets()).toMatchObject({ what: 'checked', nodes: ['node-1', 'node-3'] });
  });
});

describe('a load balancer whose Service may be reached at any node', () => {
  const bed = new ClusterBed({ ...clusterOf(3), loadBalancer: true });
  bed.wait(10);
  bed.run('create deployment web --image=nginx --replicas=3');
  bed.wait(15);
  bed.create(service('web'));
  bed.wait(6);
  const targets = () => bed.facts('LoadBalancerSet').at(-1);
  const exits = (): readonly number[] =>
    Array.from({ length: 4 }, () => typed(bed, 'curl -s -m 3 http://172.30.255.1/').exitCode);

  it('asks each kube-proxy at port 10256, which says 200', () => {
    const nodes = ['node-1', 'node-2', 'node-3'];
    expect(targets()).toMatchObject({ what: 'checked', nodes, checkPort: 10_256 });
    const answer = typed(bed, 'curl -i -s http://172.30.0.12:10256/healthz').stdout;
    expect(answer).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"lastUpdated": "2026-01-01 [\d:.]+ \+0000 UTC m=\+[\d.]+","currentTime": "[^"]+", "nodeEligible": true\}$/,
    );
    const livez = typed(bed, 'curl -s http://172.30.0.12:10256/livez').stdout;
    expect(livez).toMatch(/"currentTime": "[^"]+"\}$/);
    const lost = typed(bed, 'curl -s http://172.30.0.12:10256/metrics').stdout;
    expect(lost).toBe('404 page not found\n');
  });

  it('passes nothing on to a node that is down, after three checks without an answer', () => {
    bed.host('cut_node 2');
    bed.wait(35);
    expect(targets()).toMatchObject({ what: 'checked', nodes: ['node-1', 'node-3'] });
    const balanced = bed.facts('PacketHop').length;
    exits();
    const to = bed
      .facts('PacketHop')
      .slice(balanced)
      .filter(({ hop }) => hop === 'balanced');
    expect(to).not.toHaveLength(0);
    expect(to.map(({ params }) => params['to'])).not.toContain('node-2');
  });

  it('takes a node out that the autoscaler is about to delete: its kube-proxy says 503', () => {
    const taint = 'ToBeDeletedByClusterAutoscaler=now:NoSchedule';
    bed.run(`taint node node-3 ${taint}`);
    bed.wait(2);
    const answer = typed(bed, 'curl -i -s http://172.30.0.13:10256/healthz').stdout;
    expect(answer).toMatch(
      /^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*"nodeEligible": false\}$/,
    );
  });
});
