import { describe, expect, it } from 'vitest';
import { AdmissionBed, specOf } from '../admission-bed.fixture.ts';

const node = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  spec,
});
const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

describe('TaintNodesByCondition', () => {
  const bed = new AdmissionBed();

  it('taints a new node until its conditions say that it is ready', () => {
    expect(specOf(bed.send(node('new')))).toMatchObject({ taints: [notReady] });
  });

  it('keeps the taints that a kubelet registers with, and adds its own behind them', () => {
    const own = { key: 'gpu', value: 'yes', effect: 'NoExecute' };
    expect(specOf(bed.send(node('gpu', { taints: [own] })))).toMatchObject({
      taints: [own, notReady],
    });
  });

  it('taints once, and takes a taint of another effect for another taint', () => {
    const same = specOf(bed.send(node('same', { taints: [notReady] })));
    expect(same).toMatchObject({ taints: [notReady] });
    const evicts = { ...notReady, effect: 'NoExecute' };
    expect(specOf(bed.send(node('evicts', { taints: [evicts] })))).toMatchObject({
      taints: [evicts, notReady],
    });
  });

  it('does not taint a node that was there before', () => {
    const untainted = bed.change(node('new'), { spec: { taints: null } });
    expect(specOf(untainted)).not.toHaveProperty('taints');
  });
});
