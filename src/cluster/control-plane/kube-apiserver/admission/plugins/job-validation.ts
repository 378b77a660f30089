/** JobValidation: runs, with nothing to do. Source: kubernetes pkg/features/kube_features.go. */
import { inertPlugin } from '../admission.ts';

export const jobValidation = inertPlugin('JobValidation', 'feature gate WorkloadWithJob is off');
