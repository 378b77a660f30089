import { describe, expect, it } from 'vitest';
import type { Node } from '#k8s.io/api/core/v1';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

const mebibyte = 1024 * 1024;
const having = (name: string, image: string, size: number) =>
  nodeWith(name, { status: { images: [{ names: [image], sizeBytes: size * mebibyte }] } });

function scores(nodes: readonly Node[]) {
  const bed = new SchedulerBed(nodes);
  bed.create(recordedPod('new'), 1);
  const locality = Object.entries(bed.scores('new')).map(([node, text]) => [
    node,
    Number(/ImageLocality=(\d+)/.exec(text)?.[1]),
  ]);
  return Object.fromEntries(locality);
}

describe('ImageLocality', () => {
  it('favours a node that has the image, the less the fewer nodes have it', () => {
    // 1000 MiB on one of two nodes count as 500: 100 * (500 - 23) / (1000 - 23).
    expect(scores([having('node-1', 'nginx:latest', 1000), nodeWith('node-2')])).toEqual({
      'node-1': 48,
      'node-2': 0,
    });
  });

  it('gives nothing for an image of less than 23 MiB, and no more than 100', () => {
    const small = having('node-1', 'nginx:latest', 20);
    expect(scores([small, having('node-2', 'nginx:latest', 20)])).toEqual({
      'node-1': 0,
      'node-2': 0,
    });
    const large = ['node-1', 'node-2'].map((name) => having(name, 'nginx:latest', 4000));
    expect(scores(large)).toEqual({ 'node-1': 100, 'node-2': 100 });
  });

  it('does not know that nginx is docker.io/library/nginx', () => {
    const full = having('node-1', 'docker.io/library/nginx:latest', 1000);
    expect(scores([full, nodeWith('node-2')])).toEqual({ 'node-1': 0, 'node-2': 0 });
  });
});
