/** Which containers a `kubectl set` command changes. Source: pkg/cmd/set helper.go. */
import { defined } from '#base/defined';
import type { Container, PodSpec } from '#k8s.io/api/core/v1';

/** `*` and other patterns of a file name may stand in `pattern`. */
export function matchesName(name: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}

/** The spec with the chosen containers changed; undefined when none is chosen. */
export function changeContainers(
  spec: PodSpec,
  pattern: string,
  change: (container: Container) => Container,
): PodSpec | undefined {
  const { containers, initContainers } = spec;
  const chosen = (container: Container): boolean => matchesName(container.name, pattern);
  const some = [...containers, ...(initContainers ?? [])].some(chosen);
  if (!some) return undefined;
  const each = (container: Container): Container =>
    chosen(container) ? change(container) : container;
  return {
    ...spec,
    containers: containers.map(each),
    ...defined({ initContainers: initContainers?.map(each) }),
  };
}
