import { describe, expect, it } from 'vitest';
import { createPrng, type Prng } from '#base/prng';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import {
  pointee,
  type ScalarName,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import { ApiFixture } from './api.test.fixture.ts';

const strays: readonly unknown[] = ['x', 1, true, {}, [], -1, '', null];
const texts = ['', 'a', 'Bad_Name', 'In', 'Exists', '10.0.0.1', 'Always', 'TCP', '%', '{{'];
const numbers = [0, 1, -1, 80, 99999];
const quantities = ['1', '100m', '1Gi', '-1', 'x'];

const one = <T>(prng: Prng, from: readonly T[]): T => from[prng.nextInt(from.length)] as T;

function scalar(prng: Prng, name: ScalarName): unknown {
  if (name === 'bool') return prng.nextInt(2) === 0;
  if (name.startsWith('int') || name === 'float64') return one(prng, numbers);
  return one(prng, name === 'quantity' ? quantities : texts);
}

/** A random value, mostly of the type: some members are of another type, or null. */
function value(prng: Prng, type: TypeSchema, depth = 0): unknown {
  const target = pointee(type);
  if (prng.nextInt(12) === 0) return one(prng, strays);
  switch (target.form) {
    case 'scalar':
      return scalar(prng, target.scalar);
    case 'struct': {
      const members = depth > 7 ? [] : structSchema(target.name).members;
      const chosen = members.filter(() => prng.nextInt(3) === 0);
      return Object.fromEntries(
        chosen.map((field) => [field.json, value(prng, field.type, depth + 1)]),
      );
    }
    case 'list':
      return Array.from({ length: prng.nextInt(3) }, () => value(prng, target.item, depth + 1));
    case 'map':
      return { a: value(prng, target.value, depth + 1) };
    default:
      return null;
  }
}

interface Way {
  readonly method: HttpRequest['method'];
  readonly suffix: string;
  readonly type: string;
}

const ways: readonly Way[] = [
  { method: 'POST', suffix: '', type: 'json' },
  { method: 'PUT', suffix: '/it', type: 'json' },
  { method: 'PATCH', suffix: '/it', type: 'merge-patch+json' },
  { method: 'PATCH', suffix: '/it', type: 'strategic-merge-patch+json' },
  { method: 'PATCH', suffix: '/it', type: 'json-patch+json' },
  { method: 'PATCH', suffix: '/it?fieldManager=m&force=true', type: 'apply-patch+yaml' },
  { method: 'PATCH', suffix: '/it/status', type: 'merge-patch+json' },
];

function bodiesOf(prng: Prng, { apiVersion, kind }: ResourceInfo): readonly unknown[] {
  const schema = schemaForKind(apiVersion, kind);
  const metadata = { name: 'it' };
  const named = { apiVersion, kind, metadata };
  const bodies: unknown[] = [{}, { ...named, spec: null }, named, { ...named, metadata: null }];
  if (schema === undefined) return bodies;
  for (let n = 0; n < 2; n++) {
    const random = value(prng, { form: 'struct', name: schema.name });
    bodies.push(typeof random === 'object' ? { ...random, ...named } : random);
  }
  return bodies;
}

describe('a body of any shape', () => {
  it('is answered with an object or a Status, and never stops the server', () => {
    const api = new ApiFixture();
    const prng = createPrng(11);
    const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const codes = new Set<number>();
    for (const resource of resources) {
      const place = resource.namespaced ? '/namespaces/default' : '';
      const path = `${resource.groupVersionPath}${place}/${resource.plural}`;
      for (const body of bodiesOf(prng, resource)) {
        for (const { method, suffix, type } of ways) {
          const headers = { 'content-type': `application/${type}` };
          codes.add(api.call(method, path + suffix, { headers, body }).code);
        }
        codes.add(api.call('GET', path, { headers: table }).code);
        codes.add(api.call('DELETE', `${path}/it`).code);
      }
    }
    expect([...codes].filter((code) => code < 200 || code > 504)).toEqual([]);
    expect(codes.size).toBeGreaterThan(6);
    expect(api.tracer.facts.filter(({ type }) => type === 'PanicRecovered')).toEqual([]);
  });
});
