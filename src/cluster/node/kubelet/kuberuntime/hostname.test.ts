import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

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
