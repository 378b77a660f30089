/**
 * OwnerReferencesPermissionEnforcement: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const ownerReferencesPermissionEnforcement = offPlugin(
  'OwnerReferencesPermissionEnforcement',
  'not among the default plugins',
);
