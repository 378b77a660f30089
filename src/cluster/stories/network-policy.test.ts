/** NetworkPolicies: what a packet meets on nodes whose network plugin enforces them. */
import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

const policy = (name: string, spec: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec,
});
const denyAll = policy('deny-all', { podSelector: {}, policyTypes: ['Ingress'] });

/** A server and two clients, spread over two nodes. */
class PolicyBed extends ClusterBed {
  constructor(networkPlugin: 'flannel' | 'canal') {
    super({ ...clusterOf(2), dns: 'coredns', networkPlugin });
    this.wait(20);
    this.#pod('web', 'nginx:1.28', 'node-1', {
      ports: [{ containerPort: 80, name: 'http' }],
      readinessProbe: { httpGet: { port: 80 }, periodSeconds: 1 },
    });
    for (const [name, node] of [
      ['near', 'node-1'],
      ['far', 'node-2'],
    ] as const) {
      this.#pod(name, 'busybox:1.36', node, { command: ['sleep', '100000'] });
    }
    this.run('expose pod web --port=80');
    this.wait(40);
  }

  #pod(name: string, image: string, nodeName: string, container: object): void {
    const containers = [{ name: 'app', image, ...container }];
    const metadata = { name, labels: { app: name } };
    this.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName, containers } });
  }

  /** What wget in a pod says of the server. */
  ask(from: string, url = 'http://web'): string {
    return this.run(`exec ${from} -- wget -qO- -T 3 ${url}`);
  }

  /** What a command prints on the first node. */
  look(line: string): string {
    const seen = this.simulation.cluster.look(line);
    return seen?.ok === true ? seen.value : `not known: ${line}`;
  }

  /** The rules by which the last packet that was dropped met its end. */
  get dropped(): readonly string[] {
    const hops = this.facts('PacketHop').filter(({ hop }) => hop === 'dropped');
    return hops.at(-1)?.rules ?? [];
  }
}

const welcome = expect.stringContaining('Welcome to nginx!');
const matches = (app: string) => ({ matchLabels: { app } });
const isAccepting = (rule: string): boolean =>
  /^-A cali-pi-_\S+ -p tcp .*--match-set cali40s:\S+ src .*MARK/.test(rule);
const timedOut = expect.stringContaining('wget: download timed out');

describe('a NetworkPolicy on flannel alone', () => {
  it('is stored and changes nothing, because no program reads it', () => {
    const bed = new PolicyBed('flannel');
    bed.create(denyAll);
    bed.wait(3);
    expect(bed.ask('near')).toEqual(welcome);
    expect(bed.ask('far')).toEqual(welcome);
  });
});

describe('a NetworkPolicy on Canal', () => {
  const bed = new PolicyBed('canal');

  it('is missing at first: every pod reaches every other, by name', () => {
    expect(bed.run('get daemonset canal -n kube-system -o jsonpath={.status.numberReady}')).toBe(
      '2',
    );
    expect(bed.ask('near')).toEqual(welcome);
    expect(bed.ask('far')).toEqual(welcome);
  });

  it('without rules lets nothing in: the packet is dropped on the way to the pod', () => {
    bed.create(denyAll);
    bed.wait(2);
    expect(bed.ask('near')).toEqual(timedOut);
    expect(bed.ask('far')).toEqual(timedOut);
    expect(bed.dropped.at(-1)).toMatch(/^-A cali-tw-cali\w{11} .*"Drop if no policies passed/);
  });

  it('does not hold back the node: probes still reach the pod', () => {
    const ready = bed.run('get pod web -o jsonpath={.status.containerStatuses[0].ready}');
    expect(ready).toBe('true');
  });

  it('lets in who is allowed, and the fact names the rule', () => {
    bed.create(
      policy('allow-near', {
        podSelector: { matchLabels: { app: 'web' } },
        ingress: [
          { from: [{ podSelector: { matchLabels: { app: 'near' } } }], ports: [{ port: 80 }] },
        ],
      }),
    );
    bed.wait(2);
    expect(bed.ask('near')).toEqual(welcome);
    const passed = bed.facts('PacketHop').filter(({ hop }) => hop === 'filtered');
    expect(passed.some(({ rules }) => rules.some(isAccepting))).toBe(true);
    expect(bed.ask('far')).toEqual(timedOut);
  });

  it('allows replies by the state of the connection, without a rule of their own', () => {
    bed.create(policy('no-way-out', { podSelector: matches('web'), policyTypes: ['Egress'] }));
    bed.wait(2);
    expect(bed.ask('near')).toEqual(welcome);
    bed.run('delete networkpolicy no-way-out');
    bed.wait(2);
  });

  it('selects namespaces by their labels', () => {
    bed.run('create namespace shop');
    bed.run('run buyer -n shop --image=busybox:1.36 -- sleep 100000');
    const from = [{ namespaceSelector: { matchLabels: { team: 'shop' } } }];
    bed.create(policy('allow-shop', { podSelector: matches('web'), ingress: [{ from }] }));
    bed.wait(12);
    const ask = 'exec buyer -n shop -- wget -qO- -T 3 http://web.default';
    expect(bed.run(ask)).toEqual(timedOut);
    bed.run('label namespace shop team=shop');
    bed.wait(2);
    expect(bed.run(ask)).toEqual(welcome);
  });

  it('allows a range of addresses, but not what the range leaves out', () => {
    const far = bed.run('get pod far -o jsonpath={.status.podIP}');
    const allow = (except: string) =>
      policy('allow-range', {
        podSelector: matches('web'),
        ingress: [{ from: [{ ipBlock: { cidr: '10.244.0.0/16', except: [except] } }] }],
      });
    bed.create(allow('10.244.99.0/24'));
    bed.wait(2);
    expect(bed.ask('far')).toEqual(welcome);
    bed.apply(allow(`${far}/32`));
    bed.wait(2);
    expect(bed.ask('far')).toEqual(timedOut);
    bed.run('delete networkpolicy allow-range');
  });

  it('allows ports by number, by range and by name', () => {
    const allow = (port: object) =>
      policy('allow-port', { podSelector: matches('web'), ingress: [{ ports: [port] }] });
    bed.create(allow({ port: 8000, endPort: 8010 }));
    bed.wait(2);
    expect(bed.ask('far')).toEqual(timedOut);
    for (const port of [{ port: 70, endPort: 90 }, { port: 'http' }, { protocol: 'TCP' }]) {
      bed.apply(allow(port));
      bed.wait(2);
      expect(bed.ask('far')).toEqual(welcome);
    }
    bed.apply(allow({ protocol: 'UDP' }));
    bed.wait(2);
    expect(bed.ask('far')).toEqual(timedOut);
    bed.run('delete networkpolicy allow-port');
  });

  it('for what goes out stops names too, until DNS is allowed', () => {
    const dns = { namespaceSelector: {}, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } };
    bed.create(policy('near-out', { podSelector: matches('near'), policyTypes: ['Egress'] }));
    bed.wait(2);
    expect(bed.ask('near')).toEqual(expect.stringContaining('bad address'));
    const ports = [{ protocol: 'UDP', port: 53 }];
    bed.apply(
      policy('near-out', {
        podSelector: matches('near'),
        policyTypes: ['Egress'],
        egress: [{ to: [dns], ports }],
      }),
    );
    bed.wait(2);
    expect(bed.ask('near')).toEqual(timedOut);
    expect(bed.dropped.at(-1)).toMatch(/^-A cali-fw-cali\w{11} /);
    bed.run('delete networkpolicy near-out');
  });

  it('is seen on the node as chains and sets', () => {
    const saved = bed.look('iptables-save -t filter');
    expect(saved).toContain('-A FORWARD -j cali-FORWARD');
    expect(saved).toContain('--comment "Policy default/knp.default.allow-near ingress"');
    const set = /match-set (cali40s:\S+) src -m multiport --dports 80/.exec(saved)?.[1];
    const near = bed.run('get pod near -o jsonpath={.status.podIP}');
    expect(bed.look(`ipset list ${set}`)).toContain(`Members:\n${near}\n`);
    expect(bed.look('ip route')).toMatch(new RegExp(`${near} dev cali\\w{11} scope link`));
  });

  it('leaves the node when it is deleted, with its chains and sets', () => {
    bed.run('delete networkpolicy --all');
    bed.wait(2);
    expect(bed.look('iptables-save -t filter')).not.toContain('cali-pi-');
    expect(bed.look('ipset list -n')).toBe('');
    expect(bed.ask('far')).toEqual(welcome);
  });
});
