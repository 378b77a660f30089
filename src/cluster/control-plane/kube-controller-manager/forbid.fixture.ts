/** Forbids a controller something for a while, by a policy of the API server. */
import { second } from '#base/sim-time';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { TestControlPlane } from './control-plane.fixture.ts';

const policies: Resource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  resource: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
};
const bindings: Resource = {
  ...policies,
  resource: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};
const apiVersion = 'admissionregistration.k8s.io/v1';

const nameOf = ({ resource }: Resource, sub: string): string =>
  `no-${resource}${sub.replace('/', '-')}`;

/** Denies these requests from now on; the message of the API server ends with the returned text. */
export function forbid(
  test: TestControlPlane,
  resource: Resource,
  operations: readonly string[],
  sub = '',
): string {
  const name = nameOf(resource, sub);
  const { group, version } = resource;
  const rule = { apiGroups: [group], apiVersions: [version], operations };
  const constraints = { resourceRules: [{ ...rule, resources: [`${resource.resource}${sub}`] }] };
  const validations = [{ expression: 'false', message: 'not now' }];
  test.create(
    policies,
    {
      apiVersion,
      kind: policies.kind,
      metadata: { name },
      spec: { matchConstraints: constraints, validations },
    },
    '',
  );
  const spec = { policyName: name, validationActions: ['Deny'] };
  test.create(bindings, { apiVersion, kind: bindings.kind, metadata: { name }, spec }, '');
  test.run(1.5 * second);
  return `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: not now`;
}

/** Ends what `forbid` began. */
export function allow(test: TestControlPlane, resource: Resource, sub = ''): void {
  test.do(() => test.client.delete(bindings, { name: nameOf(resource, sub) }));
  test.run(1.5 * second);
}
