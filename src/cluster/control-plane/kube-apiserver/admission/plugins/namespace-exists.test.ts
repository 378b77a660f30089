import { describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

describe('NamespaceExists', () => {
  const bed = new AdmissionBed('NamespaceExists');

  it('lets what goes into a namespace that is there pass', () => {
    expect(bed.send(podOf('web')).code).toBe(201);
    expect(bed.outcomes('NamespaceExists')[1]).toBe('passed');
  });

  it('is not asked about a delete of what is not there: the store says so first', () => {
    const answer = bed.api.call('DELETE', '/api/v1/namespaces/nope/pods/web');
    expect([answer.code, messageOf(answer)]).toEqual([404, 'pods "web" not found']);
  });

  it('comes second to NamespaceLifecycle, which refuses in the mutating pass', () => {
    const answer = bed.send(podOf('web', {}, { namespace: 'nope' }));
    expect([answer.code, messageOf(answer)]).toEqual([404, 'namespaces "nope" not found']);
    const mutated = bed.api.tracer.facts.findLast((fact) => fact.type === 'Mutated');
    expect(mutated?.plugins.at(-1)).toMatchObject({
      plugin: 'NamespaceLifecycle',
      outcome: 'denied',
    });
  });

  it('has nothing to say about objects without a namespace', () => {
    bed.namespace('team');
    bed.send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } });
    expect(bed.outcomes('NamespaceExists')[1]).toBe('inert: does not handle this');
  });
});
