/** AlwaysAdmit: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go. */
import { offPlugin } from '../admission.ts';

export const alwaysAdmit = offPlugin('AlwaysAdmit', 'deprecated; admits everything anyway');
