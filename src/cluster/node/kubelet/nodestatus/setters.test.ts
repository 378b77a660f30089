import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { conditionVerdicts } from './setters.ts';

describe('the conditions of a node', () => {
  it('tell of process ids that run out', () => {
    expect(conditionVerdicts([], ['PIDPressure'])).toContainEqual({
      type: 'PIDPressure',
      status: 'True',
      reason: 'KubeletHasInsufficientPID',
      message: 'kubelet has insufficient PID available',
    });
  });
});

describe('a node whose capacity somebody added to', () => {
  it('keeps the resource, and the next report makes it allocatable', () => {
    const bed = new NodeBed();
    const path = '/status/capacity/example.com~1dongle';
    const patch = JSON.stringify([{ op: 'add', path, value: '4' }]);
    bed.run(`patch node node-1 --subresource=status --type=json -p '${patch}'`);
    bed.wait(12);
    const amount = (list: string): string =>
      bed.run(`get node node-1 -o 'jsonpath={.status.${list}.example\\.com/dongle}'`);
    expect([amount('capacity'), amount('allocatable')]).toEqual(['4', '4']);
  });
});
