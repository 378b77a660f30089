import { describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const priorityClass = (name: string, value: number, more: object = {}) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  ...more,
});

describe('Priority', () => {
  it('gives a pod without a class zero, where no class is the default', () => {
    const bed = new AdmissionBed();
    const spec = specOf(bed.send(podOf('web')));
    expect(spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    expect(spec).not.toHaveProperty('priorityClassName');
  });

  it('gives it the value and the policy of its class', () => {
    const bed = new AdmissionBed();
    bed.send(priorityClass('patient', 1000, { preemptionPolicy: 'Never' }));
    expect(specOf(bed.send(podOf('web', { priorityClassName: 'patient' })))).toMatchObject({
      priority: 1000,
      preemptionPolicy: 'Never',
    });
    const priorityClassName = 'system-node-critical';
    expect(specOf(bed.send(podOf('agent', { priorityClassName })))).toMatchObject({
      priority: 2_000_001_000,
    });
  });

  it('names the default class in a pod that names none', () => {
    const bed = new AdmissionBed();
    bed.send(priorityClass('usual', 10, { globalDefault: true }));
    expect(specOf(bed.send(podOf('web')))).toMatchObject({
      priority: 10,
      priorityClassName: 'usual',
    });
  });

  it('refuses a class that is not there, and a value that is not that of the class', () => {
    const bed = new AdmissionBed();
    const missing = bed.send(podOf('x', { priorityClassName: 'nope' }));
    expect([missing.code, messageOf(missing)]).toEqual([
      403,
      'pods "x" is forbidden: no PriorityClass with name nope was found',
    ]);
    const mismatch = bed.send(podOf('x', { priority: 7 }));
    expect([mismatch.code, messageOf(mismatch)]).toEqual([
      403,
      'pods "x" is forbidden: the integer value of priority (7) must not be provided in pod spec; ' +
        'priority admission controller computed 0 from the given PriorityClass name',
    ]);
    expect(bed.send(podOf('x', { priority: 0 })).code).toBe(201);
  });

  it('lets only one class be the default', () => {
    const bed = new AdmissionBed();
    bed.send(priorityClass('first', 10, { globalDefault: true }));
    const second = bed.send(priorityClass('second', 20, { globalDefault: true }));
    expect([second.code, messageOf(second)]).toEqual([
      403,
      'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass first is already ' +
        'marked as default. Only one default can exist',
    ]);
    const described = { description: 'the usual one' };
    expect(bed.change(priorityClass('first', 10), described).code).toBe(200);
  });
});
