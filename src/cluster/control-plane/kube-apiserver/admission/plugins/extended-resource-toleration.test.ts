import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const using = (amounts: object) => ({
  name: 'a',
  image: 'nginx',
  resources: { requests: amounts, limits: amounts },
});
const exists = (key: string) => ({ key, operator: 'Exists' });

describe('ExtendedResourceToleration', () => {
  const bed = new AdmissionBed('ExtendedResourceToleration');
  const keys = (answer: Parameters<typeof specOf>[0]) =>
    (specOf(answer) as { tolerations: { key: string }[] }).tolerations
      .map(({ key }) => key)
      .filter((key) => !key.startsWith('node.kubernetes.io/'));

  it('lets a pod onto nodes that are kept for the devices it asks for', () => {
    const init = { ...using({ 'a.com/card': '1' }), name: 'init' };
    const spec = {
      containers: [using({ 'example.com/gpu': '2', cpu: '1' })],
      initContainers: [init],
    };
    expect(keys(bed.send(podOf('both', spec)))).toEqual(['a.com/card', 'example.com/gpu']);
  });

  it('adds nothing twice, and nothing for cpu, memory and huge pages', () => {
    const tolerations = [exists('example.com/gpu')];
    const gpu = { containers: [using({ 'example.com/gpu': '1' })], tolerations };
    expect(keys(bed.send(podOf('own', gpu)))).toEqual(['example.com/gpu']);
    const plain = { containers: [using({ cpu: '1', memory: '1Gi' })] };
    expect(keys(bed.send(podOf('plain', plain)))).toEqual([]);
  });

  it('adds its own beside a toleration that wants a certain value', () => {
    const tolerations = [{ key: 'example.com/gpu', operator: 'Equal', value: 'new' }];
    const spec = { containers: [using({ 'example.com/gpu': '1' })], tolerations };
    expect(keys(bed.send(podOf('valued', spec)))).toEqual(['example.com/gpu', 'example.com/gpu']);
  });
});
