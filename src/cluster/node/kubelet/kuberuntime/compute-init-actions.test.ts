import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

const image = 'busybox:1.36';
const sidecar = (name: string, more: object = {}) => ({
  name,
  image,
  restartPolicy: 'Always',
  command: ['sleep', '1000'],
  ...more,
});

describe('a sidecar', () => {
  const bed = new NodeBed();
  const restarts = (pod: string) =>
    (bed.status(pod).initContainerStatuses ?? []).map(({ restartCount }) => restartCount);

  it('starts again with another image, and nothing else does', () => {
    bed.pod('swap', {}, { initContainers: [sidecar('side')] });
    bed.wait(5);
    bed.run('set image pod/swap side=nginx:1.28');
    bed.wait(8);
    expect(bed.events('Killing')).toEqual(['Init container side definition changed']);
    expect(restarts('swap')).toEqual([1]);
    expect(bed.status('swap').containerStatuses?.[0]?.restartCount).toBe(0);
  });

  it('that crashes once it was seen to run does not hold back those after it', () => {
    const crashing = sidecar('first', { command: ['sh', '-c', 'sleep 3; exit 1'] });
    const slow = { name: 'second', image, command: ['sleep', '8'] };
    bed.pod('held', {}, { initContainers: [crashing, slow, sidecar('third')] });
    bed.wait(16);
    expect(bed.status('held').phase).toBe('Running');
    expect(bed.status('held').containerStatuses?.[0]?.state).toHaveProperty('running');
  });
});

describe('a new sandbox', () => {
  it('begins with the first init container, however the others ended before', () => {
    const bed = new NodeBed();
    const init = (name: string) => ({ name, image, command: ['sh', '-c', `echo ${name}`] });
    bed.pod('again', {}, { initContainers: [init('one'), init('two')] });
    bed.wait(5);
    bed.host('reboot_node 1');
    bed.wait(60);
    const calls = bed.facts('CriCalled').filter(({ pod }) => pod === 'default/again');
    const made = calls.filter(({ method }) => method === 'CreateContainer');
    expect(made).toHaveLength(6);
    const removed = calls.filter(({ method }) => method === 'RemoveContainer');
    expect(removed.length).toBeGreaterThanOrEqual(2);
  });
});
