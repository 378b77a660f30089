import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Table } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const things = '/apis/example.com/v1/namespaces/default/things';
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

const size = {
  type: 'integer',
  minimum: 1,
  maximum: 9,
  multipleOf: 2,
  default: 2,
  enum: [2, 4, 6],
  nullable: true,
  description: 'how large',
};
const text = { type: 'string', minLength: 1, maxLength: 9, pattern: '^a+$', format: 'byte' };
const list = {
  type: 'array',
  items: { type: 'string' },
  minItems: 0,
  maxItems: 3,
  'x-kubernetes-list-type': 'set',
};
const keyed = {
  type: 'array',
  items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
};
const rules = [
  { rule: 'self.size <= 9', message: 'too large', reason: 'FieldValueInvalid', fieldPath: '.size' },
  { rule: 'self.text == oldSelf.text', messageExpression: '"text"', optionalOldSelf: false },
];

const whole = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: {
      plural: 'things',
      singular: 'thing',
      kind: 'Thing',
      listKind: 'ThingList',
      shortNames: ['th'],
      categories: ['all'],
    },
    conversion: { strategy: 'None' },
    preserveUnknownFields: false,
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        deprecated: true,
        deprecationWarning: 'old',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size,
                  text,
                  list,
                  keyed,
                  map: { type: 'object', additionalProperties: text },
                },
                'x-kubernetes-validations': rules,
                anyOf: [{ required: ['size'] }],
                not: { required: ['nothing'] },
              },
            },
          },
        },
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 0, format: 'int32' },
        ],
        selectableFields: [{ jsonPath: '.spec.text' }],
      },
    ],
  },
};

const strays: readonly JsonValue[] = [
  'x',
  '/',
  5,
  -1.5,
  true,
  [],
  {},
  [{}],
  ['x'],
  { x: {} },
  null,
];

/** The value with one part of it replaced, for each part in turn, by three stray values each. */
function* changed(value: unknown, place = { count: 0 }): Generator<unknown> {
  const first = place.count++;
  for (const step of [0, 4, 8]) yield strays[(first + step) % strays.length];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const other of changed(member, place)) {
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    }
  }
}

const thing = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'it' },
  spec: { size: 2, text: 'a', list: ['a'], keyed: [{ name: 'a' }], map: { a: 'a' } },
};

const withVersion = (members: object) => ({
  ...whole,
  spec: { ...whole.spec, versions: [{ ...whole.spec.versions[0], ...members }] },
});
const refusal = (members: object): string =>
  messageOf(new ApiFixture().create(definitions, withVersion(members)));
const place = 'cannot be handled as a CustomResourceDefinition: json: cannot unmarshal';

describe('a definition with a member of another type', () => {
  it('is refused in the words of the JSON decoder', () => {
    expect(refusal({ additionalPrinterColumns: 'x' })).toContain(
      `${place} string into Go struct field CustomResourceDefinitionVersion.spec.versions` +
        '.additionalPrinterColumns of type []v1.CustomResourceColumnDefinition',
    );
    expect(refusal({ schema: { openAPIV3Schema: { properties: 'x' } } })).toContain(
      `${place} string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema` +
        '.properties of type map[string]v1.JSONSchemaProps',
    );
    const validations = { 'x-kubernetes-validations': [{ rule: 5 }] };
    expect(refusal({ schema: { openAPIV3Schema: validations } })).toContain(
      `${place} number into Go struct field ValidationRule.spec.versions.schema.openAPIV3Schema` +
        '.x-kubernetes-validations.rule of type string',
    );
    expect(refusal({ schema: { openAPIV3Schema: { additionalProperties: 5 } } })).toContain(
      'boolean or JSON schema expected',
    );
  });

  it('is refused when a field to select by, or a column, leads nowhere', () => {
    expect(refusal({ selectableFields: [{}] })).toContain(
      'spec.versions[0].selectableFields[0].jsonPath: Required value',
    );
    expect(refusal({ selectableFields: [{ jsonPath: '.spec.x' }] })).toContain(
      'Invalid value: ".spec.x": is an invalid path: does not refer to a valid field',
    );
    expect(refusal({ additionalPrinterColumns: [{ name: 'A', type: 'x' }] })).toContain(
      'additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer',
    );
  });

  it('never makes the server panic, and what is accepted can be listed', () => {
    const odd: string[] = [];
    const codes = new Set<number>();
    const note = (answer: HttpResponse, spec: unknown): void => {
      codes.add(answer.code);
      const cells = (answer.body as Table).rows?.flatMap((row) => row.cells) ?? [];
      const said = `${messageOf(answer)} ${cells.join()}`;
      const isOdd = answer.code === 500 || /undefined|NaN|\[object|panic/.test(said);
      if (isOdd) odd.push(`${said} ${JSON.stringify(spec)}`);
    };
    let api = new ApiFixture();
    for (const spec of changed(whole.spec)) {
      const answer = api.create(definitions, { ...whole, spec });
      note(answer, spec);
      if (answer.code !== 201) continue;
      api.wait(1);
      note(api.create(things, thing), spec);
      note(api.call('GET', things, { headers: table }), spec);
      note(api.call('GET', `${things}?fieldSelector=spec.text%3Da`), spec);
      api = new ApiFixture();
    }
    expect(odd).toEqual([]);
    expect([...codes].sort()).toEqual([200, 201, 400, 422]);
  });
});
