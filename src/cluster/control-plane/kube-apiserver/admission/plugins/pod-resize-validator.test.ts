import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const sized = (cpu: string) => ({
  containers: [{ name: 'a', image: 'nginx', resources: { requests: { cpu } } }],
});
const patch = { spec: sized('2') };

describe('PodResizeValidator', () => {
  const bed = new AdmissionBed();
  const resize = (name: string, os: object) => {
    const pod = podOf(name, { ...sized('1'), ...os });
    bed.send(pod);
    return bed.change(pod, patch, { subresource: 'resize' }).code;
  };

  it('lets a pod of Linux, and one that does not say, be resized', () => {
    expect(resize('unsaid', {})).toBe(200);
    expect(bed.outcomes('PodResizeValidator')[1]).toBe('passed');
    expect(resize('linux', { os: { name: 'linux' } })).toBe(200);
  });

  it('lets no pod of Windows be resized', () => {
    expect(resize('windows', { os: { name: 'windows' } })).toBe(403);
  });

  it('is not asked when the pod changes in any other way', () => {
    const pod = podOf('other', { os: { name: 'windows' } });
    bed.send(pod);
    expect(bed.change(pod, { metadata: { labels: { a: 'b' } } }).code).toBe(200);
    expect(bed.outcomes('PodResizeValidator')[1]).toBe('inert: does not handle this');
  });
});
