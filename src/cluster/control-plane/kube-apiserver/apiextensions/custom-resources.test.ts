import { beforeAll, describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import type { Status, Table } from '#k8s.io/apimachinery/meta/v1';
import { ApiFixture, messageOf, objectOf } from '../api.test.fixture.ts';

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const crontabs = '/apis/stable.example.com/v1/namespaces/default/crontabs';

const definition = (spec: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab', shortNames: ['ct'] },
    versions: [version('v1', true), version('v1beta1', false)],
    ...spec,
  },
});

const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['cron'],
          'x-kubernetes-validations': [
            { rule: 'self.replicas <= self.max', message: 'more than max' },
            { rule: 'self.cron == oldSelf.cron', message: 'cron is immutable' },
          ],
          properties: {
            cron: { type: 'string', minLength: 2 },
            replicas: { type: 'integer', minimum: 1, default: 1 },
            max: { type: 'integer', default: 5 },
            mode: { type: 'string', enum: ['a', 'b'] },
          },
        },
        status: { type: 'object', properties: { replicas: { type: 'integer' } } },
      },
    },
  },
  subresources: {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  },
  additionalPrinterColumns: [{ name: 'Cron', type: 'string', jsonPath: '.spec.cron' }],
});

const cronTab = (name: string, spec: object) => ({
  apiVersion: 'stable.example.com/v1',
  kind: 'CronTab',
  metadata: { name },
  spec,
});

let api: ApiFixture;
const causes = (body: unknown): readonly string[] =>
  ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);

beforeAll(() => {
  api = new ApiFixture();
  api.create(definitions, definition());
  api.wait(1);
});

describe('a CustomResourceDefinition', () => {
  it('has its names accepted, and is established', () => {
    const made = objectOf(api.call('GET', `${definitions}/crontabs.stable.example.com`));
    const { conditions, storedVersions } = made.status as {
      conditions: { type: string; status: string; reason: string }[];
      storedVersions: string[];
    };
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamesAccepted', 'True', 'NoConflicts'],
      ['Established', 'True', 'InitialNamesAccepted'],
    ]);
    expect(storedVersions).toEqual(['v1']);
    const service = objectOf(
      api.call('GET', '/apis/apiregistration.k8s.io/v1/apiservices/v1.stable.example.com'),
    );
    expect(JSON.stringify(service.status)).toContain('Local APIServices are always available');
    const writes = api.tracer.facts.filter(
      (fact) => fact.type === 'TxnCommitted' && fact.key.endsWith('/v1.stable.example.com'),
    );
    expect(writes).toHaveLength(1);
  });

  it('stands in discovery', () => {
    const list = api.call('GET', '/apis/stable.example.com/v1').body as {
      resources: { name: string; shortNames?: string[] }[];
    };
    expect(list.resources.map(({ name }) => name)).toEqual([
      'crontabs',
      'crontabs/status',
      'crontabs/scale',
    ]);
  });

  it('must be named after its plural and group, with a structural schema', () => {
    const refused = api.create(definitions, {
      ...definition({ versions: [{ name: 'v1', served: true, storage: true, schema: {} }] }),
      metadata: { name: 'other' },
    });
    expect(causes(refused.body)).toEqual([
      'metadata.name: Invalid value: "other": must be spec.names.plural+"."+spec.group',
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ]);
  });
});

describe('a definition that was only just established', () => {
  it('holds a new object up for two seconds, for servers that have not seen it', () => {
    const name = 'crontabs.fresh.example.com';
    const spec = { ...definition().spec, group: 'fresh.example.com' };
    api.create(definitions, { ...definition(), metadata: { name }, spec });
    api.wait(0.2);
    const path = crontabs.replace('stable', 'fresh');
    const object = { ...cronTab('a', { cron: '* *' }), apiVersion: 'fresh.example.com/v1' };
    const times = [0, 1].map((n) => {
      const before = api.sim.now;
      api.create(path, { ...object, metadata: { name: `a${n}` } });
      return api.sim.now - before;
    });
    expect(times.map((time) => time >= seconds(2))).toEqual([true, false]);
  });

  it('says of schemas that they are required, and of what preserves nothing that it may not', () => {
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': false };
    const versions = [{ ...version('v1', true), schema: { openAPIV3Schema: schema } }];
    const refused = api.create(definitions, definition({ versions }));
    expect(causes(refused.body)).toContain(
      'spec.versions[0].schema.openAPIV3Schema.x-kubernetes-preserve-unknown-fields: ' +
        'Invalid value: false: must be true or undefined',
    );
  });
});

describe('a custom resource', () => {
  it('names the field that cannot be selected by, and no others', () => {
    const answer = api.call('GET', `${crontabs}?fieldSelector=spec.cron%3Dx`);
    expect(messageOf(answer)).toContain('field label not supported: spec.cron');
  });

  it('gets defaults, is pruned, and told of what is pruned', () => {
    const strict = api.create(
      `${crontabs}?fieldValidation=Strict`,
      cronTab('a', { cron: '* *', x: 1 }),
    );
    expect(messageOf(strict)).toBe(
      'CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown ' +
        'field "spec.x"',
    );
    const made = api.create(crontabs, cronTab('a', { cron: '* *', x: 1 }));
    expect(objectOf(made).spec).toEqual({ cron: '* *', replicas: 1, max: 5 });
  });

  it('is pruned of what admission adds, too', () => {
    const registration = '/apis/admissionregistration.k8s.io/v1';
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const metadata = { name: 'add' };
    const patch = (name: string, value: string): string =>
      `JSONPatch{op: 'add', path: '/spec/${name}', value: ${value}}`;
    const expression = `[${patch('mode', "'a'")}, ${patch('color', "'red'")}]`;
    const rule = { apiGroups: ['stable.example.com'], apiVersions: ['*'], resources: ['*'] };
    api.create(`${registration}/mutatingadmissionpolicies`, {
      ...{ apiVersion, kind: 'MutatingAdmissionPolicy', metadata },
      spec: {
        reinvocationPolicy: 'Never',
        matchConstraints: {
          resourceRules: [{ ...rule, operations: ['CREATE'] }],
          objectSelector: { matchLabels: { kind: 'added' } },
        },
        mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
      },
    });
    api.create(`${registration}/mutatingadmissionpolicybindings`, {
      ...{ apiVersion, kind: 'MutatingAdmissionPolicyBinding', metadata },
      spec: { policyName: 'add' },
    });
    api.wait(2);
    const sent = cronTab('added', { cron: '* *' });
    const labels = { kind: 'added' };
    const made = api.create(`${crontabs}?dryRun=All`, {
      ...sent,
      metadata: { ...sent.metadata, labels },
    });
    expect(objectOf(made).spec).toEqual({ cron: '* *', replicas: 1, max: 5, mode: 'a' });
  });

  it('is applied only with fields that its schema has', () => {
    const apply = (object: object) =>
      api.call('PATCH', `${crontabs}/applied?fieldManager=a&dryRun=All`, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: object,
      });
    const fits = cronTab('applied', { cron: '* *' });
    expect(apply(fits).code).toBe(201);
    const metadata = { name: 'applied', color: 'red' };
    const odd = { ...fits, metadata, spec: { ...fits.spec, replicas: '1', extra: 1 }, other: 1 };
    expect(messageOf(apply(odd))).toBe(
      'failed to create typed patch object (/applied; stable.example.com/v1, Kind=CronTab): ' +
        'errors:\n' +
        '  .metadata.color: field not declared in schema\n' +
        '  .other: field not declared in schema\n' +
        '  .spec.extra: field not declared in schema\n' +
        '  .spec.replicas: expected numeric (int or float), got string',
    );
  });

  it('is checked by its schema, and then by its rules', () => {
    const wrong = api.create(crontabs, cronTab('b', { cron: 1, replicas: 0, mode: 'c' }));
    expect(causes(wrong.body)).toEqual(
      [
        'spec.cron: Invalid value: "integer": spec.cron in body must be of type string: "integer"',
        'spec.mode: Unsupported value: "c": supported values: "a", "b"',
        'spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1',
        '<nil>: Invalid value: null: some validation rules were not checked because the object was ' +
          'invalid; correct the existing errors to complete validation',
      ].sort((a, b) => causes(wrong.body).indexOf(a) - causes(wrong.body).indexOf(b)),
    );
    const more = api.create(crontabs, cronTab('b', { cron: '* *', replicas: 6 }));
    expect(messageOf(more)).toBe(
      'CronTab.stable.example.com "b" is invalid: spec: Invalid value: more than max',
    );
    const moved = api.patch(`${crontabs}/a`, 'merge-patch+json', { spec: { cron: '1 1' } });
    expect(messageOf(moved)).toContain('spec: Invalid value: cron is immutable');
  });

  it('has status and scale, other versions, and columns of its own', () => {
    const status = { status: { replicas: 2 } };
    api.patch(`${crontabs}/a/status`, 'merge-patch+json', status);
    const scale = objectOf(api.call('GET', `${crontabs}/a/scale`));
    expect([scale.kind, scale.spec, scale.status]).toEqual([
      'Scale',
      { replicas: 1 },
      { replicas: 2 },
    ]);
    const beta = crontabs.replace('/v1/', '/v1beta1/');
    expect(objectOf(api.call('GET', `${beta}/a`)).apiVersion).toBe('stable.example.com/v1beta1');
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
    const table = api.call('GET', crontabs, { headers: { accept } }).body as Table;
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Cron']);
    expect(table.rows.map(({ cells }) => cells)).toEqual([['a', '* *']]);
  });

  it('is not served any more in a version that its definition has lost', () => {
    const named = (second: string) =>
      definition({ versions: [version('v1', true), version(second, false)] });
    const path = `${definitions}/crontabs.stable.example.com`;
    const served = (name: string) => api.call('GET', `/apis/stable.example.com/${name}`).code;
    const change = (second: string) => {
      api.patch(path, 'merge-patch+json', { spec: named(second).spec });
      api.wait(1);
    };
    change('v2');
    expect([served('v1'), served('v2'), served('v1beta1')]).toEqual([200, 200, 404]);
    change('v1beta1');
    expect([served('v2'), served('v1beta1')]).toEqual([404, 200]);
  });

  it('is scaled without a warning, as a Scale has no field of its schema', () => {
    const path = `${crontabs}/a/scale`;
    const scaled = api.patch(path, 'merge-patch+json', { spec: { replicas: 3 } });
    expect(objectOf(scaled).spec).toEqual({ replicas: 3 });
    expect(scaled.headers['warning']).toBeUndefined();
  });

  it('goes with its definition, without requests for its objects', () => {
    const before = api.tracer.facts.length;
    api.call('DELETE', `${definitions}/crontabs.stable.example.com`);
    api.wait(1);
    const after = api.tracer.facts.slice(before);
    const gone = after.flatMap((fact) =>
      fact.type === 'TxnCommitted' && fact.op === 'delete' ? [fact.key] : [],
    );
    expect(gone).toContain('/registry/stable.example.com/crontabs/default/a');
    const deletes = after.flatMap((fact) =>
      fact.type === 'RequestSent' && fact.method === 'DELETE' ? [fact.url] : [],
    );
    expect(deletes.filter((url) => url.includes('/crontabs/'))).toEqual([]);
    expect(api.call('GET', `${definitions}/crontabs.stable.example.com`).code).toBe(404);
    expect(api.call('GET', crontabs).code).toBe(404);
    expect([...api.tracer.facts].some(({ type }) => type === 'TxnCommitted')).toBe(true);
  });
});
