/** NamespaceExists: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go. */
import { offPlugin } from '../admission.ts';

export const namespaceExists = offPlugin(
  'NamespaceExists',
  'NamespaceLifecycle does this and more',
);
