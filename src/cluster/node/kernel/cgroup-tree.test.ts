import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CgroupTree } from './cgroup-tree.ts';

const paths = ['/n', '/n/k', '/n/k/pod1', '/n/k/pod1/c', '/n/k/pod2', '/n/k2', '/n/k2/pod3'];
const path = fc.constantFrom(...paths);
const change = fc.record({ path, made: fc.boolean() });

describe('the tree of control groups', () => {
  it('finds every group at or below a path, also where one between is gone', () => {
    fc.assert(
      fc.property(fc.array(change), path, (changes, asked) => {
        const tree = new CgroupTree();
        const known = new Set<string>();
        for (const { path: changed, made } of changes) {
          if (made) tree.set(changed, {});
          else tree.remove(changed);
          if (made) known.add(changed);
          else known.delete(changed);
        }
        const below = [...known].filter((each) => each === asked || each.startsWith(`${asked}/`));
        expect(tree.under(asked).map((group) => group.path)).toEqual(below.sort());
      }),
    );
  });

  it('counts memory in a group and in all above it', () => {
    const tree = new CgroupTree();
    tree.set('/n', {});
    tree.set('/n/pod', { memoryLimit: 100 });
    tree.set('/n/pod/c', {});
    expect(tree.charge('/n/pod/c', 80)).toBeUndefined();
    expect(tree.charge('/n/pod/c', 30)).toBe('/n/pod');
    tree.remove('/n/pod/c');
    expect(tree.get('/n')?.memoryUsage).toBe(0);
  });
});
