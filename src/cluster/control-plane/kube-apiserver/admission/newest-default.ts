/** Among the classes that are marked as default the newest counts, then the first by name. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';

export function newestDefault(
  classes: readonly KubeObject[],
  annotations: readonly string[],
): KubeObject | undefined {
  return classes
    .filter(({ metadata }) => annotations.some((key) => metadata.annotations?.[key] === 'true'))
    .sort(({ metadata: a }, { metadata: b }) =>
      a.creationTimestamp === b.creationTimestamp
        ? Number(a.name > b.name) - 0.5
        : a.creationTimestamp < b.creationTimestamp
          ? 1
          : -1,
    )[0];
}
