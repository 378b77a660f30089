/** EventRateLimit: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go. */
import { offPlugin } from '../admission.ts';

export const eventRateLimit = offPlugin('EventRateLimit', 'needs a configuration');
