import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, messageOf } from '../../api.test.fixture.ts';
import { registration, WebhookBed } from '../webhook-bed.fixture.ts';

const services = '/api/v1/namespaces/default/services';

/** Changes an object behind the API server's back. */
function store(api: ApiFixture, key: string, change: (text: string) => string): void {
  const { etcd, sim, tracer } = api;
  sim.spawn(
    'etcdctl',
    (function* () {
      tracer.emitRoot({
        type: 'CommandEntered',
        component: 'person',
        input: 0,
        line: 'etcdctl put',
        user: 'root',
      });
      const [kv] = (yield* etcd.range({ key })).kvs;
      const value: unknown = JSON.parse(change(JSON.stringify(kv?.value)));
      yield* etcd.txn({ op: 'put', key, expectedRevision: kv?.modRevision ?? 0, value });
    })(),
  );
  api.wait(1);
}

describe('ValidatingAdmissionWebhook', () => {
  let bed: WebhookBed;

  beforeAll(() => {
    bed = new WebhookBed({
      deny: { kind: 'deny', message: 'no way' },
      mute: { kind: 'deny' },
      forbid: { kind: 'deny', message: 'not you', code: 403 },
      warn: { kind: 'warn', message: 'careful' },
      hang: { kind: 'hang' },
      fail: { kind: 'fail' },
    });
  });

  it('denies with its message, its code, or without a word', () => {
    for (const name of ['deny', 'mute', 'forbid']) bed.webhook('Validating', name, {});
    const answerTo = (name: string) => [bed.create(name).code, messageOf(bed.create(name))];
    expect(answerTo('deny')).toEqual([
      400,
      'admission webhook "deny.example.com" denied the request: no way',
    ]);
    expect(answerTo('mute')).toEqual([
      400,
      'admission webhook "mute.example.com" denied the request without explanation',
    ]);
    expect(answerTo('forbid')).toEqual([
      403,
      'admission webhook "forbid.example.com" denied the request: not you',
    ]);
  });

  it('sends warnings along', () => {
    bed.webhook('Validating', 'warn', {});
    expect(bed.create('warn').headers['warning']).toBe('299 - "careful"');
  });

  it('that cannot be called fails the request, unless it is to be ignored', () => {
    const service = { namespace: 'default', name: 'hook', path: '/validate' };
    bed.webhook('Validating', 'gone', { clientConfig: { service } });
    const failing = 'Internal error occurred: failed calling webhook "gone.example.com": ';
    const post = 'failed to call webhook: Post "https://hook.default.svc:443/validate?timeout=10s"';
    expect(messageOf(bed.create('gone'))).toBe(`${failing}${post}: service "hook" not found`);
    bed.api.create(services, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'hook' },
      spec: { ports: [{ port: 443 }] },
    });
    expect(messageOf(bed.create('gone'))).toMatch(
      /: dial tcp 10\.96\..*:443: connect: connection refused$/,
    );
    bed.webhook('Validating', 'open', { clientConfig: { service }, failurePolicy: 'Ignore' });
    expect(bed.create('open').code).toBe(201);
  });

  it('that answers with an error fails the request too', () => {
    bed.webhook('Validating', 'fail', {});
    expect(bed.create('fail')).toMatchObject({
      code: 500,
      body: {
        reason: 'InternalError',
        message:
          'Internal error occurred: failed calling webhook "fail.example.com": failed to call ' +
          'webhook: an error on the server ("") has prevented the request from succeeding',
      },
    });
  });

  it('has so many seconds to answer', () => {
    bed.webhook('Validating', 'hang', { timeoutSeconds: 2 });
    const before = bed.api.sim.now;
    expect(messageOf(bed.create('hang'))).toContain('?timeout=2s": context deadline exceeded');
    expect(bed.api.sim.now - before).toBeGreaterThanOrEqual(2_000_000);
  });

  it('has a name of three parts and says that it has no side effects', () => {
    const path = `${registration}/validatingwebhookconfigurations`;
    const refused = bed.api.create(path, {
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

  it('is called for a dry run when it says that it has no effects then', () => {
    const url = 'https://warn.example';
    bed.webhook('Validating', 'dry', { clientConfig: { url }, sideEffects: 'NoneOnDryRun' });
    expect(bed.create('dry', '?dryRun=All').code).toBe(201);
    expect(bed.called()).toContain('dry.example.com');
  });

  it('refuses a dry run that a webhook with side effects would see, registered before v1', () => {
    const clientConfig = { url: 'https://fail.example' };
    const old = (sideEffects: string): void =>
      bed.webhook('Validating', 'old', { clientConfig, sideEffects });
    expect(() => old('Some')).toThrow('Unsupported value: "Some"');
    old('None');
    store(bed.api, '/registry/validatingwebhookconfigurations/old', (text) =>
      text.replace('"sideEffects":"None"', '"sideEffects":"Some"'),
    );
    bed.api.wait(1);
    const { code, body } = bed.create('old', '?dryRun=All');
    expect([code, body]).toMatchObject([
      400,
      {
        reason: 'BadRequest',
        message: 'admission webhook "old.example.com" does not support dry run',
      },
    ]);
  });
});
