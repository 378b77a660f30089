/**
 * Which requests match a rule of a policy or webhook.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/webhook/predicates/rules and
 * pkg/admission/plugin/policy/matching. In: rules and a change. Out: whether a rule matches, and in
 * which version of the resource.
 */
import type {
  NamedRuleWithOperations,
  RuleWithOperations,
} from '#k8s.io/api/admissionregistration/v1';
import { type ResourceInfo, resources } from '#k8s.io/apimachinery/resources';
import type { AdmissionAttributes } from '../admission.ts';

type Rule = RuleWithOperations & Pick<NamedRuleWithOperations, 'resourceNames'>;

/** The resource in the version of the first matching rule; undefined when none matches. */
export function matchedResource(
  rules: readonly Rule[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
): ResourceInfo | undefined {
  const { resource } = attributes.request;
  if (rules.some((rule) => fits(rule, resource, attributes))) return resource;
  if (matchPolicy !== 'Equivalent') return undefined;
  return equivalents(resource).find((other) => rules.some((rule) => fits(rule, other, attributes)));
}

/** The same objects in other versions and groups. */
function equivalents(resource: ResourceInfo): readonly ResourceInfo[] {
  let known = equivalentsOf.get(resource);
  if (known === undefined) {
    known = resources.filter(
      (other) => other !== resource && other.etcdPrefix === resource.etcdPrefix,
    );
    equivalentsOf.set(resource, known);
  }
  return known;
}

const equivalentsOf = new WeakMap<ResourceInfo, readonly ResourceInfo[]>();

function fits(rule: Rule, resource: ResourceInfo, attributes: AdmissionAttributes): boolean {
  const { request, operation, object } = attributes;
  return (
    hasScope(rule.scope, resource) &&
    hasAny(rule.apiGroups, resource.group) &&
    hasAny(rule.apiVersions, resource.version) &&
    hasAny(rule.operations, operation) &&
    (rule.resources ?? []).some((name) => namesResource(name, resource, request.subresource)) &&
    hasName(rule.resourceNames, request.name || object.metadata.name)
  );
}

const hasAny = (words: readonly string[] = [], word: string): boolean =>
  words.includes('*') || words.includes(word);

const hasScope = (scope: string | undefined, { namespaced, plural }: ResourceInfo): boolean =>
  scope === undefined ||
  scope === '*' ||
  // For the scope, a Namespace object counts as cluster-scoped.
  (scope === 'Namespaced') === (namespaced && plural !== 'namespaces');

function namesResource(name: string, { plural }: ResourceInfo, subresource: string): boolean {
  const slash = name.indexOf('/');
  const resource = slash < 0 ? name : name.slice(0, slash);
  const sub = slash < 0 ? '' : name.slice(slash + 1);
  return (resource === '*' || resource === plural) && (sub === '*' || sub === subresource);
}

const hasName = (names: readonly string[] = [], name: string): boolean =>
  names.length === 0 || names.includes(name);
