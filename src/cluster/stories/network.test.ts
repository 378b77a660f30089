/** The network as containers see it, by kubectl: names, services, obstacles. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation({ ...clusterOf(3), dns: 'coredns' }, 1, allParts);
simulation.sim.run(seconds(45));

function kubectl(line: string): { out: string; err: string; code: number } {
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(300));
  if (result === undefined) throw new Error(`${line} did not end`);
  return { out: result.stdout, err: result.stderr, code: result.exitCode };
}

const wait = (time: number): number => simulation.sim.run(simulation.sim.now + seconds(time));
const inClient = (line: string) => kubectl(`exec client -- ${line}`);

kubectl('create deployment web --image=nginx:1.28 --replicas=3');
kubectl('run client --image=busybox:1.36 --restart=Never -- sleep 36000');
kubectl('expose deployment web --port=80');
wait(12);

describe('a container of a cluster with CoreDNS', () => {
  it('reads a page from a service by its short name', () => {
    const answer = { out: expect.stringContaining('Welcome to nginx!'), err: '', code: 0 };
    expect(inClient('wget -qO- http://web')).toEqual(answer);
    expect(inClient('wget -O- http://web.default').err).toMatch(
      /^Connecting to web\.default \(10\.96\.\d+\.\d+:80\)\nwriting to stdout\n/,
    );
  });

  it('is shown the absolute names that other names mean', () => {
    const image = 'registry.k8s.io/e2e-test-images/agnhost:2.63.0';
    kubectl(`run asker --image=${image} --restart=Never -- pause`);
    kubectl('create service externalname mirror --external-name=foo.example.com');
    wait(15);
    const dig = (words: string) => kubectl(`exec asker -- dig +short ${words}`).out;
    expect(dig('mirror.default.svc.cluster.local CNAME')).toBe('foo.example.com.\n');
    const address = dig('web.default.svc.cluster.local').trim();
    expect(dig(`-x ${address}`)).toBe('web.default.svc.cluster.local.\n');
  });

  it('goes the way that the facts tell, from the question to the answer', () => {
    const from = simulation.tracer.facts.length;
    inClient('wget -qO- http://web');
    const types = simulation.tracer.facts.slice(from).map(({ type }) => type);
    const order = ['PacketHop', 'DnsAnswered', 'PacketHop', 'ConnectionAnswered'] as const;
    let at = 0;
    for (const type of order) {
      at = types.indexOf(type, at);
      expect(at).toBeGreaterThan(-1);
    }
  });

  it('reaches each endpoint sooner or later', () => {
    const servers = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const from = simulation.tracer.facts.length;
      inClient('wget -qO- http://web');
      for (const fact of simulation.tracer.facts.slice(from)) {
        if (fact.type === 'ConnectionAnswered') servers.add(fact.server.ip);
      }
    }
    expect(servers.size).toBe(3);
  });

  it('asks a name without a dot in every domain of its search list', () => {
    const { out, code } = inClient('nslookup web');
    expect(code).toBe(1);
    expect(out).toMatch(/^Server:\t\t10\.96\.0\.10\nAddress:\t10\.96\.0\.10:53\n\n/);
    expect(out).toMatch(/Name:\tweb\.default\.svc\.cluster\.local\nAddress: 10\.96\.\d+\.\d+\n/);
    expect(out).toContain("** server can't find web.svc.cluster.local: NXDOMAIN");
  });

  it('hears of names that do not exist', () => {
    expect(inClient('wget -qO- http://nothing').err).toContain("wget: bad address 'nothing'");
  });

  it('is refused where nobody listens, and by a service without endpoints', () => {
    const [ip] = kubectl('get pods -l app=web -o jsonpath={.items[*].status.podIP}').out.split(' ');
    expect(inClient(`wget -qO- http://${ip}:81`).err).toContain('Connection refused');
    // No rule matches another port of a service's address: the packet leaves and gets no reply.
    expect(inClient('wget -qO- http://web:81').err).toContain('Connection timed out');
    kubectl('create service clusterip empty --tcp=80');
    wait(3);
    expect(inClient('wget -qO- http://empty').err).toMatch(
      /^wget: can't connect to remote host \(10\.96\.\d+\.\d+\): Connection refused\n/,
    );
  });

  it('waits in vain for a pod of a node that is cut off', () => {
    const pods = kubectl('get pods -l app=web -o wide --no-headers').out.trimEnd().split('\n');
    const client = kubectl('get pod client -o jsonpath={.spec.nodeName}').out;
    const columns = pods.map((line) => line.split(/\s+/));
    const [, , , , , ip, node] = columns.find((words) => words[6] !== client) ?? [];
    simulation.hostAction(readHostAction(`cut_node ${node}`));
    expect(inClient(`wget -T 3 -qO- http://${ip}`).err).toContain('wget: download timed out');
    simulation.hostAction(readHostAction(`mend_node ${node}`));
    expect(inClient(`wget -T 3 -qO- http://${ip}`).out).toContain('Welcome to nginx!');
  });

  it('hears an echo of pods, and none of service addresses', () => {
    const [ip] = kubectl('get pods -l app=web -o jsonpath={.items[*].status.podIP}').out.split(' ');
    expect(inClient(`ping -c 2 ${ip}`).out).toMatch(
      /^PING (\S+) \(\1\): 56 data bytes\n64 bytes from \1: seq=0 ttl=6[24] time=0\.\d{3} ms\n/,
    );
    const address = kubectl('get service web -o jsonpath={.spec.clusterIP}').out;
    expect(inClient(`ping -c 1 -W 1 ${address}`).out).toContain(
      '1 packets transmitted, 0 packets received, 100% packet loss\n',
    );
  });

  it('shows its own interfaces and routes', () => {
    expect(inClient('ip route').out).toMatch(/^default via 10\.244\.\d\.1 dev eth0\n/);
    expect(inClient('ip addr show').out).toContain('inet 10.244.');
  });

  it('tells the port with the name of a server, where it was written', () => {
    const [ip] = kubectl('get pods -l app=web -o jsonpath={.items[*].status.podIP}').out.split(' ');
    expect(inClient(`wget -O- http://${ip}:80`).err).toContain(
      `Connecting to ${ip}:80 (${ip}:80)\n`,
    );
    expect(inClient('wget -qO- http://nothing:8080').err).toContain(
      "wget: bad address 'nothing:8080'\n",
    );
    expect(inClient('wget -qO- gopher://web').err).toContain(
      'wget: not an http or ftp url: gopher://web\n',
    );
    expect(inClient('wget -qO- https://web').err).toContain('wget: https is not simulated\n');
  });

  it('comes to a service by the name of another one', () => {
    kubectl('create service externalname other --external-name=web.default.svc.cluster.local');
    wait(1);
    const { out, code } = inClient('wget -qO- http://other');
    expect(out).toContain('Welcome to nginx!');
    expect(code).toBe(0);
  });
});

describe('a pod of CoreDNS that is deleted', () => {
  it('goes after its five seconds as a lame duck, long before its grace period ends', () => {
    const at = simulation.sim.now;
    expect(kubectl('delete pod -n kube-system -l k8s-app=kube-dns').code).toBe(0);
    expect(simulation.sim.now - at).toBeGreaterThan(seconds(5));
    expect(simulation.sim.now - at).toBeLessThan(seconds(10));
  });
});
