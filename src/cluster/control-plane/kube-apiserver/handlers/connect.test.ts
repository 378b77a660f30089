import { beforeAll, describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { podNamed, pods } from '../manifests.test.fixture.ts';

describe('a connection to a pod', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(
      pods,
      podNamed('two', {
        containers: [
          { name: 'a', image: 'x' },
          { name: 'b', image: 'x' },
        ],
      }),
    );
    api.create(pods, podNamed('gated', { schedulingGates: [{ name: 'example.com/wait' }] }));
  });

  it('for its log names one of several containers', () => {
    expect(statusOf(api.call('GET', `${pods}/two/log`))).toEqual([
      400,
      'a container name must be specified for pod two, choose one of: [a b]',
    ]);
  });

  it('for its log names a container of the pod', () => {
    expect(statusOf(api.call('GET', `${pods}/two/log?container=z`))).toEqual([
      400,
      'container z is not valid for pod two',
    ]);
  });

  it('that has no node is refused', () => {
    expect(statusOf(api.call('POST', `${pods}/gated/exec?command=sh&stdout=true`))).toEqual([
      400,
      'pod gated does not have a host assigned',
    ]);
  });
});

describe('a node', () => {
  it('whose kubelet does not answer cannot be asked', () => {
    const bed = new NodeBed();
    bed.pod('mute');
    bed.wait(5);
    bed.host('stop_kubelet 1');
    bed.wait(1);
    const [, address = ''] = /"address": "([\d.]+)"/.exec(bed.run('get node node-1 -o json')) ?? [];
    const why = `dial tcp ${address}:10250: connect: connection refused\n`;
    expect(bed.run('exec mute -- ls')).toBe(`Error from server: error dialing backend: ${why}`);
    expect(bed.run('logs mute')).toBe(
      `Error from server: Get "https://${address}:10250/containerLogs/default/mute/app": ${why}`,
    );
  });
});
