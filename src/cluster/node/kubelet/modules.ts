/**
 * The modules of a kubelet with their periods, in start order.
 *
 * Source: kubernetes/pkg/kubelet/kubelet.go Run, initializeModules and
 * initializeRuntimeDependentModules of v1.36.
 */
import type { KubeletModulesStarted } from '#trace/facts/kubelet';

type Module = KubeletModulesStarted['modules'][number];

const module = (name: string, seconds: number): Module => ({ name, seconds });

/** Modules driven by events, not by a timer. */
const byEvents = 0;

/** What Run starts, one after the other. */
export const startedByRun: readonly Module[] = [
  module('imageManager', 300),
  module('imageGC', 300),
  module('containerGC', 60),
  module('oomWatcher', byEvents),
  module('allocationManager', byEvents),
  module('volumeManager', 0.1),
  module('syncNodeStatus', 10),
  module('fastStatusUpdateOnce', 0.1),
  module('nodeLeaseController', 10),
  module('updateRuntimeUp', 5),
  module('iptablesUtilChains', byEvents),
  module('statusManager', 10),
  module('runtimeClassManager', byEvents),
  module('secretManager', byEvents),
  module('configMapManager', byEvents),
  module('tokenManager', byEvents),
  module('podManager', byEvents),
  module('podWorkers', byEvents),
  module('probeManager', byEvents),
  module('pleg', 1),
  module('syncLoop', 1),
  module('housekeeping', 2),
];

/**
 * Managers that this configuration does not start, as the defaults have it: the kubelet keeps the
 * client certificate of its kubeconfig and serves with one of its own making.
 */
export const leftOutOfRun: NonNullable<KubeletModulesStarted['leftOut']> = [
  { name: 'clientCertificateManager', because: 'rotateCertificates: false' },
  { name: 'serverCertificateManager', because: 'serverTLSBootstrap: false' },
];

/** Modules that start when the runtime is ready for the first time. */
export const startedWithRuntime: readonly Module[] = [
  module('cAdvisor', 10),
  module('containerManager', 60),
  module('cpuManager', 10),
  module('memoryManager', byEvents),
  module('topologyManager', byEvents),
  module('deviceManager', byEvents),
  module('evictionManager', 10),
  module('shutdownManager', byEvents),
];
