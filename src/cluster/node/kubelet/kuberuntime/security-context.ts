/**
 * A container's user and privileges, from the pod's and its own security context.
 *
 * Models kubernetes/pkg/securitycontext DetermineEffectiveSecurityContext and
 * pkg/kubelet/kuberuntime/security_context.go. In: pod and container. Out: the security context for
 * the runtime, or why the container must not start.
 */
import { defined } from '#base/defined';
import type { Container, Pod, SeccompProfile } from '#k8s.io/api/core/v1';
import type { ImageStatus, LinuxContainerSecurityContext } from '#k8s.io/cri-api/runtime';
import { podDescription } from '../container/names.ts';

export function securityContextOf(
  pod: Pod,
  container: Container,
): LinuxContainerSecurityContext | undefined {
  const own = container.securityContext ?? {};
  const { securityContext: shared = {} } = pod.spec;
  const runAsUser = own.runAsUser ?? shared.runAsUser;
  const runAsGroup = own.runAsGroup ?? shared.runAsGroup;
  const groups = [...(shared.supplementalGroups ?? [])];
  if (shared.fsGroup !== undefined) groups.push(shared.fsGroup);
  const seccomp = profileName(own.seccompProfile ?? shared.seccompProfile);
  const apparmor = profileName(own.appArmorProfile ?? shared.appArmorProfile);
  const context: LinuxContainerSecurityContext = {
    ...defined({ runAsUser, runAsGroup }),
    ...(groups.length === 0 ? {} : { supplementalGroups: groups }),
    ...(own.readOnlyRootFilesystem === true ? { readonlyRootfs: true } : {}),
    ...(own.privileged === true ? { privileged: true } : {}),
    ...(own.allowPrivilegeEscalation === false ? { noNewPrivs: true } : {}),
    ...(own.capabilities === undefined
      ? {}
      : {
          capabilities: {
            addCapabilities: own.capabilities.add ?? [],
            dropCapabilities: own.capabilities.drop ?? [],
          },
        }),
    ...defined({ seccomp, apparmor }),
  };
  return Object.keys(context).length === 0 ? undefined : context;
}

function profileName(profile: SeccompProfile | undefined): string | undefined {
  if (profile === undefined) return undefined;
  const { type, localhostProfile = '' } = profile;
  return type === 'Localhost' ? `Localhost/${localhostProfile}` : type;
}

/** The error that keeps a container from starting. Source: verifyRunAsNonRoot. */
export function runAsNonRootError(
  pod: Pod,
  container: Container,
  image: Pick<ImageStatus, 'uid' | 'username'>,
): string | undefined {
  const own = container.securityContext;
  const shared = pod.spec.securityContext;
  if ((own?.runAsNonRoot ?? shared?.runAsNonRoot) !== true) return undefined;
  const user = own?.runAsUser ?? shared?.runAsUser;
  const where = `(pod: "${podDescription(pod)}", container: ${container.name})`;
  if (user === 0) return `container's runAsUser breaks non-root policy ${where}`;
  if (user !== undefined) return undefined;
  const { uid, username = '' } = image;
  if (uid === undefined && username !== '') {
    return (
      `container has runAsNonRoot and image has non-numeric user (${username}),` +
      ` cannot verify user is non-root ${where}`
    );
  }
  if ((uid ?? 0) === 0) {
    return `container has runAsNonRoot and image will run as root ${where}`;
  }
  return undefined;
}
