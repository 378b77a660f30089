/**
 * PodTolerationRestriction: off in this server. Source: kubernetes
 * pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const podTolerationRestriction = offPlugin(
  'PodTolerationRestriction',
  'not among the default plugins',
);
