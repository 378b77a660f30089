import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { readHostAction } from '#trace/host-words';

describe('a node with a device plugin', () => {
  const devices = [{ id: 'gpu-0' }, { id: 'gpu-1' }];
  const plugin = { resource: 'example.com/gpu', env: 'GPUS', devices };
  const broken = { ...plugin, resource: 'example.com/tpu', allocateError: 'device is gone' };
  const bed = new NodeBed({ devicePlugins: [plugin, broken] });
  const ask = (resource: string, count: string) => ({
    resources: { limits: { [resource]: count } },
  });
  const gpu = 'example.com/gpu';

  it('has what the plugin advertises to give, and the container finds it', () => {
    expect(bed.facts('DevicePluginRegistered')[0]).toMatchObject({ resource: gpu });
    bed.pod('a', ask(gpu, '1'), { nodeName: undefined });
    bed.wait(4);
    expect(bed.events('Scheduled')).toContain('Successfully assigned default/a to node-1');
    expect(bed.run('exec a -- sh -c "echo $GPUS; ls /dev/gpu-0"')).toBe('gpu-0\n/dev/gpu-0\n');
  });

  it('refuses a pod for which there are too few, and passes on what the plugin says', () => {
    bed.pod('b', ask(gpu, '2'));
    bed.pod('c', ask('example.com/tpu', '1'));
    bed.wait(2);
    expect(bed.status('b')).toMatchObject({ phase: 'Failed', reason: 'UnexpectedAdmissionError' });
    expect(bed.events('UnexpectedAdmissionError')).toEqual([
      'Allocate failed due to requested number of devices unavailable for example.com/gpu.' +
        ' Requested: 2, Available: 1, which is unexpected',
      'Allocate failed due to rpc error: code = Unknown desc = device is gone,' +
        ' which is unexpected',
    ]);
  });

  it('has fewer when one breaks, and the scheduler knows', () => {
    bed.host('fail_device 1 example.com/gpu gpu-1');
    bed.wait(12);
    const path = '{.status.capacity.example\\.com/gpu} {.status.allocatable.example\\.com/gpu}';
    expect(bed.run(`get node node-1 -o 'jsonpath=${path}'`)).toBe('2 1');
    bed.pod('d', ask(gpu, '2'), { nodeName: undefined });
    bed.wait(2);
    expect(bed.events('FailedScheduling')[0]).toContain('Insufficient example.com/gpu');
    expect(
      bed.simulation.hostAction(readHostAction('fail_device 1 example.com/gpu gpu-9')),
    ).toEqual({
      ok: false,
      error: 'there is no device example.com/gpu gpu-9',
    });
  });
});
