import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a node', () => {
  it('that is drained drops warnings of earlier filters', () => {
    const bed = new NodeBed();
    bed.pod('bare', {}, { volumes: [{ name: 'e', emptyDir: {} }] });
    bed.wait(5);
    expect(bed.run('drain node-1 --force --delete-emptydir-data')).toContain(
      'Warning: deleting Pods that declare no controller: default/bare',
    );
    expect(bed.run('uncordon node-1')).toBe('node/node-1 uncordoned\n');
  });
});
