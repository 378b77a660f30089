/**
 * NamespaceAutoProvision: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const namespaceAutoProvision = offPlugin(
  'NamespaceAutoProvision',
  'would create missing namespaces',
);
