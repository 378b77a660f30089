/**
 * The ports of a node that its pods use, and whether another pod's ports are free.
 * Models kube-scheduler/framework/types.go HostPortInfo.
 */
import type { Pod } from '#k8s.io/api/core/v1';

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const everyAddress = '0.0.0.0';

/** The host ports a pod asks for, sidecars included. Source: util.GetHostPorts. */
export function hostPortsOf(pod: Pod): readonly HostPort[] {
  const sidecars = (pod.spec.initContainers ?? []).filter((c) => c.restartPolicy === 'Always');
  return [...sidecars, ...pod.spec.containers].flatMap((container) =>
    (container.ports ?? [])
      .filter((port) => port.hostPort !== undefined && port.hostPort > 0)
      .map((port) => ({
        ip: port.hostIP === undefined || port.hostIP === '' ? everyAddress : port.hostIP,
        protocol: port.protocol ?? 'TCP',
        port: port.hostPort ?? 0,
      })),
  );
}

/** Two ports conflict on the same address, or if one of them is for all addresses. */
export function portsConflict(used: readonly HostPort[], wanted: readonly HostPort[]): boolean {
  return wanted.some((want) =>
    used.some(
      (port) =>
        port.port === want.port &&
        port.protocol === want.protocol &&
        (port.ip === want.ip || port.ip === everyAddress || want.ip === everyAddress),
    ),
  );
}
