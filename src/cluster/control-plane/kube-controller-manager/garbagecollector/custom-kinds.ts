/**
 * The custom resources that the garbage collector knows.
 *
 * Models garbagecollector.go Sync: every thirty seconds the collector reads discovery and starts
 * monitors for new resources. Here new resources come from the definitions themselves; their
 * monitors start at the next of these moments.
 */
import type { CustomResourceDefinition } from '#k8s.io/api/apiextensions/v1';
import { customEtcdPrefix } from '#k8s.io/apimachinery/resource-names';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

export class CustomKinds {
  readonly #byKind = new Map<string, ResourceInfo>();

  find(apiVersion: string, kind: string): ResourceInfo | undefined {
    return this.#byKind.get(`${apiVersion}/${kind}`);
  }

  /** The resource to watch, if the definition is established and new. */
  learn({ metadata, spec, status }: CustomResourceDefinition): ResourceInfo | undefined {
    const isEstablished = status?.conditions?.some(
      ({ type, status: value }) => type === 'Established' && value === 'True',
    );
    const leaves = metadata.deletionTimestamp !== undefined;
    const served = spec?.versions.filter((version) => version.served) ?? [];
    const [preferred] = served;
    if (isEstablished !== true || leaves || preferred === undefined) return undefined;
    if (this.find(`${spec.group}/${preferred.name}`, spec.names.kind) !== undefined)
      return undefined;
    const infos = served.map(({ name }) => infoOf(spec, name));
    for (const info of infos) this.#byKind.set(`${info.apiVersion}/${info.kind}`, info);
    return infos[0];
  }

  forget({ spec }: CustomResourceDefinition): void {
    for (const { name } of spec?.versions ?? []) {
      this.#byKind.delete(`${spec.group}/${name}/${spec.names.kind}`);
    }
  }

  /** Whether a resource is custom: these do not support strategic merge patches. */
  has(resource: ResourceInfo): boolean {
    return this.find(resource.apiVersion, resource.kind) !== undefined;
  }
}

function infoOf(
  { group, names, scope }: CustomResourceDefinition['spec'],
  version: string,
): ResourceInfo {
  return {
    group,
    version,
    apiVersion: `${group}/${version}`,
    kind: names.kind,
    plural: names.plural,
    singular: names.singular ?? '',
    shortNames: [],
    categories: [],
    namespaced: scope === 'Namespaced',
    verbs: ['delete', 'list', 'watch'],
    subresources: [],
    groupVersionPath: `/apis/${group}/${version}`,
    etcdPrefix: customEtcdPrefix(group, names.plural),
  };
}
