/**
 * The folders of a machine in which drivers of devices, the kubelet and the runtime meet.
 *
 * Stands for the sockets in /var/lib/kubelet/plugins_registry, of which the kubelet's plugin
 * watcher hears, and for the files of the Container Device Interface in /var/run/cdi, which the
 * runtime reads. Interfaces only; the calls are those of k8s.io/kubelet/pkg/apis/dra/v1.
 */
import type { Result } from '#base/result';
import type { Process } from '#sim/simulation';

export interface ClaimReference {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A device as its driver has prepared it. */
export interface PreparedDevice {
  /** The requests of the claim that it serves. */
  readonly requestNames: readonly string[];
  readonly pool: string;
  readonly device: string;
  /** Names in CDI files: `k8s.gpu.example.com/gpu=gpu-0`. */
  readonly cdiDeviceIds: readonly string[];
}

/** A driver that listens at its socket. */
export interface DraPlugin {
  nodePrepareResources(claim: ClaimReference): Process<Result<readonly PreparedDevice[], string>>;
  nodeUnprepareResources(claim: ClaimReference): Process<Result<void, string>>;
}

export interface NodePlugins {
  /** By the name of the driver. */
  readonly sockets: Map<string, DraPlugin>;
  /** By the full name of a device: the variables that a container with it gets. */
  readonly cdi: Map<string, readonly (readonly [string, string])[]>;
  /** Called after a socket came or went; the kubelet sets it. */
  changed: (driver: string) => void;
}
