/**
 * The names of types in OpenAPI documents: the Go import path, backwards at its host.
 *
 * Models k8s.io/apimachinery pkg/runtime ToRESTFriendlyName and OpenAPIModelName.
 */

const apimachinery = 'io.k8s.apimachinery.pkg';

/** Packages of the schema table whose path is not `k8s.io/api/GROUP/v1`. */
const packages: Readonly<Record<string, string>> = {
  meta: `${apimachinery}.apis.meta.v1`,
  runtime: `${apimachinery}.runtime`,
  intstr: `${apimachinery}.util.intstr`,
  autoscalingv2: 'io.k8s.api.autoscaling.v2',
  certificatesv1beta1: 'io.k8s.api.certificates.v1beta1',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1',
};

/** `core.PodSpec` → `io.k8s.api.core.v1.PodSpec`. */
export function modelName(type: string): string {
  if (type === 'resource.Quantity') return `${apimachinery}.api.resource.Quantity`;
  const dot = type.indexOf('.');
  const [pkg, name] = [type.slice(0, dot), type.slice(dot + 1)];
  return `${packages[pkg] ?? `io.k8s.api.${pkg}.v1`}.${name}`;
}

/** The model of a custom resource: `stable.example.com`, `v1`, `Foo` → `com.example.stable.v1.Foo`. */
export const customModelName = (group: string, version: string, kind: string): string =>
  [...group.split('.').reverse(), version, kind].join('.');
