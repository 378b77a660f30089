/** The kinds that configure policies: policies never apply to them. Source: isPolicyResource. */
import { must } from '#base/assert';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';

const group = 'admissionregistration.k8s.io';

export const registration = (plural: string): ResourceInfo =>
  must(resourceFor(group, 'v1', plural), plural);

const policyPlurals: ReadonlySet<string> = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

/** Reviews are requests for an answer, not objects. Source: kubeapiserver/admission/exclusion. */
const reviewGroups: ReadonlySet<string> = new Set([
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

/** Whether policies may apply to a resource at all. */
export const mayHavePolicies = (resource: ResourceInfo): boolean =>
  !(resource.group === group && policyPlurals.has(resource.plural)) &&
  !reviewGroups.has(resource.group);
