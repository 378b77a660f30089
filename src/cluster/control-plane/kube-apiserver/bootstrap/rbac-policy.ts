/**
 * The roles and bindings of every new cluster.
 *
 * Models kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy policy.go and
 * controller_policy.go. The rules come from bootstrap-objects.generated.json, one text for each
 * rule: `verbs|groups|resources|resourceNames|nonResourceURLs`, with commas within lists, `-` for
 * an absent list. The rules of `view`, `edit` and `admin` are those of the roles they select, as
 * the clusterrole-aggregation controller would write them. The feature gate ClusterTrustBundle adds
 * roles of its own, and a rule for nodes.
 */
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from '#k8s.io/api/rbac/v1';
import type { New } from '#k8s.io/apimachinery/meta/v1';
import table from './bootstrap-objects.generated.json';

interface CompactRole {
  readonly rules?: readonly string[];
  /** The role to which this role's rules are added. */
  readonly aggregateTo?: string;
  readonly aggregated?: boolean;
}

type RoleTable = Readonly<Record<string, CompactRole>>;
/** Role reference, then subjects: `ClusterRole:view`, `User:x`, `ServiceAccount:ns/x`. */
type BindingTable = Readonly<Record<string, readonly string[]>>;

const apiVersion = 'rbac.authorization.k8s.io/v1';
const apiGroup = 'rbac.authorization.k8s.io';
const aggregatePrefix = 'rbac.authorization.k8s.io/aggregate-to-';
const bootstrapping = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };
const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

const readsBundles = 'get,list,watch|certificates.k8s.io|clustertrustbundles';
const publisher = 'kube-apiserver-serving-clustertrustbundle-publisher';

/** What the feature gate ClusterTrustBundle adds. */
const ofTrustBundles: { readonly roles: RoleTable; readonly bindings: BindingTable } = {
  roles: {
    'system:cluster-trust-bundle-discovery': { rules: [readsBundles] },
    [`system:controller:${publisher}`]: {
      rules: [
        'attest|certificates.k8s.io|signers|kubernetes.io/kube-apiserver-serving',
        'create,delete,list,update,watch|certificates.k8s.io|clustertrustbundles',
        'create,patch,update|,events.k8s.io|events',
      ],
    },
  },
  bindings: {
    'system:cluster-trust-bundle-discovery': [
      'ClusterRole:system:cluster-trust-bundle-discovery',
      'Group:system:serviceaccounts',
    ],
    [`system:controller:${publisher}`]: [
      `ClusterRole:system:controller:${publisher}`,
      `ServiceAccount:kube-system/${publisher}`,
    ],
  },
};

/** `trustBundles`, here and below: whether the feature gate ClusterTrustBundle is on. */
export const clusterRoles = (trustBundles = false): readonly New<ClusterRole>[] =>
  Object.entries(roleTable(trustBundles)).map(([name, role]) => ({
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name, labels: labelsOf(role), annotations },
    rules: rulesOf(name, role),
    ...(role.aggregated === true && {
      aggregationRule: {
        clusterRoleSelectors: [{ matchLabels: { [aggregatePrefix + name]: 'true' } }],
      },
    }),
  }));

function roleTable(trustBundles: boolean): RoleTable {
  const all = table.clusterRoles as RoleTable;
  if (!trustBundles) return all;
  const { 'system:node': node } = all;
  const ofNodes = { rules: [...(node?.rules ?? []), readsBundles] };
  return { ...all, 'system:node': ofNodes, ...ofTrustBundles.roles };
}

export const roles = (): readonly New<Role>[] =>
  Object.entries(table.roles as RoleTable).map(([name, role]) => ({
    apiVersion,
    kind: 'Role',
    metadata: { ...namesOf(name), labels: bootstrapping, annotations },
    rules: rulesOf(name, role),
  }));

export const clusterRoleBindings = (trustBundles = false): readonly New<ClusterRoleBinding>[] =>
  Object.entries({
    ...(table.clusterRoleBindings as BindingTable),
    ...(trustBundles && ofTrustBundles.bindings),
  }).map(([name, [role = '', ...to]]) => ({
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name, labels: bootstrapping, annotations },
    roleRef: roleRefOf(role),
    ...(to.length > 0 && { subjects: to.map(subjectOf) }),
  }));

export const roleBindings = (): readonly New<RoleBinding>[] =>
  Object.entries(table.roleBindings as BindingTable).map(([name, [role = '', ...to]]) => ({
    apiVersion,
    kind: 'RoleBinding',
    metadata: { ...namesOf(name), labels: bootstrapping, annotations },
    roleRef: roleRefOf(role),
    ...(to.length > 0 && { subjects: to.map(subjectOf) }),
  }));

/** The Node authorizer's rules for resources whose access does not depend on the object. */
export const nodeRules = (trustBundles = false): readonly PolicyRule[] =>
  roleTable(trustBundles)['system:node']?.rules?.map(parseRule) ?? [];

/** Splits `kube-system/x` into namespace and name. */
function namesOf(qualified: string): { readonly namespace: string; readonly name: string } {
  const slash = qualified.indexOf('/');
  return { namespace: qualified.slice(0, slash), name: qualified.slice(slash + 1) };
}

const labelsOf = ({ aggregateTo }: CompactRole): Record<string, string> =>
  aggregateTo === undefined
    ? bootstrapping
    : { ...bootstrapping, [aggregatePrefix + aggregateTo]: 'true' };

const rulesOf = (name: string, role: CompactRole): readonly PolicyRule[] =>
  ruleTexts(name, role).map(parseRule);

/** The rules of the selected roles in the order of their names, each rule once. */
function ruleTexts(name: string, role: CompactRole): readonly string[] {
  if (role.aggregated !== true) return role.rules ?? [];
  const all = table.clusterRoles as RoleTable;
  const selected = Object.keys(all).filter((other) => all[other]?.aggregateTo === name);
  return [...new Set(selected.sort().flatMap((other) => ruleTexts(other, all[other] ?? {})))];
}

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined || text === '-' ? undefined : text.split(',');

function parseRule(text: string): PolicyRule {
  const [verbs, groups, resources, names, urls] = text.split('|').map(listOf);
  return {
    verbs: verbs ?? [],
    ...(groups && { apiGroups: groups }),
    ...(resources && { resources }),
    ...(names && { resourceNames: names }),
    ...(urls && { nonResourceURLs: urls }),
  };
}

function roleRefOf(text: string): { apiGroup: string; kind: string; name: string } {
  const colon = text.indexOf(':');
  return { apiGroup, kind: text.slice(0, colon), name: text.slice(colon + 1) };
}

function subjectOf(text: string): Subject {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const name = text.slice(colon + 1);
  return kind === 'ServiceAccount' ? { kind, ...namesOf(name) } : { apiGroup, kind, name };
}
