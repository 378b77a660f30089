/** Where the registry gets the defaults of a kind from. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

/** The object with every field that its kind has a default for. */
export const applyDefaults = (object: KubeObject): KubeObject => object;
