import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { inventoryOf } from '#cluster/machine/node-inventory';
import { LogDisk } from '#cluster/node/containerd/files/log-disk';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import type { Fact } from '#trace/facts';
import { kubeletOver, unknown } from '../faulty-runtime.fixture.ts';

const kubelet = { containerLogMaxSize: '2Ki', containerLogMaxFiles: 3 };

/** A container that writes about 100 bytes a second to its log. */
const writer = {
  command: ['sh', '-c', 'i=0; while true; do i=$((i+1)); echo "line $i ........"; sleep 0.5; done'],
};

const causeOf = (bed: NodeBed, { cause }: Fact): Fact | undefined =>
  bed.simulation.tracer.facts.find(({ id }) => id === cause);

const logFolders = (bed: NodeBed): readonly string[] =>
  bed.simulation.cluster.machines
    .flatMap((machine) => inventoryOf(machine).paths)
    .filter((path) => path.startsWith('/var/log/pods/default_writer_'));

const lines = (text: string): readonly number[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[1])]));

describe('the log of a container that writes without end', () => {
  const bed = new NodeBed({ kubelet });
  bed.pod('writer', writer);
  bed.wait(60);
  const followed = bed.kubectl('logs writer -f --limit-bytes=3000').stdout;
  bed.wait(180);
  const rotations = bed.facts('ContainerLogRotated');
  const name = (path: string): string => path.replace(/^.*\//, '');

  it('gets another name, with the time, when it has reached its size', () => {
    const [first] = rotations;
    expect(first?.pod).toBe('default/writer');
    expect(first?.bytes).toBeGreaterThanOrEqual(2048);
    expect(first?.bytes).toBeLessThan(2048 + 11 * 130);
    expect(first?.rotated).toMatch(
      /^\/var\/log\/pods\/default_writer_[0-9a-f-]+\/app\/0\.log\.20260101-\d{6}$/,
    );
  });

  it('is rotated because the kubelet looked, and the runtime opens a new file', () => {
    const chain: string[] = [];
    let fact: Fact | undefined = rotations[0];
    for (; fact !== undefined; fact = causeOf(bed, fact)) {
      chain.push('method' in fact ? `${fact.type} ${fact.method}` : fact.type);
    }
    expect(chain).toEqual([
      'ContainerLogRotated',
      'CriReturned ReopenContainerLog',
      'CriCalled ReopenContainerLog',
      'CriReturned ContainerStatus',
      'CriCalled ContainerStatus',
      'TimerFired',
    ]);
  });

  it('has the older files compressed, and no more files than there may be', () => {
    const [first, second, third, fourth] = rotations;
    expect([first?.compressed, first?.removed]).toEqual([[], []]);
    expect(second?.compressed.map(name)).toEqual([`${name(first?.rotated ?? '')}.gz`]);
    expect(third?.removed.map(name)).toEqual([`${name(first?.rotated ?? '')}.gz`]);
    expect(fourth?.removed.map(name)).toEqual([`${name(second?.rotated ?? '')}.gz`]);
  });

  it('is read by kubectl logs from its last rotation on', () => {
    const [first = 0] = lines(bed.run('logs writer'));
    expect(first).toBeGreaterThan(100);
  });

  it('goes on without a gap for who follows it', () => {
    const numbers = lines(followed).slice(0, -1);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('is not there any more when the pod is gone', () => {
    expect(logFolders(bed)).toHaveLength(1);
    bed.run('delete pod writer');
    bed.wait(90);
    expect(logFolders(bed)).toEqual([]);
  });
});

describe('a log that cannot be opened anew', () => {
  it('gets its name back, and is rotated in a later round', () => {
    const disk = new LogDisk();
    let broken = true;
    const { runtime, pod, wait } = kubeletOver((prepared) => {
      prepared.logDisk = () => disk;
      prepared.reopenContainerLog = function* () {
        return broken ? unknown('no room') : ok(undefined);
      };
    });
    pod('writer');
    wait(5);
    const logPath = [...runtime.containers.values()][0]?.logPath ?? '';
    const file = disk.open(logPath);
    for (let i = 0; i < 700; i++) {
      file.append({ at: 0, stream: 'stdout', text: 'x'.repeat(16_384) });
    }
    wait(30);
    expect(disk.file(logPath)).toBe(file);
    expect(disk.rotatedOf(logPath)).toEqual([]);
    broken = false;
    wait(12);
    expect(disk.rotatedOf(logPath)).toHaveLength(1);
  });
});

describe('a kubelet whose containerLogMaxSize is negative', () => {
  it('rotates no log', () => {
    const bed = new NodeBed({ kubelet: { containerLogMaxSize: '-1' } });
    bed.pod('writer', writer);
    bed.wait(60);
    expect(bed.facts('ContainerLogRotated')).toEqual([]);
    expect(lines(bed.run('logs writer'))[0]).toBe(1);
  });
});
