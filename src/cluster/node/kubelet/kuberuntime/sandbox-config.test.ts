import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a kubelet that makes sandboxes', () => {
  const bed = new NodeBed();
  const searches = Array.from({ length: 31 }, (_, index) => `z${index}.io`);
  const nameservers = ['1.1.1.1', '1.1.1.2', '1.1.1.3'];
  bed.pod('dns', {}, { dnsConfig: { nameservers, searches } });
  bed.wait(15);

  it('tells which nameservers and search domains are left of too many', () => {
    const warnings = bed.events('DNSConfigForming');
    expect(warnings).toContain(
      'Nameserver limits were exceeded, some nameservers have been omitted, ' +
        'the applied nameserver line is: 10.96.0.10 1.1.1.1 1.1.1.2',
    );
    const kept = ['default.svc.cluster.local', 'svc.cluster.local', 'cluster.local', ...searches];
    const lead =
      'Search Line limits were exceeded, some search paths have been omitted, ' +
      'the applied search line is: ';
    expect(warnings).toContain(`${lead}${kept.slice(0, 32).join(' ')}`);
  });
});
