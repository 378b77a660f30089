/**
 * What each `--profile` of `kubectl debug` gives a debug container and its pod.
 *
 * Models k8s.io/kubectl pkg/cmd/debug profiles.go.
 */
import type { SecurityContext } from '#k8s.io/api/core/v1';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';

export const profileNames = ['legacy', 'general', 'baseline', 'netadmin', 'restricted', 'sysadmin'];

export type DebugStyle = 'ephemeral' | 'copy' | 'node';

const add = (...names: readonly string[]): JsonObject => ({ capabilities: { add: names } });

/** The security context of the container; undefined for none. */
export function containerSecurity(profile: string, style: DebugStyle): JsonObject | undefined {
  switch (profile) {
    case 'general':
      return style === 'node' ? undefined : add('SYS_PTRACE');
    case 'netadmin':
      return style === 'node'
        ? { ...add('NET_ADMIN', 'NET_RAW'), privileged: true }
        : add('NET_ADMIN', 'NET_RAW');
    case 'sysadmin':
      return { privileged: true };
    case 'restricted':
      return {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      };
    default:
      return undefined;
  }
}

/** The security context of a container of the copied pod: capabilities are added to its own. */
export function changedSecurity(
  profile: string,
  own: SecurityContext | undefined,
): SecurityContext | undefined {
  const given = containerSecurity(profile, 'copy') as SecurityContext | undefined;
  switch (profile) {
    case 'legacy':
      return own;
    case 'baseline':
      return undefined;
    case 'restricted':
      return given;
    default: {
      const added = given?.capabilities?.add;
      if (added === undefined) return { ...own, ...given };
      const capabilities = {
        ...own?.capabilities,
        add: [...(own?.capabilities?.add ?? []), ...added],
      };
      return { ...own, capabilities };
    }
  }
}

/** Whether a node's pod shares the namespaces of its host. */
export const sharesHost = (profile: string): boolean =>
  profile === 'legacy' || profile === 'general' || profile === 'sysadmin' || profile === 'netadmin';

/** Whether the root of the node's files is mounted. */
export const mountsHost = (profile: string): boolean =>
  profile === 'legacy' || profile === 'general' || profile === 'sysadmin';
