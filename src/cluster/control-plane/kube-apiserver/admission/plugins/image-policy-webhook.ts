/**
 * ImagePolicyWebhook: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const imagePolicyWebhook = offPlugin('ImagePolicyWebhook', 'needs a configured backend');
