/**
 * The parts of a cluster that a browser fetches as files of their own: side by side, or only when a
 * run needs them.
 *
 * A run without a part that it needs fails loudly; a part that it does not need leaves no mark on
 * the trace. Programs outside the browser pass all parts.
 */

import type { RegexpLibrary } from '#base/regexp';
import type { Kubectl, Kustomize } from '#cluster/client/kubectl/kubectl';
import type { ReadYaml } from '#cluster/client/kubectl/manifest/yaml';
import type { IssuerUpdates } from '#cluster/control-plane/kube-apiserver/authenticator/oidc/issuer-updates';
import type * as extenders from '#cluster/control-plane/kube-scheduler/extenders';
import type { celWith } from '#k8s.io/apiserver/cel/cel-library';
import type * as openApi from '#k8s.io/apiserver/openapi/document';
import type * as clusterTrustBundles from './cluster-trust-bundles.ts';
import type * as controlLoops from './control-loops.ts';
import type * as dynamicResources from './dynamic-resources.ts';
import type * as nodes from './nodes.ts';

export interface ClusterParts {
  readonly controlLoops: typeof controlLoops;
  readonly nodes: typeof nodes;
  /** Needed from the start by a cluster with a driver for devices. */
  readonly dynamicResources?: typeof dynamicResources;
  /** Needed from the start by a cluster with the feature gate ClusterTrustBundle. */
  readonly clusterTrustBundles?: typeof clusterTrustBundles;
  /** Needed as soon as a person types a command. */
  readonly Kubectl?: typeof Kubectl;
  /** Needed as soon as a person writes a manifest or a patch. */
  readonly readYaml?: ReadYaml;
  /** Needed as soon as a command builds a kustomization. */
  readonly kustomize?: Kustomize;
  /** Needed as soon as a policy, webhook or custom resource definition carries an expression. */
  readonly celWith?: typeof celWith;
  /** Needed as soon as a client reads an OpenAPI document. */
  readonly openApi?: typeof openApi;
  /** Needed as soon as tokens of an issuer outside count. */
  readonly issuers?: typeof IssuerUpdates;
  /** Needed when the configuration of a scheduler names extenders. */
  readonly extenders?: typeof extenders;
  /** Needed as soon as a program or a schema uses a regular expression. */
  readonly regexp?: RegexpLibrary;
}
