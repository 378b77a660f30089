import { describe, expect, it } from 'vitest';
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import { isJsonObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { resources } from '#k8s.io/apimachinery/resources';
import { openApiV2, openApiV3 } from './document.ts';
import { documentsRevision } from './revision.ts';

const documentOf = (apiVersion: string): JsonObject =>
  openApiV3(resources.filter((info) => info.apiVersion === apiVersion).map((info) => ({ info })));

/** The value at a way through a document. */
function at(document: JsonObject, ...way: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const name of way) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

const apps = documentOf('apps/v1');
const model = (name: string): readonly string[] => ['components', 'schemas', name];
const deployments = '/apis/apps/v1/namespaces/{namespace}/deployments';

describe('the OpenAPI document of a group version', () => {
  it('says that PATCH of a kind takes fieldValidation, which kubectl asks before it applies', () => {
    const patch = ['paths', `${deployments}/{name}`, 'patch'];
    expect(at(apps, ...patch, 'x-kubernetes-group-version-kind')).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
    });
    expect(at(apps, ...patch, 'parameters')).toContainEqual(
      expect.objectContaining({ name: 'fieldValidation', in: 'query' }),
    );
  });

  it('names operations as generated clients call them', () => {
    expect(at(apps, 'paths', deployments, 'get', 'operationId')).toBe(
      'listAppsV1NamespacedDeployment',
    );
    expect(at(apps, 'paths', deployments, 'delete', 'operationId')).toBe(
      'deleteAppsV1CollectionNamespacedDeployment',
    );
    expect(at(apps, 'paths', '/apis/apps/v1/deployments', 'get', 'operationId')).toBe(
      'listAppsV1DeploymentForAllNamespaces',
    );
  });

  it('calls required what the types mark so, and not all that is always encoded', () => {
    const core = documentOf('v1');
    const required = (name: string) => at(core, ...model(`io.k8s.api.core.v1.${name}`), 'required');
    expect(required('ServicePort')).toEqual(['port']);
    expect(required('Event')).toEqual(['metadata', 'involvedObject']);
    expect(required('PodTemplateSpec')).toBeUndefined();
    const claims = documentOf('resource.k8s.io/v1');
    expect(at(claims, ...model('io.k8s.api.resource.v1.ResourceClaim'), 'required')).toEqual([
      'spec',
    ]);
  });

  it('has values with spaces, and JSON of any shape', () => {
    const certificates = documentOf('certificates.k8s.io/v1');
    const request = model('io.k8s.api.certificates.v1.CertificateSigningRequestSpec');
    expect(at(certificates, ...request, 'properties', 'usages', 'items', 'enum')).toContain(
      'client auth',
    );
    const definitions = documentOf('apiextensions.k8s.io/v1');
    const json = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON';
    expect(at(definitions, ...model(json))).toEqual({});
  });

  it('has types, required fields, defaults and patch strategies of the Go types', () => {
    const spec = model('io.k8s.api.apps.v1.DeploymentSpec');
    expect(at(apps, ...spec, 'required')).toEqual(['selector', 'template']);
    expect(at(apps, ...spec, 'properties', 'replicas')).toMatchObject({
      type: 'integer',
      format: 'int32',
    });
    const ports = at(apps, ...model('io.k8s.api.core.v1.Container'), 'properties', 'ports');
    expect(ports).toMatchObject({
      type: 'array',
      items: { default: {}, allOf: [{ $ref: expect.stringMatching(/core\.v1\.ContainerPort$/) }] },
      'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'containerPort',
      'x-kubernetes-patch-strategy': 'merge',
    });
  });

  it('has every model that it refers to', () => {
    for (const apiVersion of new Set(resources.map((info) => info.apiVersion))) {
      const document = documentOf(apiVersion);
      const text = JSON.stringify(document);
      const named = new Set(
        [...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, n]) => n),
      );
      const schemas = at(document, 'components', 'schemas') ?? {};
      expect([...named].filter((name = '') => !(name in (schemas as JsonObject)))).toEqual([]);
    }
  });

  it('publishes the schema of a custom resource with the metadata of every object', () => {
    const [info] = resources;
    if (info === undefined) throw new Error('no resource');
    const custom = { ...info, group: 'stable.example.com', version: 'v1', kind: 'CronTab' };
    const customSchema = { type: 'object', properties: { spec: { type: 'object' } } };
    const document = openApiV3([
      { info: { ...custom, apiVersion: 'stable.example.com/v1' }, customSchema },
    ]);
    const found = model('com.example.stable.v1.CronTab');
    expect(at(document, ...found, 'properties', 'metadata', 'allOf')).toEqual([
      { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
    ]);
  });
});

describe('the document of version 2', () => {
  it('has definitions whose references stand alone, and parameters without a schema', () => {
    const document = openApiV2([apps]);
    const deployment = ['definitions', 'io.k8s.api.apps.v1.Deployment', 'properties', 'spec'];
    expect(at(document, ...deployment, '$ref')).toBe(
      '#/definitions/io.k8s.api.apps.v1.DeploymentSpec',
    );
    expect(JSON.stringify(document)).not.toContain('#/components/');
    expect(at(document, 'paths', deployments, 'post', 'parameters')).toContainEqual({
      name: 'body',
      in: 'body',
      schema: { $ref: '#/definitions/io.k8s.api.apps.v1.Deployment' },
    });
  });

  it('keeps fields that have the name of a keyword', () => {
    const customSchema = {
      type: 'object',
      properties: {
        type: { type: 'integer' },
        allOf: { type: 'array', items: { type: 'string' } },
      },
    };
    const [first] = resources;
    if (first === undefined) throw new Error('no resource');
    const group = { group: 'stable.example.com', version: 'v1', kind: 'CronTab' };
    const info = { ...first, ...group, apiVersion: 'stable.example.com/v1' };
    const document = openApiV2([openApiV3([{ info, customSchema }])]);
    const fields = ['definitions', 'com.example.stable.v1.CronTab', 'properties'];
    expect(at(document, ...fields, 'type')).toEqual({ type: 'integer' });
    expect(at(document, ...fields, 'allOf')).toEqual({ type: 'array', items: { type: 'string' } });
  });
});

describe('the revision of the built-in documents', () => {
  it('is another one when a document is: clients that kept the old one ask again', () => {
    const versions = [...new Set(resources.map(({ apiVersion }) => apiVersion))];
    const text = JSON.stringify(versions.map(documentOf));
    expect(documentsRevision).toBe(toHex(sha256(encodeUtf8(text))).slice(0, 12));
  });
});
