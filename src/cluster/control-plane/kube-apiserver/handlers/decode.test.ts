import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { configMap, deploymentNamed, deployments, maps } from '../manifests.test.fixture.ts';

describe('a body that cannot be decoded', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
    api.create(maps, configMap('taken'));
  });

  it('has fields that the kind has not', () => {
    expect(
      statusOf(
        api.create(
          `${deployments}?fieldValidation=Strict`,
          deploymentNamed('d', {
            replica: 1,
            template: { spec: { containers: [{ name: 'a', image: 'x', imag: 'y' }] } },
          }),
        ),
      ),
    ).toEqual([
      400,
      'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ' +
        'unknown field "spec.replica", unknown field "spec.template.spec.containers[0].imag"',
    ]);
  });

  it('is of another kind than the path', () => {
    expect(
      statusOf(api.create(maps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' } })),
    ).toEqual([
      400,
      'Secret in version "v1" cannot be handled as a ConfigMap: ' +
        'converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ]);
  });

  it('is of a kind that nobody registered', () => {
    expect(
      statusOf(api.create(maps, { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'c' } })),
    ).toEqual([
      400,
      'Widget in version "v1" cannot be handled as a ConfigMap: no kind "Widget" is registered for ' +
        'version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ]);
  });

  it('is of another API version than the path', () => {
    expect(statusOf(api.create(maps, { ...configMap('c'), apiVersion: 'v2' }))).toEqual([
      400,
      'the API version in the data (v2) does not match the expected API version (v1)',
    ]);
  });

  it('is of another namespace than the path', () => {
    expect(statusOf(api.create(maps, configMap('c', { namespace: 'kube-system' })))).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ]);
  });

  it('has another name than the path', () => {
    expect(statusOf(api.call('PUT', `${maps}/taken`, { body: configMap('other') }))).toEqual([
      400,
      'the name of the object (other) does not match the name on the URL (taken)',
    ]);
  });

  it('is of a media type that is not read', () => {
    expect(
      statusOf(api.create(maps, configMap('c'), { headers: { 'content-type': 'text/xml' } })),
    ).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: ' +
        'application/json, application/yaml, application/vnd.kubernetes.protobuf',
    ]);
  });

  it('is no object', () => {
    expect(statusOf(api.create(maps, []))).toEqual([
      400,
      'the object provided is unrecognized (must be of type ConfigMap): ' +
        "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of " +
        'type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
        'Kind string "json:\\"kind,omitempty\\"" } (5b5d)',
    ]);
  });
});
