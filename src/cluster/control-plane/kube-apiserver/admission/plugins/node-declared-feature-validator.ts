/**
 * NodeDeclaredFeatureValidator: runs, with nothing to do. Source: kubernetes
 * pkg/features/kube_features.go.
 */
import { inertPlugin } from '../admission.ts';

export const nodeDeclaredFeatureValidator = inertPlugin(
  'NodeDeclaredFeatureValidator',
  'no node of this cluster declares features',
);
