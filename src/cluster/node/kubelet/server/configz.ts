/**
 * `/configz`: the configuration that a kubelet runs with.
 *
 * Models kubernetes/pkg/kubelet/apis/config/v1beta1/defaults.go, the values that kubeadm writes,
 * and component-base/configz. In: the node's own configuration. Out: KubeletConfiguration as JSON.
 */
import { second } from '#base/sim-time';
import type { KubeletConfig } from '#cluster/config/kubelet-config';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import { defaultHard } from '../eviction/thresholds.ts';
import { clusterDomain } from '../kuberuntime/hostname.ts';
import { criticalGracePeriod, shutdownGracePeriod } from '../nodeshutdown/shutdown-manager.ts';

const pki = '/etc/kubernetes/pki';

/** `dns`: the addresses of the cluster's DNS. */
export function configz(own: KubeletConfig, maxPods: number, dns: readonly string[]): JsonObject {
  return {
    kubeletconfig: { ...server(), ...client(), ...resources(own, maxPods, dns), ...rest() },
  };
}

const server = (): JsonObject => ({
  enableServer: true,
  staticPodPath: '/etc/kubernetes/manifests',
  podLogsDir: '/var/log/pods',
  syncFrequency: '1m0s',
  fileCheckFrequency: '20s',
  httpCheckFrequency: '20s',
  address: '0.0.0.0',
  port: 10_250,
  tlsCertFile: '/var/lib/kubelet/pki/kubelet.crt',
  tlsPrivateKeyFile: '/var/lib/kubelet/pki/kubelet.key',
  rotateCertificates: true,
  authentication: {
    x509: { clientCAFile: `${pki}/ca.crt` },
    webhook: { enabled: true, cacheTTL: '2m0s' },
    anonymous: { enabled: false },
  },
  authorization: {
    mode: 'Webhook',
    webhook: { cacheAuthorizedTTL: '5m0s', cacheUnauthorizedTTL: '30s' },
  },
});

const client = (): JsonObject => ({
  registryPullQPS: 5,
  registryBurst: 10,
  eventRecordQPS: 50,
  eventBurst: 100,
  enableDebuggingHandlers: true,
  healthzPort: 10_248,
  healthzBindAddress: '127.0.0.1',
  oomScoreAdj: -999,
  streamingConnectionIdleTimeout: '4h0m0s',
  nodeStatusUpdateFrequency: '10s',
  nodeStatusReportFrequency: '5m0s',
  nodeLeaseDurationSeconds: 40,
  imageMinimumGCAge: '2m0s',
  imageMaximumGCAge: '0s',
  imageGCHighThresholdPercent: 85,
  imageGCLowThresholdPercent: 80,
  volumeStatsAggPeriod: '1m0s',
});

/** What the node's configuration may say, beside the defaults. */
function resources(own: KubeletConfig, maxPods: number, clusterDNS: readonly string[]): JsonObject {
  const { evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim, featureGates } = own;
  const { evictionPressureTransitionPeriod: transition = 300, reservedSystemCPUs } = own;
  return {
    clusterDomain,
    ...(clusterDNS.length > 0 && { clusterDNS }),
    cgroupsPerQOS: true,
    cgroupDriver: 'cgroupfs',
    cpuManagerPolicy: own.cpuManagerPolicy ?? 'none',
    cpuManagerReconcilePeriod: '10s',
    memoryManagerPolicy: own.memoryManagerPolicy ?? 'None',
    topologyManagerPolicy: own.topologyManagerPolicy ?? 'none',
    topologyManagerScope: own.topologyManagerScope ?? 'container',
    runtimeRequestTimeout: '2m0s',
    hairpinMode: 'promiscuous-bridge',
    maxPods,
    podPidsLimit: own.podPidsLimit ?? -1,
    resolvConf: '/etc/resolv.conf',
    cpuCFSQuota: true,
    cpuCFSQuotaPeriod: '100ms',
    nodeStatusMaxImages: 50,
    maxOpenFiles: 1_000_000,
    contentType: 'application/vnd.kubernetes.protobuf',
    kubeAPIQPS: 50,
    kubeAPIBurst: 100,
    serializeImagePulls: true,
    evictionHard: own.evictionHard ?? defaultHard,
    ...(evictionSoft !== undefined && { evictionSoft }),
    ...(evictionSoftGracePeriod !== undefined && {
      evictionSoftGracePeriod: Object.fromEntries(
        Object.entries(evictionSoftGracePeriod).map(([signal, time]) => [signal, inWords(time)]),
      ),
    }),
    evictionPressureTransitionPeriod: inWords(transition),
    ...(own.evictionMaxPodGracePeriod !== undefined && {
      evictionMaxPodGracePeriod: own.evictionMaxPodGracePeriod,
    }),
    ...(evictionMinimumReclaim !== undefined && { evictionMinimumReclaim }),
    ...(featureGates !== undefined && { featureGates }),
    failSwapOn: true,
    memorySwap: {},
    containerLogMaxSize: own.containerLogMaxSize ?? '10Mi',
    containerLogMaxFiles: own.containerLogMaxFiles ?? 5,
    containerLogMaxWorkers: own.containerLogMaxWorkers ?? 1,
    containerLogMonitorInterval: inWords(own.containerLogMonitorInterval ?? 10),
    ...(reservedSystemCPUs !== undefined && { reservedSystemCPUs }),
    failCgroupV1: own.failCgroupV1 ?? true,
  };
}

const rest = (): JsonObject => ({
  enableControllerAttachDetach: true,
  makeIPTablesUtilChains: true,
  iptablesMasqueradeBit: 14,
  iptablesDropBit: 15,
  configMapAndSecretChangeDetectionStrategy: 'Watch',
  enforceNodeAllocatable: ['pods'],
  volumePluginDir: '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/',
  enableSystemLogHandler: true,
  enableSystemLogQuery: false,
  shutdownGracePeriod: goDurationString(shutdownGracePeriod),
  shutdownGracePeriodCriticalPods: goDurationString(criticalGracePeriod),
  enableProfilingHandler: true,
  enableDebugFlagsHandler: true,
  seccompDefault: false,
  memoryThrottlingFactor: 0.9,
  registerNode: true,
  localStorageCapacityIsolation: true,
  containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
});

const inWords = (time: number): string => goDurationString(time * second);
