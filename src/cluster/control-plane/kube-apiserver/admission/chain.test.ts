import { describe, expect, it } from 'vitest';
import { RegistryFixture } from '../registry/registry.test.fixture.ts';
import { podOf } from './admission-bed.fixture.ts';

describe('the admission chain', () => {
  it('names all 41 plugins in their order in each pass', () => {
    const fixture = new RegistryFixture();
    fixture.create(podOf('nginx'));
    const passes = fixture.tracer.facts.filter(
      (fact) => fact.type === 'Mutated' || fact.type === 'Admitted',
    );
    for (const { plugins } of passes.slice(-2)) {
      expect(plugins).toHaveLength(41);
      expect(plugins.slice(0, 3).map(({ plugin }) => plugin)).toEqual([
        'AlwaysAdmit',
        'NamespaceAutoProvision',
        'NamespaceLifecycle',
      ]);
      expect(plugins.at(-2)?.plugin).toBe('ResourceQuota');
    }
    const changed = passes.at(-2)?.plugins.filter(({ outcome }) => outcome === 'changed');
    expect(changed?.map(({ plugin }) => plugin)).toEqual([
      'ServiceAccount',
      'Priority',
      'DefaultTolerationSeconds',
    ]);
  });
});
