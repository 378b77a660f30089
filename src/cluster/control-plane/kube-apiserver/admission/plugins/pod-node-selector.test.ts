import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const annotations = { 'scheduler.alpha.kubernetes.io/node-selector': 'env=test,disk=ssd' };

describe('PodNodeSelector', () => {
  let bed: AdmissionBed;
  const inTeam = (name: string, nodeSelector?: object) =>
    bed.send(podOf(name, { nodeSelector }, { namespace: 'team' }));

  beforeAll(() => {
    bed = new AdmissionBed('PodNodeSelector');
    bed.namespace('team', { annotations });
  });

  it('keeps the pods of a namespace to the nodes that its annotation selects', () => {
    expect(specOf(inTeam('web'))).toMatchObject({ nodeSelector: { env: 'test', disk: 'ssd' } });
  });

  it('adds to what the pod selects itself', () => {
    expect(specOf(inTeam('gpu', { gpu: 'yes', disk: 'ssd' }))).toMatchObject({
      nodeSelector: { env: 'test', disk: 'ssd', gpu: 'yes' },
    });
  });

  it('refuses a pod that selects other nodes', () => {
    const refused = inTeam('wrong', { env: 'production' });
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "wrong" is forbidden: pod node label selector conflicts with its namespace node label ' +
        'selector',
    ]);
  });

  it('leaves pods alone whose namespace has no annotation', () => {
    bed.send(podOf('free'));
    expect(bed.outcomes('PodNodeSelector')[0]).toBe('passed');
  });
});
