/**
 * AlwaysPullImages: off in this server. Source: kubernetes pkg/kubeapiserver/options/plugins.go.
 */
import { offPlugin } from '../admission.ts';

export const alwaysPullImages = offPlugin('AlwaysPullImages', 'not among the default plugins');
