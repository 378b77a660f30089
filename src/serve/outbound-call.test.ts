/** Webhooks and aggregated APIs on this machine, called by a served cluster over HTTPS. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type OutsideRequest, readOutsideAction } from '#trace/outside-action';
import { runRecording } from '#worker/run-recording';
import { CertificateAuthority } from './certificates.ts';
import { type Served, serve } from './serve.ts';

interface Review {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly object: KubeObject;
    readonly objects?: readonly KubeObject[];
    readonly desiredAPIVersion?: string;
  };
}

let served: Served;
let webhooks: Server;
let ca: string;
let port: number;
const asked: string[] = [];

/** What the server outside says to a review, or as an API of its own. */
function answerTo(path: string, review: Review | undefined): object | undefined {
  const uid = review?.request.uid;
  const { kind, apiVersion } = review ?? {};
  if (path === '/label') {
    const patch = [{ op: 'add', path: '/metadata/labels', value: { seen: 'outside' } }];
    const encoded = Buffer.from(JSON.stringify(patch)).toString('base64');
    return {
      ...{ kind, apiVersion },
      response: { uid, allowed: true, patchType: 'JSONPatch', patch: encoded },
    };
  }
  if (path === '/deny') {
    const allowed = !review?.request.object.metadata.name.startsWith('bad');
    return { kind, apiVersion, response: { uid, allowed, status: { message: 'a bad name' } } };
  }
  if (path === '/convert') {
    const convertedObjects = review?.request.objects?.map((object) => ({
      ...object,
      apiVersion: review.request.desiredAPIVersion,
      spec: { converted: true },
    }));
    return { kind, apiVersion, response: { uid, result: { status: 'Success' }, convertedObjects } };
  }
  if (path === '/apis/far.example.com/v1') {
    const stars = { name: 'stars', singularName: 'star', namespaced: false, kind: 'Star' };
    const resources = [{ ...stars, verbs: ['get', 'list'] }];
    const list = { kind: 'APIResourceList', apiVersion: 'v1' };
    return { ...list, groupVersion: 'far.example.com/v1', resources };
  }
  const star = { apiVersion: 'far.example.com/v1', kind: 'Star', metadata: { name: 'sun' } };
  return path === '/apis/far.example.com/v1/stars/sun' ? star : undefined;
}

beforeAll(async () => {
  const authority = await CertificateAuthority.create('webhooks');
  ca = Buffer.from(authority.certificate).toString('base64');
  const identity = await authority.server(['localhost', 'far.default.svc'], ['127.0.0.1']);
  webhooks = createServer(
    { key: identity.key, cert: identity.certificate },
    (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const path = (request.url ?? '').split('?')[0] ?? '';
        asked.push(path);
        const answer = answerTo(path, text === '' ? undefined : JSON.parse(text));
        // A server that hangs says nothing at all.
        if (path === '/hang') return;
        response.writeHead(answer === undefined ? 404 : 200, {
          'content-type': 'application/json',
        });
        response.end(JSON.stringify(answer ?? {}));
      });
    },
  );
  await new Promise<void>((resolve) => webhooks.listen(0, '127.0.0.1', resolve));
  port = (webhooks.address() as AddressInfo).port;
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 3 }, speed: 5 });
}, 60_000);

afterAll(async () => {
  webhooks.closeAllConnections();
  webhooks.close();
  await served.close();
});

/** The code and the body of the API server's answer. */
function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
): Promise<{ readonly code: number; readonly body: KubeObject & { readonly message?: string } }> {
  const http: OutsideRequest = {
    ...{ method, url },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    certificate: {
      commonName: 'kubernetes-admin',
      organizations: ['system:masters'],
      issuer: 'kubernetes-ca',
    },
    ...(body !== undefined && { body: asJson(body) }),
  };
  return new Promise((resolve, reject) => {
    served.world.send(http, {
      answered: ({ code, body: given }) => resolve({ code, body: given as KubeObject }),
      received: () => undefined,
      ended: () => undefined,
      failed: (message) => reject(new Error(message)),
    });
  });
}

const maps = '/api/v1/namespaces/default/configmaps';
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

async function withWebhook<T>(
  kind: 'Mutating' | 'Validating',
  webhook: object,
  does: () => Promise<T>,
): Promise<T> {
  const configurations = `${kind.toLowerCase()}webhookconfigurations`;
  const path = `/apis/admissionregistration.k8s.io/v1/${configurations}`;
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'] };
  const made = await ask('POST', path, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name: 'outside' },
    webhooks: [
      {
        name: 'outside.example.com',
        rules: [{ ...rule, resources: ['configmaps'] }],
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        ...webhook,
      },
    ],
  });
  expect(made.code).toBe(201);
  try {
    return await does();
  } finally {
    await ask('DELETE', `${path}/outside`);
  }
}

const at = (path: string, caBundle = ca) => ({
  clientConfig: { url: `https://127.0.0.1:${port}${path}`, caBundle },
});

describe('an admission webhook outside', () => {
  it('changes what is created', async () => {
    const create = () => ask('POST', maps, map('labelled'));
    const { code, body } = await withWebhook('Mutating', at('/label'), create);
    expect(code).toBe(201);
    expect(body.metadata.labels).toEqual({ seen: 'outside' });
  });

  it('refuses what it does not like', async () => {
    await withWebhook('Validating', at('/deny'), async () => {
      expect((await ask('POST', maps, map('good'))).code).toBe(201);
      const { code, body } = await ask('POST', maps, map('bad'));
      expect(code).toBe(400);
      expect(body.message).toBe(
        'admission webhook "outside.example.com" denied the request: a bad name',
      );
    });
  });

  it('is not trusted without the authority that signed its certificate', async () => {
    const create = () => ask('POST', maps, map('untrusted'));
    const other = await CertificateAuthority.create('other');
    const bundle = Buffer.from(other.certificate).toString('base64');
    const { code, body } = await withWebhook('Validating', at('/deny', bundle), create);
    expect(code).toBe(500);
    expect(body.message).toContain(
      `Post "https://127.0.0.1:${port}/deny?timeout=10s": tls: failed`,
    );
    expect(body.message).toContain('x509: certificate signed by unknown authority');
  });

  it('may be gone or silent: its failure policy decides', async () => {
    const silent = { ...at('/hang'), timeoutSeconds: 1 };
    const late = await withWebhook('Validating', silent, () => ask('POST', maps, map('late')));
    expect(late.body.message).toContain('context deadline exceeded');
    const url = 'https://127.0.0.1:1/gone';
    const gone = { clientConfig: { url, caBundle: ca } };
    const refused = await withWebhook('Validating', gone, () => ask('POST', maps, map('gone')));
    expect(refused.body.message).toContain('dial tcp 127.0.0.1:1: connect: connection refused');
    const lax = { ...gone, failurePolicy: 'Ignore' };
    const passed = await withWebhook('Validating', lax, () => ask('POST', maps, map('gone')));
    expect(passed.code).toBe(201);
  });

  it('is only called on the loopback', async () => {
    const clientConfig = { url: 'https://hooks.example.com/', caBundle: ca };
    const create = () => ask('POST', maps, map('far'));
    const { body } = await withWebhook('Validating', { clientConfig }, create);
    expect(body.message).toContain('dial tcp: lookup hooks.example.com: no such host');
  });
});

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  spec: {
    group: 'rocks.example.com',
    names: { plural: 'rocks', kind: 'Rock' },
    scope: 'Namespaced',
    versions: ['v1', 'v2'].map((name) => ({
      ...{ name, served: true, storage: name === 'v1' },
      schema: {
        openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    })),
  },
};

describe('a conversion webhook outside', () => {
  it('gives an object in the version that was asked for', async () => {
    const name = 'rocks.rocks.example.com';
    const webhook = { ...at('/convert'), conversionReviewVersions: ['v1'] };
    const made = await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      ...definition,
      metadata: { name },
      spec: { ...definition.spec, conversion: { strategy: 'Webhook', webhook } },
    });
    expect(made.code).toBe(201);
    const path = (version: string) => `/apis/rocks.example.com/${version}/namespaces/default/rocks`;
    const rock = { apiVersion: 'rocks.example.com/v1', kind: 'Rock', metadata: { name: 'basalt' } };
    await expect.poll(async () => (await ask('POST', path('v1'), rock)).code).toBe(201);
    const { body } = await ask('GET', `${path('v2')}/basalt`);
    expect(body).toMatchObject({ apiVersion: 'rocks.example.com/v2', spec: { converted: true } });
  });
});

describe('an API outside, behind a Service that is an ExternalName', () => {
  it('is served by the aggregator', async () => {
    await ask('POST', '/api/v1/namespaces/default/services', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'far' },
      spec: { type: 'ExternalName', externalName: 'localhost' },
    });
    const service = { namespace: 'default', name: 'far', port };
    const made = await ask('POST', '/apis/apiregistration.k8s.io/v1/apiservices', {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.far.example.com' },
      spec: {
        ...{ group: 'far.example.com', version: 'v1', service, caBundle: ca },
        ...{ groupPriorityMinimum: 1000, versionPriority: 10 },
      },
    });
    expect(made.code).toBe(201);
    await expect
      .poll(async () => (await ask('GET', '/apis/far.example.com/v1/stars/sun')).body.kind)
      .toBe('Star');
    const { body } = await ask(
      'GET',
      '/apis/apiregistration.k8s.io/v1/apiservices/v1.far.example.com',
    );
    expect(body.status).toMatchObject({ conditions: [{ type: 'Available', status: 'True' }] });
  });
});

describe('a recorded session with servers outside', () => {
  it('replays to the same trace when they are gone', async () => {
    const before = asked.length;
    served.world.pause();
    const { recording, facts, at: end } = served.world;
    expect(before).toBeGreaterThan(3);
    const told = facts.filter((fact) => fact.at < end);
    // As it comes out of a file.
    const read = JSON.parse(JSON.stringify(recording));
    for (const input of recording.inputs) {
      if (input.kind === 'outside') expect(readOutsideAction(input.action)).toEqual(input.action);
    }
    let replayed: readonly unknown[] = [];
    for (const run of runRecording(read, allParts)) replayed = run.facts;
    expect(JSON.stringify(replayed.slice(0, told.length))).toBe(JSON.stringify(told));
    expect(asked.length).toBe(before);
  });
});
