/**
 * The permissions of a kubelet: to read what its own pods need, and to write about itself.
 *
 * Models kubernetes plugin/pkg/auth/authorizer/node/node_authorizer.go, with
 * AuthorizeNodeWithSelectors. Only for users `system:node:{name}` in `system:nodes`; the answer is
 * allow or no opinion, never deny.
 */
import type { PolicyRule } from '#k8s.io/api/rbac/v1';
import { parseFieldSelector, requiredValue } from '#k8s.io/apimachinery/fields';
import type { UserInfo } from '../../authenticator/user-info.ts';
import {
  type Attributes,
  type Authorizer,
  allow,
  noOpinion,
  type UserRules,
  type Verdict,
} from '../authorizer.ts';
import { RuleSet } from '../rbac/rule.ts';
import type { NodeGraph } from './graph.ts';

const prefix = 'system:node:';
const leaseNamespace = 'kube-node-lease';

const no = (reason: string): Verdict => ({ decision: 'no opinion', reason });

/** Source: pkg/auth/nodeidentifier. */
function nodeOf(user: UserInfo): string | undefined {
  if (!user.name.startsWith(prefix) || !user.groups.includes('system:nodes')) return undefined;
  return user.name.slice(prefix.length);
}

export class NodeAuthorizer implements Authorizer {
  readonly name = 'Node';
  readonly #graph: NodeGraph;
  /** Source: bootstrappolicy.NodeRules, the same rules as in ClusterRole system:node. */
  readonly #rules = new RuleSet();

  constructor(graph: NodeGraph, nodeRules: readonly PolicyRule[]) {
    this.#graph = graph;
    this.#rules.add(nodeRules, '');
  }

  authorize(attributes: Attributes): Verdict {
    const node = nodeOf(attributes.user);
    if (node === undefined) return noOpinion;
    if (attributes.isResourceRequest) {
      const qualified = `${attributes.resource}.${attributes.group}`;
      const special = subdivided[qualified];
      if (special !== undefined) return special(node, attributes, this.#graph);
    }
    return this.#rules.allows(attributes) === undefined ? noOpinion : allow;
  }

  rulesFor(user: UserInfo): UserRules {
    if (nodeOf(user) === undefined) return { rules: [], error: '' };
    return { rules: [], error: 'node authorizer does not support user rule resolution' };
  }
}

type Check = (node: string, attributes: Attributes, graph: NodeGraph) => Verdict;

/** Resources for which the decision depends on the object. Keys: `resource.group`. */
const subdivided: Readonly<Record<string, Check | undefined>> = {
  'secrets.': readNamespaced,
  'configmaps.': readNamespaced,
  'persistentvolumeclaims.': (node, attributes, graph) =>
    attributes.subresource === 'status'
      ? statusUpdate(node, attributes, graph)
      : getOne(node, attributes, graph),
  'persistentvolumes.': getOne,
  'resourceclaims.resource.k8s.io': getOne,
  'volumeattachments.storage.k8s.io': getOne,
  'serviceaccounts.': serviceAccount,
  'leases.coordination.k8s.io': lease,
  'csinodes.storage.k8s.io': csiNode,
  'nodes.': ownNode,
  'pods.': pod,
};

function related(
  node: string,
  { resource, namespace, name }: Attributes,
  graph: NodeGraph,
): Verdict {
  if (name === '') return no('No Object name found');
  return graph.hasPath(resource, namespace, name, node)
    ? allow
    : no(`no relationship found between node '${node}' and this object`);
}

function readNamespaced(node: string, attributes: Attributes, graph: NodeGraph): Verdict {
  if (!['get', 'list', 'watch'].includes(attributes.verb)) {
    return no('can only read resources of this type');
  }
  if (attributes.subresource !== '') return no('cannot read subresource');
  if (attributes.namespace === '') return no('can only read namespaced object of this type');
  return related(node, attributes, graph);
}

function getOne(node: string, attributes: Attributes, graph: NodeGraph): Verdict {
  if (attributes.verb !== 'get') return no('can only get individual resources of this type');
  if (attributes.subresource !== '') return no('cannot get subresource');
  return related(node, attributes, graph);
}

function statusUpdate(node: string, attributes: Attributes, graph: NodeGraph): Verdict {
  if (attributes.verb !== 'update' && attributes.verb !== 'patch') {
    return no('can only update status of this type');
  }
  return related(node, attributes, graph);
}

function serviceAccount(node: string, attributes: Attributes, graph: NodeGraph): Verdict {
  const { verb, name, subresource } = attributes;
  if (verb === 'get' && subresource === '') return related(node, attributes, graph);
  if (verb !== 'create' || name === '') {
    return no('can only create tokens for individual service accounts');
  }
  if (subresource !== 'token') return no('can only create token subresource of serviceaccount');
  return related(node, attributes, graph);
}

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete'];

function lease(node: string, { verb, namespace, name }: Attributes): Verdict {
  if (!ownVerbs.includes(verb)) {
    return no('can only get, create, update, patch, or delete a node lease');
  }
  if (namespace !== leaseNamespace) {
    return no(`can only access leases in the "${leaseNamespace}" system namespace`);
  }
  // The name in a create is in the body: admission (NodeRestriction) checks it.
  if (verb !== 'create' && name !== node) {
    return no('can only access node lease with the same name as the requesting node');
  }
  return allow;
}

function csiNode(node: string, { verb, name, subresource }: Attributes): Verdict {
  if (!ownVerbs.includes(verb)) {
    return no('can only get, create, update, patch, or delete a CSINode');
  }
  if (subresource !== '') return no('cannot authorize CSINode subresources');
  if (verb !== 'create' && name !== node) {
    return no('can only access CSINode with the same name as the requesting node');
  }
  return allow;
}

function ownNode(node: string, { verb, name, subresource }: Attributes): Verdict {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : noOpinion;
  if (subresource !== '') return noOpinion;
  switch (verb) {
    case 'create':
    case 'update':
    case 'patch':
      // Admission (NodeRestriction) checks which node the object is about.
      return allow;
    case 'get':
    case 'list':
    case 'watch':
      if (name === node) return allow;
      return name === ''
        ? no(`node '${node}' cannot read all nodes, only its own Node object`)
        : no(`node '${node}' cannot read '${name}', only its own Node object`);
    default:
      return noOpinion;
  }
}

function pod(node: string, attributes: Attributes, graph: NodeGraph): Verdict {
  const { verb, subresource, fieldSelector } = attributes;
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : noOpinion;
  if (subresource === 'eviction') return verb === 'create' ? allow : noOpinion;
  if (subresource !== '') return noOpinion;
  switch (verb) {
    case 'get':
      return related(node, attributes, graph);
    case 'list':
    case 'watch': {
      const selector = parseFieldSelector(fieldSelector);
      const own = selector.ok && requiredValue(selector.value, 'spec.nodeName') === node;
      return own ? allow : no('can only list/watch pods with spec.nodeName field selector');
    }
    case 'create':
    case 'delete':
      // Mirror pods and evictions of its own: admission (NodeRestriction) checks them.
      return allow;
    default:
      return noOpinion;
  }
}
