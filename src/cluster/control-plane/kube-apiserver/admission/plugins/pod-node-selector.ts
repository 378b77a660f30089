/** PodNodeSelector: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go. */
import { offPlugin } from '../admission.ts';

export const podNodeSelector = offPlugin('PodNodeSelector', 'not among the default plugins');
