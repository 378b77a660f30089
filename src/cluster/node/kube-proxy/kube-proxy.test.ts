import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

/** A server and its Service, on a node whose kube-proxy has the given mode. */
function clusterWith(kubeProxyMode: 'iptables' | 'nftables' | 'ipvs'): NodeBed {
  const bed = new NodeBed({}, { kubeProxyMode });
  bed.pod('web', { image: 'nginx:1.28', command: undefined });
  bed.pod('client');
  bed.run('expose pod web --port=80');
  bed.wait(20);
  return bed;
}

const address = (bed: NodeBed): string => bed.run('get svc web -o jsonpath={.spec.clusterIP}');
const look = (bed: NodeBed, line: string): string => {
  const seen = bed.simulation.cluster.look(line);
  return seen?.ok === true ? seen.value : `not known: ${line}`;
};

describe('a Service', () => {
  it.each(['iptables', 'nftables', 'ipvs'] as const)('answers in the mode %s', (mode) => {
    const bed = clusterWith(mode);
    const page = bed.run(`exec client -- wget -qO- -T 3 http://${address(bed)}`);
    expect(page).toContain('Welcome to nginx!');
    expect(bed.facts('ComponentStopped')).toEqual([]);
  });
});

describe('what kube-proxy leaves on the node', () => {
  it('is chains of iptables by default, and nothing for the others', () => {
    const bed = clusterWith('iptables');
    expect(look(bed, "iptables-save -t nat | grep -c 'default/web'")).toBe('5\n');
    expect(look(bed, 'nft list ruleset')).toBe('');
    expect(look(bed, 'ipvsadm -Ln').split('\n')).toHaveLength(4);
  });

  it('is a table of its own in the mode nftables', () => {
    const bed = clusterWith('nftables');
    const ruleset = look(bed, 'nft list ruleset');
    expect(ruleset).toMatch(/^table ip kube-proxy \{\n\tcomment "rules for kube-proxy"\n/);
    expect(ruleset).toMatch(
      new RegExp(`${address(bed)} \\. tcp \\. 80 : goto service-\\w{8}-default/web/tcp/[,\n ]`),
    );
    expect(ruleset).toContain('ip daddr 10.96.0.0/16 drop comment "Drop traffic to unallocated');
    expect(look(bed, 'iptables-save -t nat')).not.toContain('KUBE-SVC');
  });

  it('is virtual servers in the mode ipvs, with a warning that the mode is deprecated', () => {
    const bed = clusterWith('ipvs');
    expect(bed.events('IPVSDeprecation')).toEqual([
      'The ipvs proxier is now deprecated and may be removed in a future release.' +
        " Please use 'nftables' instead.",
    ]);
    expect(look(bed, 'ipvsadm -Ln')).toMatch(
      new RegExp(`TCP  ${address(bed)}:80 rr\n {2}-> 10\\.244\\.0\\.\\d+:80 +Masq +1 `),
    );
    expect(look(bed, 'ipset list KUBE-CLUSTER-IP')).toContain(`${address(bed)},tcp:80\n`);
    expect(look(bed, 'ip addr')).toContain(`inet ${address(bed)}/32 scope global kube-ipvs0`);
  });
});

describe('a change of the mode', () => {
  it('takes away what the other mode left, and the Service goes on', () => {
    const bed = clusterWith('iptables');
    const asks = () => bed.run(`exec client -- wget -qO- -T 3 http://${address(bed)}`);
    bed.host('set_proxy_mode 1 nftables');
    bed.wait(3);
    expect(look(bed, 'iptables-save')).not.toMatch(/KUBE-(SVC|SEP|SERVICES|NODEPORTS|POSTROUTING)/);
    expect(look(bed, 'iptables-save')).toContain('KUBE-FIREWALL');
    expect(look(bed, 'nft list ruleset')).toContain('default/web/tcp/');
    expect(asks()).toContain('Welcome to nginx!');
    bed.host('set_proxy_mode 1 ipvs');
    bed.wait(3);
    expect(look(bed, 'nft list ruleset')).toBe('');
    expect(look(bed, 'ipvsadm -Ln')).toContain(`TCP  ${address(bed)}:80 rr\n`);
    expect(asks()).toContain('Welcome to nginx!');
    bed.host('set_proxy_mode 1 nftables');
    bed.wait(3);
    expect(look(bed, 'ipvsadm -Ln').split('\n')).toHaveLength(4);
    expect(look(bed, 'ip addr')).not.toContain('kube-ipvs0');
    expect(look(bed, 'ipset list')).toBe('');
    expect(asks()).toContain('Welcome to nginx!');
  });

  it('between iptables and ipvs leaves chains behind, as upstream', () => {
    const bed = clusterWith('iptables');
    bed.host('set_proxy_mode 1 ipvs');
    bed.wait(3);
    expect(look(bed, 'iptables-save -t nat')).toContain('KUBE-SVC-');
    expect(look(bed, 'ipvsadm -Ln')).toContain(`TCP  ${address(bed)}:80 rr\n`);
  });

  it('to ipvs is refused where canal is the network plugin', () => {
    const bed = new NodeBed({}, { networkPlugin: 'canal' });
    expect(bed.simulation.hostAction({ kind: 'set_proxy_mode', node: '1', mode: 'ipvs' })).toEqual({
      ok: false,
      error: 'ipvs together with canal is not simulated',
    });
  });
});
