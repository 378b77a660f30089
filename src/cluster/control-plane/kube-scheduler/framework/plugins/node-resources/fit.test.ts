import { describe, expect, it } from 'vitest';
import { asking, nodeWith, placed, running } from '../../../testing/placement.fixture.ts';

const one = [nodeWith('node-1')];

describe('NodeResourcesFit', () => {
  it('names all that is short', () => {
    expect(placed(one, asking({ cpu: '9', memory: '900Gi', 'example.com/gpu': '1' }))).toContain(
      '0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient example.com/gpu, ' +
        '1 Insufficient memory. ',
    );
  });

  it('counts requests, to the last one that fits', () => {
    const old = [running('old', 'node-1', asking({ cpu: '1500m' }))];
    expect(placed(one, asking({ cpu: '500m' }), old)).toBe('node-1');
    expect(placed(one, asking({ cpu: '501m' }), old)).toContain('1 Insufficient cpu. ');
  });

  it('takes for init containers the most that one of them asks for, not their sum', () => {
    const init = ['a', 'b'].map((name) => ({
      name,
      image: 'busybox',
      resources: { requests: { cpu: '1500m' } },
    }));
    expect(placed(one, { ...asking({ cpu: '1' }), initContainers: init })).toBe('node-1');
  });

  it('counts pods, whatever they ask for', () => {
    const small = [
      nodeWith('node-1', { status: { allocatable: { cpu: '2', memory: '1Gi', pods: '1' } } }),
    ];
    expect(placed(small, {}, [running('old', 'node-1')])).toContain('1 Too many pods. ');
  });

  it('says that preemption helps nobody who asks for more than the node has', () => {
    const old = [running('old', 'node-1', asking({ cpu: '2' }))];
    expect(placed(one, asking({ cpu: '3' }), old)).toContain('Preemption is not helpful');
    expect(placed(one, asking({ cpu: '2' }), old)).toContain('No preemption victims found');
  });
});
