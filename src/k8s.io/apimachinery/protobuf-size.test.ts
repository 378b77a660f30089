import { describe, expect, it } from 'vitest';
import everyField from './fixtures/pod-template.json';
import type { JsonObject } from './json-value.ts';
import { structSize } from './protobuf-size.ts';
import { structSchema } from './schema/schema.ts';

describe('the size of the protobuf encoding', () => {
  it('is that of the Go types for a template with every kind of field', () => {
    // 1314 bytes by Marshal of k8s.io/api v0.36.3.
    const template: JsonObject = JSON.parse(JSON.stringify(everyField));
    expect(structSize(structSchema('core.PodTemplateSpec'), template)).toBe(1314);
  });
});
