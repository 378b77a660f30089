/** placeholder */
import type { KubeList, KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
export function printTable(
  _resource: ResourceInfo,
  _object: KubeObject | KubeList,
  _now: number,
): Table {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: [],
    rows: [],
  };
}
