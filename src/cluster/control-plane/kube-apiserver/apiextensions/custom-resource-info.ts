/** A version of a custom resource as discovery and the handlers see it. */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '#k8s.io/api/apiextensions/v1';
import { customEtcdPrefix } from '#k8s.io/apimachinery/resource-names';
import type { ResourceInfo, SubresourceInfo } from '#k8s.io/apimachinery/resources';

export interface CustomResourceInfo extends ResourceInfo {
  readonly version: string;
  /** The definition's entry for this version. */
  readonly custom: CustomResourceDefinitionVersion;
}

export const isCustom = (resource: ResourceInfo): resource is CustomResourceInfo =>
  'custom' in resource;

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const partVerbs = ['get', 'patch', 'update'];

/** The resource of one version, under its accepted names. */
export function resourceInfoOf(
  { spec, status }: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): CustomResourceInfo {
  const { group, scope } = spec;
  const names = status?.acceptedNames ?? spec.names;
  const apiVersion = `${group}/${version.name}`;
  const subresources: SubresourceInfo[] = [];
  const { status: hasStatus, scale } = version.subresources ?? {};
  if (hasStatus !== undefined) {
    subresources.push({ name: 'status', group, kind: names.kind, verbs: partVerbs });
  }
  if (scale !== undefined) {
    subresources.push({ name: 'scale', group: 'autoscaling', kind: 'Scale', verbs: partVerbs });
  }
  return {
    group,
    version: version.name,
    apiVersion,
    kind: names.kind,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: scope === 'Namespaced',
    verbs,
    subresources,
    groupVersionPath: `/apis/${apiVersion}`,
    etcdPrefix: customEtcdPrefix(group, names.plural),
    custom: version,
  };
}
