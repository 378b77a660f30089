/** Every part of a cluster: for programs that load all their code at once. */

import { regexpLibrary } from '#base/regexp-library';
import { Kubectl } from '#cluster/client/kubectl/kubectl';
import { build } from '#cluster/client/kubectl/kustomize/kustomize';
import { readYaml } from '#cluster/client/kubectl/manifest/yaml-document';
import { IssuerUpdates } from '#cluster/control-plane/kube-apiserver/authenticator/oidc/issuer-updates';
import * as extenders from '#cluster/control-plane/kube-scheduler/extenders';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import * as openApi from '#k8s.io/apiserver/openapi/document';
import type { ClusterParts } from './cluster-parts.ts';
import * as clusterTrustBundles from './cluster-trust-bundles.ts';
import * as controlLoops from './control-loops.ts';
import * as dynamicResources from './dynamic-resources.ts';
import * as nodes from './nodes.ts';

export const allParts: ClusterParts = {
  controlLoops,
  nodes,
  dynamicResources,
  clusterTrustBundles,
  Kubectl,
  readYaml,
  kustomize: build,
  celWith,
  openApi,
  issuers: IssuerUpdates,
  extenders,
  regexp: regexpLibrary,
};
