/**
 * ExtendedResourceToleration: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const extendedResourceToleration = offPlugin(
  'ExtendedResourceToleration',
  'not among the default plugins',
);
