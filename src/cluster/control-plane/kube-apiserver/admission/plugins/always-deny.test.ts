import { describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { nodelessConfig } from '../../nodeless-config.fixture.ts';
import { RegistryFixture } from '../../registry/registry.test.fixture.ts';
import type { Operation } from '../admission.ts';
import { podOf } from '../admission-bed.fixture.ts';
import { AdmissionChain } from '../chain.ts';
import { alwaysDeny } from './always-deny.ts';

// A new cluster with this plugin would never get its first namespace: this calls only the chain.
const answer = (plugins: readonly string[], operation: Operation, metadata: object) => {
  const fixture = new RegistryFixture();
  const config = { ...nodelessConfig, enableAdmissionPlugins: plugins };
  const chain = new AdmissionChain(fixture.tracer, () => [alwaysDeny({ config })]);
  const request = fixture.attrs(fixture.resource('pods'), operation.toLowerCase(), 'default');
  const object = podOf('', {}, metadata) as never;
  const result = fixture.call(chain.admit({ request, operation, object, old: undefined }));
  const pass = must(
    fixture.tracer.facts.findLast((fact) => fact.type === 'Mutated'),
    'the mutating pass is told',
  );
  return { message: result.ok ? '' : result.error.message, outcome: pass.plugins[0]?.outcome };
};

const detail = 'admission control is denying all modifications';

describe('AlwaysDeny', () => {
  it.each(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const)('refuses every %s', (operation) => {
    expect(answer(['AlwaysDeny'], operation, { name: 'web' })).toEqual({
      message: `pods "web" is forbidden: ${detail}`,
      outcome: 'denied',
    });
  });

  it('names an object that has no name yet by the start of its name, or not at all', () => {
    expect(answer(['AlwaysDeny'], 'CREATE', { generateName: 'web-' }).message).toBe(
      `pods "web-" is forbidden: ${detail}`,
    );
    expect(answer(['AlwaysDeny'], 'CREATE', {}).message).toBe(
      `pods "Unknown" is forbidden: ${detail}`,
    );
  });

  it('is off unless it is named', () => {
    expect(answer([], 'CREATE', { name: 'web' })).toEqual({ message: '', outcome: 'off' });
  });
});
