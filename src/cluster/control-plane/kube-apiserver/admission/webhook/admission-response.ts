/** What a webhook says about a change. Source: k8s.io/api/admission/v1 AdmissionResponse. */
import type { JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';

export interface AdmissionResponse {
  readonly allowed: boolean;
  readonly message?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly patch?: readonly JsonPatchOperation[];
  readonly warnings?: readonly string[];
}
