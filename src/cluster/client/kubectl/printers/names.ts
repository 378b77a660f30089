/** How kubectl names an object in a line. Source: cli-runtime pkg/printers/name.go. */
import type { Resource } from '#k8s.io/client-go/rest/resource';

type Kind = Pick<Resource, 'group' | 'kind'>;

/** `deployment.apps`, `pod`. */
export const kindName = ({ group, kind }: Kind): string =>
  group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;

/** `deployment.apps/nginx`. */
export const objectName = (kind: Kind, name: string): string => `${kindName(kind)}/${name}`;
