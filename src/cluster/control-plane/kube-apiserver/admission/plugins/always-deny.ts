/** AlwaysDeny: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go. */
import { offPlugin } from '../admission.ts';

export const alwaysDeny = offPlugin('AlwaysDeny', 'deprecated; would refuse everything');
