import { describe, expect, it } from 'vitest';
import { conflict, forbidden, invalid, methodNotSupported, notFound } from './errors.ts';
import { duplicate, invalidValue, notSupported, required } from './field-error.ts';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  labelValueErrors,
  qualifiedNameErrors,
} from './validation.ts';

describe('formats of names', () => {
  it('explains a bad object name as the server does', () => {
    expect(dns1123SubdomainErrors('Bad_Name')).toEqual([
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
        "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex" +
        " used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?" +
        "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ]);
    expect(dns1123LabelErrors('My_App')[0]).toContain("(e.g. 'my-name',  or '123-abc', regex used");
    expect(dns1123LabelErrors('a'.repeat(64))).toEqual(['must be no more than 63 characters']);
  });

  it('accepts label keys with a prefix and any short value', () => {
    expect(qualifiedNameErrors('app.kubernetes.io/name')).toEqual([]);
    expect(qualifiedNameErrors('a/b/c')).toHaveLength(1);
    expect(qualifiedNameErrors('/b')).toEqual(['prefix part must be non-empty']);
    expect(labelValueErrors('')).toEqual([]);
    expect(labelValueErrors('a b')).toHaveLength(1);
  });
});

describe('status errors', () => {
  const deployments = { group: 'apps', resource: 'deployments' };

  it('reads as upstream writes it', () => {
    expect(notFound({ group: '', resource: 'pods' }, 'nope')).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'pods "nope" not found',
      reason: 'NotFound',
      details: { name: 'nope', kind: 'pods' },
      code: 404,
    });
    expect(conflict(deployments, 'web').message).toMatch(
      /^Operation cannot be fulfilled on deployments\.apps "web": /,
    );
    expect(forbidden(deployments, '', 'no').message).toBe('deployments.apps is forbidden: no');
    expect(methodNotSupported(deployments, 'patch').message).toBe(
      'patch is not supported on resources of kind "deployments.apps"',
    );
  });

  it('lists every field error once, with its body as the cause', () => {
    const errors = [
      invalidValue('spec.replicas', -1, 'must be greater than or equal to 0'),
      required('spec.selector'),
      required('spec.selector'),
      duplicate('spec.containers[1].name', 'a'),
      notSupported('spec.type', 'X', ['NodePort', 'ClusterIP']),
    ];
    const status = invalid({ group: 'apps', kind: 'Deployment' }, 'web', errors);
    expect(status.message).toBe(
      'Deployment.apps "web" is invalid: [spec.replicas: Invalid value: -1: must be greater than' +
        ' or equal to 0, spec.selector: Required value,' +
        ' spec.containers[1].name: Duplicate value: "a",' +
        ' spec.type: Unsupported value: "X": supported values: "ClusterIP", "NodePort"]',
    );
    expect(status.details?.causes?.[0]).toEqual({
      reason: 'FieldValueInvalid',
      message: 'Invalid value: -1: must be greater than or equal to 0',
      field: 'spec.replicas',
    });
  });
});
