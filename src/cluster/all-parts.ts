/** Every part of a cluster: for programs that load all their code at once. */
import { celLibrary } from '#k8s.io/apiserver/cel/cel-library';
import { Kubectl } from './client/kubectl/kubectl.ts';
import { readYaml } from './client/kubectl/manifest/yaml-document.ts';
import type { ClusterParts } from './cluster-parts.ts';
import * as controlLoops from './control-loops.ts';
import * as nodes from './nodes.ts';

export const allParts: ClusterParts = { controlLoops, nodes, Kubectl, readYaml, cel: celLibrary };
