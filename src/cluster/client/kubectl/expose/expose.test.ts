import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl expose', () => {
  const bed = new ClusterBed();
  bed.run('create deployment web --image=nginx');

  it('refuses to expose what names no port', () => {
    expect(bed.kubectl('expose deployment web').stderr).toBe(
      "error: couldn't find port via --port flag or introspection\n",
    );
  });

  it('says what it did', () => {
    expect(bed.run('expose deployment web --port=80')).toBe('service/web exposed\n');
  });
});
