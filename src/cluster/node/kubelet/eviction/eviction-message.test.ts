import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a node that runs short of memory', () => {
  const bed = new NodeBed();
  bed.pod('eater');
  bed.wait(5);
  bed.host('use_memory 1 24050Mi');
  bed.wait(25);

  it('evicts a pod and tells how much it used of what was short', () => {
    const [message = ''] = bed.events('Evicted');
    const numbers = message.match(/\d+(?:Ki|Mi)/g) ?? [];
    const [, available, used] = numbers;
    expect(message).toBe(
      [
        'The node was low on resource: memory. Threshold quantity: 100Mi, available: ',
        `${available}. Container app was using ${used}, `,
        'request is 0, has larger consumption of memory. ',
      ].join(''),
    );
  });
});
