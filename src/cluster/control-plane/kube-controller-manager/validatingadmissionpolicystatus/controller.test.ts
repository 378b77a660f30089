import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ValidatingAdmissionPolicy } from '#k8s.io/api/admissionregistration/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';

const controller = 'validatingadmissionpolicy-status-controller';

const policies: Resource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
};

const rule = (resource: string, apiGroups: readonly string[]) => ({
  apiGroups,
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: [resource],
});

function policy(test: TestControlPlane, expressions: readonly string[], rules = [deploymentRule]) {
  test.create(
    policies,
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: policies.kind,
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: rules },
        validations: expressions.map((expression) => ({ expression })),
      },
    },
    '',
  );
  test.run(second);
}

const deploymentRule = rule('deployments', ['apps']);

const statusOf = (test: TestControlPlane) =>
  test.get<ValidatingAdmissionPolicy>(policies, 'p', '').status;

const warnings = (test: TestControlPlane): readonly string[] =>
  (statusOf(test)?.typeChecking?.expressionWarnings ?? []).map(({ fieldRef }) => fieldRef);

describe('the status of a ValidatingAdmissionPolicy', () => {
  it('names the generation that was checked, and no warning where the types fit', () => {
    const test = new TestControlPlane();
    policy(test, ['object.spec.replicas <= 5']);
    expect(statusOf(test)).toEqual({ observedGeneration: 1, typeChecking: {} });
  });

  it('warns of each expression whose fields the kind does not have, and of what it checked', () => {
    const test = new TestControlPlane();
    policy(test, ['object.spec.replicas <= 5', 'object.spec.replica <= 5', 'object.size == 1']);
    expect(warnings(test)).toEqual([
      'spec.validations[1].expression',
      'spec.validations[2].expression',
    ]);
    const [first] = statusOf(test)?.typeChecking?.expressionWarnings ?? [];
    expect(first?.warning).toMatch(
      /^apps\/v1, Kind=Deployment: ERROR: <input>:1:12: undefined fie/,
    );
  });

  it('does not check kinds that its rules name with a wildcard', () => {
    const test = new TestControlPlane();
    policy(test, ['object.nothing == 1'], [rule('deployments', ['*'])]);
    expect(statusOf(test)).toEqual({ observedGeneration: 1, typeChecking: {} });
  });

  it('is checked again when the policy changes, and not written when it does not', () => {
    const test = new TestControlPlane();
    policy(test, ['object.spec.replica <= 5']);
    const validations = [{ expression: 'object.spec.replicas <= 5' }];
    test.patch(policies, 'p', { spec: { validations } }, '', '');
    test.run(second);
    expect(statusOf(test)?.observedGeneration).toBe(2);
    expect(warnings(test)).toEqual([]);
    const writes = test.writesDuring(controller, () => {
      test.patch(policies, 'p', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });
});
