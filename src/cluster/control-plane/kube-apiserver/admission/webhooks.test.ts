import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, messageOf, objectOf } from '../api.test.fixture.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';
const services = '/api/v1/namespaces/default/services';

let api: ApiFixture;

function webhook(kind: 'Validating' | 'Mutating', name: string, more: object): void {
  const path = `${registration}/${kind.toLowerCase()}webhookconfigurations`;
  const answer = api.create(path, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: { url: `https://${name}.example` },
        objectSelector: { matchLabels: { for: name } },
        rules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['CREATE'],
            resources: ['configmaps'],
          },
        ],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...more,
      },
    ],
  });
  if (answer.code !== 201) throw new Error(messageOf(answer));
}

const create = (name: string, query = '') =>
  api.create(`${maps}${query}`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { for: name } },
  });

beforeAll(() => {
  const at = (name: string) => ({ url: `https://${name}.example` });
  api = new ApiFixture({
    webhookServers: [
      { ...at('deny'), does: { kind: 'deny', message: 'no way' } },
      { ...at('mute'), does: { kind: 'deny' } },
      { ...at('forbid'), does: { kind: 'deny', message: 'not you', code: 403 } },
      { ...at('label'), does: { kind: 'add-label', key: 'hooked', value: 'yes' } },
      { ...at('warn'), does: { kind: 'warn', message: 'careful' } },
      { ...at('hang'), does: { kind: 'hang' } },
    ],
  });
});

describe('a validating webhook', () => {
  it('denies with its message, its code, or without a word', () => {
    for (const name of ['deny', 'mute', 'forbid']) webhook('Validating', name, {});
    const told = (name: string) => [create(name).code, messageOf(create(name))];
    expect(told('deny')).toEqual([
      400,
      'admission webhook "deny.example.com" denied the request: no way',
    ]);
    expect(told('mute')).toEqual([
      400,
      'admission webhook "mute.example.com" denied the request without explanation',
    ]);
    expect(told('forbid')).toEqual([
      403,
      'admission webhook "forbid.example.com" denied the request: not you',
    ]);
  });

  it('sends warnings along', () => {
    webhook('Validating', 'warn', {});
    expect(create('warn').headers['warning']).toBe('299 - "careful"');
  });

  it('that cannot be called fails the request, unless it is to be ignored', () => {
    const service = { namespace: 'default', name: 'hook', path: '/validate' };
    webhook('Validating', 'gone', { clientConfig: { service } });
    const failing = 'Internal error occurred: failed calling webhook "gone.example.com": ';
    const post = 'failed to call webhook: Post "https://hook.default.svc:443/validate?timeout=10s"';
    expect(messageOf(create('gone'))).toBe(`${failing}${post}: service "hook" not found`);
    api.create(services, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'hook' },
      spec: { ports: [{ port: 443 }] },
    });
    expect(messageOf(create('gone'))).toMatch(
      /: dial tcp 10\.96\..*:443: connect: connection refused$/,
    );
    webhook('Validating', 'open', { clientConfig: { service }, failurePolicy: 'Ignore' });
    expect(create('open').code).toBe(201);
  });

  it('has so many seconds to answer', () => {
    webhook('Validating', 'hang', { timeoutSeconds: 2 });
    const before = api.sim.now;
    expect(messageOf(create('hang'))).toContain('?timeout=2s": context deadline exceeded');
    expect(api.sim.now - before).toBeGreaterThanOrEqual(2_000_000);
  });

  it('has a name of three parts and says that it has no side effects', () => {
    const path = `${registration}/validatingwebhookconfigurations`;
    const refused = api.create(path, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'x' },
      webhooks: [
        { name: 'x', clientConfig: {}, sideEffects: 'Some', admissionReviewVersions: ['v1'] },
      ],
    });
    expect(messageOf(refused)).toContain(
      'webhooks[0].name: Invalid value: "x": should be a domain with at least three segments',
    );
    expect(messageOf(refused)).toContain(
      'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    );
    expect(messageOf(refused)).toContain('exactly one of url or service is required');
  });
});

describe('a mutating webhook', () => {
  it('patches what is stored, and has the plugins of the server run again', () => {
    webhook('Mutating', 'label', { reinvocationPolicy: 'IfNeeded' });
    const made = create('label');
    expect(objectOf(made).metadata.labels).toEqual({ for: 'label', hooked: 'yes' });
    const calls = api.tracer.facts.filter(
      (fact) => fact.type === 'WebhookCalled' && fact.webhook === 'label.example.com',
    );
    expect(calls).toHaveLength(1);
  });
});
