import { createPublicKey, verify } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Served, serve } from './serve.ts';

let served: Served;
let credentials: { readonly ca: string; readonly cert: string; readonly key: string };
let port: number;

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 5 });
  port = Number(new URL(served.server).port);
  const { clusters, users } = parse(served.kubeconfigs.get('admin') ?? '');
  const text = (value: string): string => Buffer.from(value, 'base64').toString();
  credentials = {
    ca: text(clusters[0].cluster['certificate-authority-data']),
    cert: text(users[0].user['client-certificate-data']),
    key: text(users[0].user['client-key-data']),
  };
}, 60_000);

afterAll(() => served.close());

interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** One request in HTTP/1.1. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  send: { readonly method?: string; readonly body?: string; readonly anonymous?: boolean } = {},
): Promise<Answer> {
  const { method = 'GET', body, anonymous = false } = send;
  const { ca, cert, key } = credentials;
  const who = anonymous ? {} : { cert, key };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers, ca, ...who, agent: false };
    const sent = httpsRequest(options, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const code = response.statusCode ?? 0;
        resolve({ code, headers: response.headers, body: Buffer.concat(pieces) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const json = { 'content-type': 'application/json' };
const maps = '/api/v1/namespaces/default/configmaps';

describe('the API over the wire', () => {
  it('speaks HTTP/2 as well, with many requests on one connection', async () => {
    const session = connectHttp2(served.server, credentials);
    const codes = await Promise.all(
      ['/livez', '/api/v1/nodes', '/nowhere'].map(
        (path) =>
          new Promise<unknown>((resolve, reject) => {
            const stream = session.request({ ':path': path });
            stream.on('response', (headers) => resolve(headers[':status']));
            stream.on('error', reject);
            stream.resume();
          }),
      ),
    );
    session.close();
    expect(codes).toEqual([200, 200, 404]);
  });

  it('answers in the form that the client accepts, or with 406', async () => {
    const table = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const asTable = await ask('/api/v1/nodes', { accept: table });
    expect(JSON.parse(String(asTable.body))).toMatchObject({ kind: 'Table' });
    const asYaml = await ask('/api/v1/nodes/node-1', { accept: 'application/yaml' });
    expect(asYaml.headers['content-type']).toBe('application/yaml');
    expect(parse(String(asYaml.body))).toMatchObject({ kind: 'Node' });
    const protobuf = 'application/vnd.kubernetes.protobuf';
    const asProtobuf = await ask('/api/v1/nodes/node-1', { accept: protobuf });
    expect(asProtobuf.headers['content-type']).toBe(protobuf);
    expect(String(asProtobuf.body.subarray(0, 4))).toBe('k8s\0');
    const missing = await ask('/api/v1/nodes/none', { accept: protobuf });
    expect([missing.code, String(missing.body.subarray(0, 4))]).toEqual([404, 'k8s\0']);
    expect((await ask('/api/v1/nodes', { accept: 'text/html' })).code).toBe(406);
  });

  it('takes bodies in JSON and YAML, and refuses others with 415', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-yaml}\ndata: {a: "1"}\n';
    const yaml = { 'content-type': 'application/yaml' };
    const made = await ask(maps, yaml, { method: 'POST', body: text });
    expect(made.code).toBe(201);
    expect(JSON.parse(String(made.body))).toMatchObject({ data: { a: '1' } });
    const plain = { 'content-type': 'text/plain' };
    expect((await ask(maps, plain, { method: 'POST', body: text })).code).toBe(415);
    expect((await ask(maps, json, { method: 'POST', body: '{"kind":' })).code).toBe(400);
  });

  it('speaks no CBOR, as v1.36 does unless its gate CBORServingAndStorage is on', async () => {
    const cbor = 'application/cbor';
    expect((await ask('/api/v1/nodes', { accept: cbor })).code).toBe(406);
    expect((await ask('/api/v1/nodes?watch=1', { accept: 'application/cbor-seq' })).code).toBe(406);
    const sent = await ask(
      maps,
      { 'content-type': cbor },
      { method: 'POST', body: '\xd9\xd9\xf7' },
    );
    expect([sent.code, JSON.parse(String(sent.body)).reason]).toEqual([
      415,
      'UnsupportedMediaType',
    ]);
    const either = await ask('/api/v1/nodes', { accept: `${cbor}, application/json` });
    expect(either.headers['content-type']).toBe('application/json');
  });

  it('shows the metrics of the API server to those who may read them', async () => {
    const page = await ask('/metrics');
    expect(page.headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(String(page.body)).toContain('# TYPE apiserver_request_total counter\n');
    expect((await ask('/metrics', {}, { anonymous: true })).code).toBe(403);
  });

  it('packs a large answer for a client that takes gzip', async () => {
    const path = '/openapi/v3/api/v1';
    const packed = await ask(path, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(String(gunzipSync(packed.body)))).toMatchObject({ openapi: '3.0.0' });
    expect((await ask(path)).headers['content-encoding']).toBeUndefined();
  });

  it('sends a document of the API again only when it has changed', async () => {
    const first = await ask('/openapi/v2');
    const { etag = '' } = first.headers;
    expect(etag).toMatch(/^"[0-9A-F]{64}"$/);
    const again = await ask('/openapi/v2', { 'if-none-match': String(etag) });
    expect(again).toMatchObject({ code: 304, headers: { etag } });
    expect(again.body).toHaveLength(0);
    const other = await ask('/openapi/v2', { 'if-none-match': '"ABC"' });
    expect(other.code).toBe(200);
    expect(other.body.equals(first.body)).toBe(true);
    const version3 = await ask('/openapi/v3/api/v1', { 'if-none-match': String(etag) });
    expect(version3.code).toBe(200);
  });

  it('streams a watch event by event, and ends it at its time', async () => {
    const query = 'watch=true&timeoutSeconds=2&fieldSelector=metadata.name%3Dnode-1';
    const { body } = await ask(`/api/v1/nodes?${query}`);
    const [first = ''] = String(body).split('\n');
    expect(JSON.parse(first)).toMatchObject({
      type: 'ADDED',
      object: { kind: 'Node', metadata: { name: 'node-1' } },
    });
  });

  it('knows a client by its certificate or its token, and one without as anonymous', async () => {
    const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const post = { method: 'POST', body: JSON.stringify(review) };
    const userOf = async (headers: Record<string, string>, anonymous: boolean) => {
      const { code, body } = await ask(reviews, { ...json, ...headers }, { ...post, anonymous });
      return code === 201 ? JSON.parse(String(body)).status.userInfo.username : code;
    };
    expect(await userOf({}, false)).toBe('kubernetes-admin');
    expect(await userOf({ authorization: 'Bearer wrong' }, true)).toBe(401);
    expect(await userOf({}, true)).toBe(403);
    const tokens = '/api/v1/namespaces/default/serviceaccounts/default/token';
    const asked = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' });
    const made = await ask(tokens, json, { method: 'POST', body: asked });
    const { token } = JSON.parse(String(made.body)).status;
    const name = 'system:serviceaccount:default:default';
    expect(await userOf({ authorization: `Bearer ${token}` }, true)).toBe(name);
    const impersonated = { 'impersonate-user': 'eve', 'impersonate-group': 'system:masters' };
    expect(await userOf(impersonated, false)).toBe('eve');
  });

  it('runs a command only on a connection that is upgraded', async () => {
    const spec = { nodeName: 'node-1', containers: [{ name: 'c', image: 'nginx' }] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
    const pods = '/api/v1/namespaces/default/pods';
    const made = await ask(pods, json, { method: 'POST', body: JSON.stringify(pod) });
    expect(made.code).toBe(201);
    const { code, body } = await ask(
      `${pods}/p/exec?command=ls&stdout=true`,
      {},
      { method: 'POST' },
    );
    expect([code, JSON.parse(String(body)).message]).toEqual([400, 'Upgrade request required']);
  });

  it('sends dates of the client’s clock', async () => {
    const { body } = await ask('/api/v1/namespaces/default');
    const { creationTimestamp } = JSON.parse(String(body)).metadata;
    const seconds = Math.abs(Date.now() - Date.parse(creationTimestamp)) / 1000;
    expect(seconds).toBeLessThan(600);
  });
});

describe('a client that misbehaves', () => {
  it('is refused a body that is too large', async () => {
    const data = { big: 'x'.repeat(4 * 1024 * 1024) };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' }, data };
    const { code } = await ask(maps, json, { method: 'POST', body: JSON.stringify(body) });
    expect(code).toBe(413);
  });

  it('may send headers of a mebibyte, and is refused longer ones', async () => {
    const headers = (bytes: number) => ({ 'x-long': 'x'.repeat(bytes) });
    expect((await ask('/version', headers(900_000))).code).toBe(200);
    expect((await ask('/version', headers(1_100_000))).code).toBe(431);
  });

  it('reads why its headers were refused while it still sends them', async () => {
    const headers = { 'x-long': 'x'.repeat(8_000_000) };
    for (let time = 0; time < 5; time++) {
      const { code, body } = await ask('/version', headers);
      expect([code, String(body)]).toEqual([431, '431 Request Header Fields Too Large']);
    }
  });

  it('is cut off when it does not read its watch', async () => {
    const hangups = (): number =>
      served.world.recording.inputs.filter(
        (input) => input.kind === 'outside' && input.action.kind === 'hangup',
      ).length;
    const before = hangups();
    const watch = httpsRequest({
      ...{ host: '127.0.0.1', port, path: `${maps}?watch=true`, agent: false, ...credentials },
    });
    watch.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      watch.on('response', (response) => {
        response.on('error', () => undefined);
        response.pause();
        resolve();
      });
      watch.end();
    });
    const data = { big: 'x'.repeat(1_000_000) };
    for (let n = 0; n < 40 && hangups() === before; n++) {
      const metadata = { name: `big-${n}` };
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
      expect((await ask(maps, json, { method: 'POST', body })).code).toBe(201);
    }
    expect(hangups()).toBe(before + 1);
    watch.destroy();
  });

  it('disturbs nobody when it speaks no TLS, sends half a request, or leaves', async () => {
    const before = served.world.recording.inputs.length;
    const plain = connectTcp(port, '127.0.0.1');
    plain.on('error', () => undefined);
    plain.write('GET /api HTTP/1.1\r\n\r\n');
    const half = httpsRequest({
      ...{ host: '127.0.0.1', port, path: maps, method: 'POST', agent: false, ...credentials },
      headers: { ...json, 'content-length': '1000' },
    });
    half.on('error', () => undefined);
    half.write('{"kind"');
    const watch = httpsRequest({
      ...{ host: '127.0.0.1', port, path: '/api/v1/pods?watch=true', ...credentials },
      agent: false,
    });
    watch.on('error', () => undefined);
    await new Promise<void>((resolve) => {
      watch.on('response', () => resolve());
      watch.end();
    });
    for (const socket of [half, watch]) socket.destroy();
    plain.destroy();
    expect((await ask('/livez')).code).toBe(200);
    const { inputs } = served.world.recording;
    const kinds = inputs
      .slice(before)
      .map((input) => input.kind === 'outside' && input.action.kind);
    expect(kinds.sort()).toEqual(['hangup', 'request', 'request']);
  });
});

describe('the token of a service account', () => {
  it('is verified by anybody with the keys that the server publishes', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
    const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
    const request = JSON.stringify({ ...kind, spec: { audiences: ['vault'] } });
    const made = await ask(path, json, { method: 'POST', body: request });
    expect(made.code).toBe(201);
    const [header = '', payload = '', signature = ''] = JSON.parse(
      made.body.toString(),
    ).status.token.split('.');
    const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const answer = await ask('/openid/v1/jwks');
    expect(answer.headers['content-type']).toBe('application/jwk-set+json');
    const { keys } = JSON.parse(answer.body.toString());
    const key = keys.find((each: { kid: string }) => each.kid === kid);
    expect([alg, key.alg]).toEqual(['RS256', 'RS256']);
    const signed = Buffer.from(`${header}.${payload}`);
    const publicKey = createPublicKey({ key, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    expect(verify('sha256', signed, publicKey, bytes)).toBe(true);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({ aud: ['vault'], sub: 'system:serviceaccount:default:default' });
    expect(claims.exp - claims.iat).toBe(3600);
  });
});

describe('a document of /openapi/v3', () => {
  const path = '/openapi/v3/apis/apps/v1';
  const addressOf = async (version: string): Promise<string> =>
    JSON.parse((await ask('/openapi/v3')).body.toString()).paths[version].serverRelativeURL;

  it("is gnostic's message for a client that asks for it by its new or its old name", async () => {
    const type = 'application/com.github.proto-openapi.spec.v3';
    const answers = [];
    for (const name of [`${type}.v1.0+protobuf`, `${type}@v1.0+protobuf`]) {
      answers.push(await ask(path, { accept: name }));
    }
    for (const { code, headers } of answers) {
      expect([code, headers['content-type']]).toEqual([200, `${type}.v1.0+protobuf`]);
    }
    const [bytes = Buffer.alloc(0)] = answers.map(({ body }) => body);
    const json = JSON.parse((await ask(path)).body.toString());
    const top = new Map(partsOf(bytes));
    expect(Buffer.from(top.get(1) ?? []).toString()).toBe('3.0.0');
    expect(namesIn(top.get(4))).toEqual(Object.keys(json.paths));
    const schemas = new Map(partsOf(top.get(5) ?? new Uint8Array())).get(1);
    expect(namesIn(schemas)).toEqual(Object.keys(json.components.schemas));
    expect(Buffer.from(bytes).toString()).toContain('#/components/schemas/io.k8s.api.apps.v1.');
  });

  it('may be kept for a year at the address with its tag, which the index names', async () => {
    const address = await addressOf('apis/apps/v1');
    const { code, headers } = await ask(address);
    expect(code).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'public, immutable', vary: 'Accept' });
    expect(address).toBe(`${path}?hash=${String(headers['etag']).replaceAll('"', '')}`);
    const days = (Date.parse(String(headers['expires'])) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThan(367);
    const plain = await ask(path);
    expect(plain.headers['etag']).toBe(headers['etag']);
    expect(plain.headers['cache-control']).toBe('no-cache, private');
  });

  it('moved to the address with its tag, for a client that knows another tag', async () => {
    const { code, headers } = await ask(`${path}?hash=ABC`);
    expect([code, headers['location']]).toEqual([301, await addressOf('apis/apps/v1')]);
  });
});

describe('the document of /openapi/v2', () => {
  it("is gnostic's message for a client that asks for it, as kubectl does", async () => {
    const type = 'application/com.github.proto-openapi.spec.v2';
    const { code, headers, body } = await ask('/openapi/v2', {
      accept: `${type}@v1.0+protobuf`,
    });
    expect([code, headers['content-type']]).toEqual([200, `${type}.v1.0+protobuf`]);
    const json = JSON.parse((await ask('/openapi/v2')).body.toString());
    const { swagger, definitions } = documentOf(body);
    expect(swagger).toBe('2.0');
    expect([...definitions.keys()]).toEqual(Object.keys(json.definitions));
    const pod = Buffer.from(definitions.get('io.k8s.api.core.v1.Pod') ?? []).toString();
    expect(pod).toContain('[{"group":"","version":"v1","kind":"Pod"}]');
    expect(pod).toContain('#/definitions/io.k8s.api.core.v1.PodSpec');
  });
});

/** What a reader finds at the top: field 1, and the named entries of field 9. */
function documentOf(bytes: Uint8Array): {
  readonly swagger: string;
  readonly definitions: ReadonlyMap<string, Uint8Array>;
} {
  let swagger = '';
  const definitions = new Map<string, Uint8Array>();
  for (const [number, value] of partsOf(bytes)) {
    if (number === 1) swagger = Buffer.from(value).toString();
    if (number !== 9) continue;
    for (const [, entry] of partsOf(value)) {
      const members = new Map(partsOf(entry));
      const name = Buffer.from(members.get(1) ?? []).toString();
      definitions.set(name, members.get(2) ?? new Uint8Array());
    }
  }
  return { swagger, definitions };
}

/** The names of the entries of a map, which is field 1. */
const namesIn = (map: Uint8Array = new Uint8Array()): readonly string[] =>
  partsOf(map).map(([, entry]) => Buffer.from(new Map(partsOf(entry)).get(1) ?? []).toString());

/** The fields of a message that has a length before each value. */
function partsOf(bytes: Uint8Array): readonly (readonly [number, Uint8Array])[] {
  const reader = new BinaryReader(bytes);
  const parts: (readonly [number, Uint8Array])[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.LengthDelimited) parts.push([number, reader.bytes()]);
    else reader.skip(type);
  }
  return parts;
}

describe('the port of the API server', () => {
  it('refuses connections while the process does not run, and takes them again', async () => {
    const isRefused = (): Promise<boolean> =>
      ask('/version').then(
        () => false,
        ({ code }) => code === 'ECONNREFUSED',
      );
    expect(await isRefused()).toBe(false);
    const component = 'kube-apiserver';
    served.world.enter({ kind: 'host', action: { kind: 'stop_component', component } });
    await until(isRefused);
    served.world.enter({ kind: 'host', action: { kind: 'start_component', component } });
    await until(async () => !(await isRefused()));
    await until(async () => (await ask('/readyz')).code === 200);
  }, 60_000);
});
