import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { kubeletOver, unknown } from '../faulty-runtime.fixture.ts';

describe('a kubelet whose runtime fails at one step', () => {
  it('tells that it cannot see the sandbox that it made', () => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.podSandboxStatus = function* () {
        return unknown('sandbox store is closed');
      };
    });
    pod('web');
    wait(3);
    expect(messages()).toContain(
      '"reason":"FailedPodSandBoxStatus","message":"Unable to get pod sandbox status: rpc error: ' +
        'code = Unknown desc = sandbox store is closed"',
    );
  });
});

describe('a node without a cluster DNS', () => {
  const bed = new NodeBed({ kubelet: { clusterDNS: 'none' } });
  bed.pod('dns');
  bed.wait(4);

  it('gives pods the servers of the node where it knows no cluster DNS, and warns', () => {
    expect(bed.events('MissingClusterDNS').find((text) => text.startsWith('pod'))).toMatch(
      /^pod: "dns_default\(\S+\)"\. kubelet does not have ClusterDNS IP configured and cannot /,
    );
    expect(bed.run('exec dns -- cat /etc/resolv.conf')).not.toContain('10.96.0.10');
  });
});
