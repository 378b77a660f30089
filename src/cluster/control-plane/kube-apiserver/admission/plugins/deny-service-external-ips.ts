/**
 * DenyServiceExternalIPs: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const denyServiceExternalIps = offPlugin(
  'DenyServiceExternalIPs',
  'not among the default plugins',
);
