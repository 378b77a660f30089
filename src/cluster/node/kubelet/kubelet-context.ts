/** What every part of one kubelet shares: the clock, the trace, the client and the node. */
import type { Prng } from '#base/prng';
import type { SimTime } from '#base/sim-time';
import type { ClusterConfig, NodeConfig } from '#cluster/config/cluster-config';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { Node } from '#k8s.io/api/core/v1';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { TrustAnchors } from './clustertrustbundle/trust-anchors.ts';
import type { DynamicResources } from './cm/dra/dynamic-resources.ts';
import type { ResourceManagers } from './cm/resource-managers.ts';
import type { RemoteRuntime } from './cri/remote-runtime.ts';
import type { PodEvents } from './util/pod-events.ts';

export interface KubeletContext {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly prng: Prng;
  /** `node-1/kubelet`: the component of every fact. */
  readonly component: string;
  readonly node: NodeConfig;
  readonly config: ClusterConfig;
  readonly client: RestClient;
  readonly cri: RemoteRuntime;
  readonly events: PodEvents;
  readonly host: HostResources;
  /** The time by the machine's clock, which may be wrong. Timestamps in objects use it. */
  readonly wall: () => SimTime;
  /** The managers of exclusive CPUs, memory and devices. */
  readonly managers: ResourceManagers;
  /** The manager of devices that pods claim; absent: no driver can register. */
  readonly dra?: DynamicResources | undefined;
  /** The manager of trust anchors; absent: ClusterTrustBundleProjection is off. */
  readonly trustAnchors?: TrustAnchors | undefined;
  /** The Node object as the informer knows it. */
  readonly nodeObject: () => Node | undefined;
}
