/**
 * LimitPodHardAntiAffinityTopology: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const limitPodHardAntiAffinityTopology = offPlugin(
  'LimitPodHardAntiAffinityTopology',
  'not among the default plugins',
);
