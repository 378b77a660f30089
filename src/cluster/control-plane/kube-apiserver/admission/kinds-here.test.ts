/** Plugins whose kinds exist here, beside those of the other tests. */
import { describe, expect, it } from 'vitest';
import { subjectOf } from '#k8s.io/component-helpers/certificates/certificate-request';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

/** Made with `openssl req -new -subj /O=system:masters/CN=eve`, and `/O=dev/CN=alice`. */
const mastersRequest = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIaU1JR0pBZ0VBTUNjeEZ6QVZCZ05WQkFv',
  'TURuTjVjM1JsYlRwdFlYTjBaWEp6TVF3d0NnWURWUVFEREFObApkbVV3V1RBVEJnY3Foa2pPUFFJQkJnZ3Fo',
  'a2pPUFFNQkJ3TkNBQVREaHJvQnFaVTF5VERBajgzZlBTTlJLVzFYCmVIR2FyR2hZWnRzd0w5eWIxRDA4NWRT',
  'dE5HOWpObnlheHlwMDNNWklIa2p0Y3ZPMHBwSHo3VVkxb09TWW9BQXcKQ2dZSUtvWkl6ajBFQXdJRFNBQXdS',
  'UUloQU1KTXZJRVVYVXBIUjRNL3BVdS9zRXdodHBCVkdtcjFWZ2kyOHJDMwp1L2o1QWlBa0J3eXo1NTUrdk96',
  'aU5QeExrRld6UU14U2ZQcmp2VTl1TnN5RGJPSCtiZz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1Qt',
  'LS0tLQo=',
].join('');
const devRequest = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWk1JR0FBZ0VBTUI0eEREQUtCZ05WQkFv',
  'TUEyUmxkakVPTUF3R0ExVUVBd3dGWVd4cFkyVXdXVEFUQmdjcQpoa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNB',
  'QVIzSDJ3OUExanBKcE1sZE4yR1hSSXhZYU04cWF3eVQzUDdVQWRIClNGNlQzMytPWFZoOWhsN2VUZWZvOTFo',
  'OXU3bUl3MXBTSDZKRkdwdjFyWkx0V1FlQW9BQXdDZ1lJS29aSXpqMEUKQXdJRFNBQXdSUUloQUlZRUNOU1Jp',
  'MGtsSHZZZ3VnUEZOVTBndlZqMFVyekV4MVdqTXdRQVpudE1BaUJGVmxJVAo0QkxJYzNUMVZUdkc3a1JrQnp5',
  'cTZZUms4YUxYSElBbFJZWkkzUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=',
].join('');
const signingRequests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const pods = '/api/v1/namespaces/default/pods';

const signing = (
  name: string,
  request: string,
  signer = 'kubernetes.io/kube-apiserver-client',
) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request, signerName: signer, usages: ['client auth'] },
});

const pod = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'nginx' }], ...spec },
});

describe('CertificateSubjectRestriction', () => {
  it('lets nobody ask for a client certificate of system:masters', () => {
    const api = new ApiFixture();
    const refused = api.create(signingRequests, signing('eve', mastersRequest));
    expect(refused.code).toBe(403);
    expect(messageOf(refused)).toBe(
      'certificatesigningrequests.certificates.k8s.io "eve" is forbidden: use of ' +
        'kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    );
    expect(api.create(signingRequests, signing('alice', devRequest)).code).toBe(201);
    expect(
      api.create(signingRequests, signing('own', mastersRequest, 'example.com/own')).code,
    ).toBe(201);
  });

  it('reads the subject of a request', () => {
    expect(subjectOf(devRequest)).toEqual({ commonName: 'alice', organizations: ['dev'] });
    expect(subjectOf('bm90IGEgcmVxdWVzdA==')).toBeUndefined();
  });
});

describe('RuntimeClass', () => {
  const api = new ApiFixture();
  api.create('/apis/node.k8s.io/v1/runtimeclasses', {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'sandboxed' },
    handler: 'runc',
    overhead: { podFixed: { cpu: '100m' } },
    scheduling: { nodeSelector: { sandbox: 'yes' } },
  });
  const runtimeClassName = 'sandboxed';

  it('adds its overhead and node selector to the pod', () => {
    const { body } = api.create(pods, pod('fine', { runtimeClassName }));
    expect(body).toMatchObject({
      spec: { overhead: { cpu: '100m' }, nodeSelector: { sandbox: 'yes' } },
    });
  });

  it.each([
    [
      { runtimeClassName, overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      { overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [
      { runtimeClassName, nodeSelector: { sandbox: 'no' } },
      'conflict: runtimeClass.scheduling.nodeSelector[sandbox] = yes; pod.spec.nodeSelector[sandbox] = no',
    ],
    [{ runtimeClassName: 'nope' }, 'pod rejected: RuntimeClass "nope" not found'],
  ])('refuses what contradicts it: %j', (spec, detail) => {
    const answer = api.create(pods, pod('wrong', spec));
    expect(messageOf(answer)).toBe(`pods "wrong" is forbidden: ${detail}`);
  });
});

describe('the address of a Service', () => {
  it('stays, also when the one field alone is changed', () => {
    const api = new ApiFixture();
    const services = '/api/v1/namespaces/default/services';
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { ports: [{ port: 80 }] },
    };
    api.create(services, service);
    const answer = api.patch(`${services}/web`, 'merge-patch+json', {
      spec: { clusterIP: '10.96.3.3' },
    });
    expect(messageOf(answer)).toBe(
      'Service "web" is invalid: spec.clusterIPs[0]: Invalid value: ["10.96.3.3"]: may not change ' +
        'once set',
    );
  });
});

describe('ResourceQuota', () => {
  it('counts what a changed service or claim uses more', () => {
    const api = new ApiFixture();
    const place = '/api/v1/namespaces/default';
    const hard = { 'services.nodeports': '1', 'requests.storage': '2Gi' };
    api.create(`${place}/resourcequotas`, {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q' },
      spec: { hard },
    });
    const used = { 'services.nodeports': '0', 'requests.storage': '0' };
    api.patch(`${place}/resourcequotas/q/status`, 'merge-patch+json', { status: { hard, used } });
    const service = (name: string) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { ports: [{ port: 80 }] },
    });
    for (const name of ['a', 'b']) api.create(`${place}/services`, service(name));
    const toNodePort = { spec: { type: 'NodePort' } };
    const grow = (name: string) =>
      api.patch(`${place}/services/${name}`, 'merge-patch+json', toNodePort);
    expect(grow('a').code).toBe(200);
    expect(messageOf(grow('b'))).toBe(
      'services "b" is forbidden: exceeded quota: q, requested: services.nodeports=1, ' +
        'used: services.nodeports=1, limited: services.nodeports=1',
    );
    api.patch(`${place}/services/a`, 'merge-patch+json', { spec: { type: 'ClusterIP' } });
    expect(grow('b').code).toBe(200);
  });
});
