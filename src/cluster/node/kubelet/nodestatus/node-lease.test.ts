import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a node whose clock is wrong', () => {
  const bed = new NodeBed();
  bed.host('skew_clock 1 7200');
  bed.pod('a');
  bed.wait(4);

  it('writes its own time into what it reports, and stays ready', () => {
    expect(bed.run('exec a -- date')).toContain('02:00:');
    expect(bed.status('a').startTime).toBe('2026-01-01T02:00:25Z');
    bed.wait(20);
    const lease = "get lease node-1 -n kube-node-lease -o 'jsonpath={.spec.renewTime}'";
    expect(bed.run(lease)).toContain('T02:00:');
    expect(bed.condition('Ready')).toBe('True');
    expect(bed.run('get events')).toContain('<invalid>');
  });

  it('is let into the API server no more once it must connect anew, until the clock is right', () => {
    bed.host('skew_clock 1 -172800');
    bed.wait(60);
    expect(bed.condition('Ready')).toBe('True');
    bed.host('stop_kubelet 1');
    bed.host('start_kubelet 1');
    bed.wait(70);
    expect(bed.condition('Ready')).toBe('Unknown');
    const failed = bed.facts('ConnectionFailed').find(({ message }) => message.includes('x509'));
    expect(failed?.message).toContain(
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid:' +
        ' current time 2025-12-30T',
    );
    bed.host('skew_clock 1 0');
    bed.wait(20);
    expect(bed.condition('Ready')).toBe('True');
  });
});
