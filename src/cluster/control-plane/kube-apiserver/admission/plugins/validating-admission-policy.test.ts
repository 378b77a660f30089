import { beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import { ApiFixture, messageOf } from '../../api.test.fixture.ts';

const registration = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const apiVersion = 'admissionregistration.k8s.io/v1';

const rule = (resources: readonly string[], group = '', operations = ['CREATE', 'UPDATE']) => ({
  apiGroups: [group],
  apiVersions: ['v1'],
  operations,
  resources,
});

const policy = (name: string, spec: object) => ({
  apiVersion,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec,
});
const binding = (name: string, spec: object = {}) => ({
  apiVersion,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName: name, validationActions: ['Deny'], ...spec },
});
const configMap = (name: string, data: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});
const deployment = (name: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'a', image: 'nginx' }] },
    },
  },
});

let api: ApiFixture;
const put = (body: { readonly kind: string }) => {
  const plurals: Readonly<Record<string, string>> = {
    ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
    ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
  };
  return api.create(`${registration}/${plurals[body.kind]}`, body);
};

describe('a ValidatingAdmissionPolicy', () => {
  beforeAll(() => {
    api = new ApiFixture();
    put(
      policy('replicas', {
        matchConstraints: { resourceRules: [rule(['deployments'], 'apps')] },
        validations: [{ expression: 'object.spec.replicas <= 3', message: 'no more than 3' }],
      }),
    );
    put(binding('replicas'));
  });

  it('is in force within a second after it was written, and not before', () => {
    const early = api.create(`${deployments}?dryRun=All`, deployment('early', 9));
    expect(early.code).toBe(201);
    api.wait(1.1);
    const late = api.create(deployments, deployment('late', 9));
    expect(late.code).toBe(422);
    expect(messageOf(late)).toBe(
      'deployments.apps "late" is forbidden: ValidatingAdmissionPolicy \'replicas\' with binding ' +
        "'replicas' denied request: no more than 3",
    );
    expect((late.body as Status).reason).toBe('Invalid');
  });

  it('looks at updates, and not at subresources that its rules do not name', () => {
    api.create(deployments, deployment('fine', 2));
    const patch = { spec: { replicas: 9 } };
    expect(api.patch(`${deployments}/fine`, 'merge-patch+json', patch).code).toBe(422);
    expect(api.patch(`${deployments}/fine/scale`, 'merge-patch+json', patch).code).toBe(200);
  });

  it('sees a Scale, before and after, when it looks at the scale subresource', () => {
    const text = 'object.kind + string(oldObject.spec.replicas) + string(object.spec.replicas)';
    put(
      policy('scales', {
        matchConstraints: { resourceRules: [rule(['deployments/scale'], 'apps')] },
        validations: [{ expression: 'has(object.spec.template)', messageExpression: text }],
      }),
    );
    put(binding('scales'));
    api.create(deployments, deployment('scaled', 1));
    api.wait(1.1);
    const patch = { spec: { replicas: 2 } };
    const refused = api.patch(`${deployments}/scaled/scale`, 'merge-patch+json', patch);
    expect(messageOf(refused)).toContain('denied request: Scale12');
    api.call('DELETE', `${registration}/validatingadmissionpolicies/scales`);
    api.wait(1.1);
  });

  it('has `variables` even with none in them, but not for its match conditions', () => {
    const answer = put(
      policy('unnamed', {
        matchConstraints: { resourceRules: [rule(['pods'])] },
        matchConditions: [{ name: 'a', expression: 'variables.a' }],
        validations: [{ expression: 'variables.a' }],
      }),
    );
    const causes = (answer.body as Status).details?.causes ?? [];
    expect(causes.map(({ message = '' }) => /ERROR: (.*)/.exec(message)?.[1])).toEqual([
      "<input>:1:1: undeclared reference to 'variables' (in container '')",
      "<input>:1:10: undefined field 'a'",
    ]);
  });

  it('has its expressions compiled before it is stored', () => {
    const answer = put(
      policy('wrong', {
        matchConstraints: { resourceRules: [rule(['pods'])] },
        validations: [{ expression: 'objct.spec == 1' }],
      }),
    );
    expect(messageOf(answer)).toBe(
      'ValidatingAdmissionPolicy.admissionregistration.k8s.io "wrong" is invalid: ' +
        'spec.validations[0].expression: Invalid value: "objct.spec == 1": compilation failed: ' +
        "ERROR: <input>:1:1: undeclared reference to 'objct' (in container '')\n" +
        ' | objct.spec == 1\n | ^',
    );
  });

  it('takes parameters, conditions, variables, messages in CEL and reasons', () => {
    api.create(maps, configMap('limits', { max: '1' }));
    put(
      policy('keys', {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        matchConstraints: { resourceRules: [rule(['configmaps'])] },
        matchConditions: [{ name: 'named', expression: 'object.metadata.name != "limits"' }],
        variables: [{ name: 'count', expression: 'object.data.size()' }],
        validations: [
          {
            expression: 'variables.count <= int(params.data.max)',
            messageExpression: '"at most " + params.data.max',
            reason: 'Forbidden',
          },
        ],
      }),
    );
    const paramRef = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };
    put(binding('keys', { paramRef: { ...paramRef, name: 'other' } }));
    api.wait(1.1);
    expect(messageOf(api.create(maps, configMap('a', { x: '1' })))).toContain(
      "ValidatingAdmissionPolicy 'keys' with binding 'keys' denied request: failed to configure " +
        'binding: no params found for ' +
        'policy binding with `Deny` parameterNotFoundAction',
    );
    const bound = `${registration}/validatingadmissionpolicybindings/keys`;
    api.patch(bound, 'merge-patch+json', { spec: { paramRef } });
    api.wait(1.1);
    const denied = api.create(maps, configMap('a', { x: '1', y: '2' }));
    expect([denied.code, messageOf(denied)]).toEqual([
      403,
      "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'keys' with binding 'keys' " +
        'denied request: at most 1',
    ]);
    expect(api.create(maps, configMap('a', { x: '1' })).code).toBe(201);
  });

  it('warns, audits, or says which key was missing, as binding and failure policy say', () => {
    put(
      policy('owner', {
        matchConstraints: {
          resourceRules: [rule(['secrets'])],
          objectSelector: { matchLabels: { watched: 'yes' } },
        },
        validations: [{ expression: 'object.metadata.annotations.owner == "me"' }],
      }),
    );
    put(binding('owner', { validationActions: ['Warn', 'Audit'] }));
    api.wait(1.1);
    const secrets = '/api/v1/namespaces/default/secrets';
    const secret = (name: string, metadata: object) => ({
      ...configMap(name, {}, metadata),
      kind: 'Secret',
    });
    const labels = { watched: 'yes' };
    const warned = api.create(secrets, secret('a', { labels, annotations: { owner: 'you' } }));
    expect(warned.code).toBe(201);
    expect(warned.headers['warning']).toContain(
      "Validation failed for ValidatingAdmissionPolicy 'owner' with binding 'owner': failed " +
        'expression: object.metadata.annotations.owner',
    );
    const broken = api.create(secrets, secret('b', { labels }));
    expect(broken.headers['warning']).toContain('resulted in error: no such key: annotations');
    expect(api.create(secrets, secret('c', {})).headers['warning']).toBeUndefined();
    const logged = api.tracer.facts.flatMap((fact) =>
      fact.type === 'AuditEventLogged' && fact.ref.name === 'a' ? [fact.annotations] : [],
    );
    expect(JSON.stringify(logged)).toContain('validation.policy.admission.k8s.io');
  });
});
