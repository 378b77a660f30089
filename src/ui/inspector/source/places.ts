/**
 * Where Kubernetes v1.36.3 does what the facts tell, as data: a file below the repository and the
 * symbol in it, where one is known. Only places that were read in that source are here; a test
 * compares each with the list of what was read.
 */
import type { FactType } from '#trace/trace-event';

/** A path below the repository, and the symbol in it. */
export type Citation = readonly [path: string, symbol?: string];

const staging = 'staging/src/k8s.io';
const apiserver = `${staging}/apiserver/pkg`;
const clientGo = `${staging}/client-go`;
const kubectl = `${staging}/kubectl/pkg`;
const scheduler = 'pkg/scheduler';
const plugins = `${scheduler}/framework/plugins`;
const kubelet = 'pkg/kubelet';
const runtime = `${kubelet}/kuberuntime`;

/**
 * Facts of programs that are no part of that repository (etcd's Raft, containerd, the kernel, the
 * network plugins, CoreDNS, a registry), and of the simulation itself.
 */
export const elsewhere = [
  ...(['CommandEntered', 'HostActionTaken', 'TimerFired', 'Noted', 'ClusterSettled'] as const),
  ...(['RaftRoleChanged', 'EntryCommitted', 'RuntimeStep', 'RegistryAnswered'] as const),
  ...(['ProcessStarted', 'ProcessExited', 'ContainerLogged', 'CniStep', 'PacketHop'] as const),
  ...(['ConnectionAnswered', 'OverlayJoined', 'DnsAnswered'] as const),
];

/** Facts whose place follows from who tells them, or of what. */
export const byContent = ['ComponentStarted', 'ComponentStopped'] as const;

type Cited = Exclude<FactType, (typeof elsewhere)[number] | (typeof byContent)[number]>;

export const byType: { readonly [T in Cited]: Citation } = {
  CommandParsed: [`${kubectl}/cmd/cmd.go`],
  ManifestGenerated: [`${kubectl}/cmd/create/create_deployment.go`, 'createDeployment'],
  OutputPrinted: [`${staging}/cli-runtime/pkg/printers/name.go`, 'printObj'],
  CommandExited: [`${kubectl}/cmd/util/helpers.go`, 'checkErr'],
  ConnectionFailed: [`${clientGo}/rest/request.go`],
  KubeconfigLoaded: [`${clientGo}/tools/clientcmd/loader.go`, 'NewDefaultClientConfigLoadingRules'],
  DiscoveryCacheRead: [`${clientGo}/discovery/cached/disk/cached_discovery.go`],
  RequestSent: [`${clientGo}/rest/request.go`],
  ResponseReceived: [`${clientGo}/rest/request.go`],
  RequestReceived: [`${apiserver}/server/config.go`, 'DefaultBuildHandlerChain'],
  RequestInfoResolved: [`${apiserver}/endpoints/request/requestinfo.go`],
  Authenticated: [`${apiserver}/endpoints/filters/authentication.go`],
  Impersonated: [`${apiserver}/server/config.go`, 'DefaultBuildHandlerChain'],
  FlowControlled: [`${apiserver}/server/filters/priority-and-fairness.go`],
  Authorized: [`${apiserver}/authorization/union/union.go`],
  AuditEventLogged: [`${apiserver}/apis/audit/types.go`],
  RequestRouted: [`${apiserver}/server/handler.go`, 'director.ServeHTTP'],
  Decoded: [`${apiserver}/endpoints/handlers/create.go`, 'createHandler'],
  Defaulted: ['pkg/apis/core/v1/defaults.go'],
  Mutated: [`${apiserver}/admission/reinvocation.go`, 'reinvoker.Admit'],
  Validated: ['pkg/apis/core/validation/validation.go'],
  Admitted: ['pkg/kubeapiserver/options/plugins.go', 'AllOrderedPlugins'],
  WebhookCalled: [`${apiserver}/admission/plugin/webhook/errors/statuserror.go`, 'ToStatusErr'],
  StorageWriteStarted: [`${apiserver}/registry/generic/registry/store.go`, 'NamespaceKeyFunc'],
  ReadServed: [`${apiserver}/registry/generic/registry/store.go`],
  ResponseSent: [`${apiserver}/endpoints/installer.go`, 'registerResourceHandlers'],
  PanicRecovered: [`${apiserver}/server/filters/wrap.go`, 'WithPanicRecovery'],
  TxnCommitted: [`${apiserver}/storage/etcd3/store.go`],
  TxnRefused: [`${apiserver}/storage/interfaces.go`, 'Preconditions.Check'],
  RangeRead: [`${apiserver}/storage/etcd3/store.go`],
  LeaseExpired: [`${apiserver}/storage/etcd3/lease_manager.go`],
  LeaseGranted: [`${apiserver}/storage/etcd3/lease_manager.go`],
  WatchCacheUpdated: [`${apiserver}/storage/cacher/watch_cache.go`],
  WatchEventSent: [`${apiserver}/storage/cacher/watch_cache.go`],
  WatchEventReceived: [`${clientGo}/tools/cache/reflector.go`, 'ListAndWatchWithContext'],
  InformerSynced: [`${clientGo}/tools/cache/reflector.go`, 'ListAndWatchWithContext'],
  KeyAdded: [
    `${clientGo}/util/workqueue/default_rate_limiters.go`,
    'DefaultTypedControllerRateLimiter',
  ],
  KeyTaken: [`${clientGo}/util/workqueue/default_rate_limiters.go`],
  KeyDone: [`${clientGo}/util/workqueue/default_rate_limiters.go`],
  SyncStarted: ['cmd/kube-controller-manager/names/controller_names.go'],
  SyncFinished: ['cmd/kube-controller-manager/names/controller_names.go'],
  DecisionMade: ['cmd/kube-controller-manager/names/controller_names.go'],
  ExpectationsSet: ['pkg/controller/controller_utils.go'],
  LeaderElected: [`${clientGo}/tools/leaderelection/leaderelection.go`],
  EventRecorded: [`${clientGo}/tools/record/events_cache.go`, 'EventAggregatorByReasonMessageFunc'],
  GraphNodeChanged: ['pkg/controller/garbagecollector/graph_builder.go'],
  PodQueued: [`${scheduler}/backend/queue/scheduling_queue.go`, 'runPreEnqueuePlugins'],
  PodPopped: [`${scheduler}/backend/queue/active_queue.go`, 'unlockedPop'],
  PodDequeued: [`${scheduler}/backend/queue/scheduling_queue.go`],
  SnapshotTaken: [`${scheduler}/backend/cache/cache.go`],
  PreScored: [`${scheduler}/framework/runtime/framework.go`],
  PreFiltered: [`${scheduler}/framework/runtime/framework.go`, 'RunPreFilterPlugins'],
  NodesFiltered: [`${scheduler}/schedule_one.go`, 'findNodesThatFitPod'],
  PostFiltered: [`${scheduler}/framework/preemption/preemption.go`, 'Preempt'],
  NodesScored: [`${scheduler}/framework/runtime/framework.go`, 'RunScorePlugins'],
  HostSelected: [`${scheduler}/schedule_one.go`, 'prioritizeNodes'],
  PodAssumed: [`${scheduler}/backend/cache/cache.go`, 'AssumePod'],
  ExtensionPointRan: [`${scheduler}/schedule_one.go`, 'prepareForBindingCycle'],
  SchedulingFailed: [`${scheduler}/schedule_one.go`, 'handleSchedulingFailure'],
  PodBound: [`${plugins}/defaultbinder/default_binder.go`, 'Bind'],
  NodeRegistered: [`${kubelet}/kubelet_node_status.go`, 'registerWithAPIServer'],
  KubeletModulesStarted: [`${kubelet}/kubelet.go`, 'Run'],
  RuntimeStateChanged: [`${kubelet}/kubelet.go`, 'updateRuntimeUp'],
  EvictionSynchronized: [`${kubelet}/eviction/eviction_manager.go`, 'synchronize'],
  ResourcesAllocated: [`${kubelet}/cm/topologymanager/topology_manager.go`],
  DevicePluginRegistered: [`${kubelet}/cm/container_manager_linux.go`],
  VolumeContentUpdated: [`${kubelet}/volumemanager/volume_manager.go`],
  CriCalled: [`${runtime}/kuberuntime_manager.go`],
  CriReturned: [`${runtime}/kuberuntime_manager.go`],
  PodConfigChanged: [`${kubelet}/config/config.go`, 'checkAndUpdatePod'],
  SyncLoopPicked: [`${kubelet}/kubelet.go`, 'syncLoopIteration'],
  PodAdmitted: [`${kubelet}/lifecycle/predicate.go`, 'generalFilter'],
  PodSyncStarted: [`${kubelet}/pod_workers.go`, 'podWorkerLoop'],
  PodSyncFinished: [`${kubelet}/pod_workers.go`, 'podWorkerLoop'],
  PodSyncStep: [`${kubelet}/kubelet.go`, 'SyncPod'],
  PodActionsComputed: [`${runtime}/kuberuntime_manager.go`, 'computePodActions'],
  VolumeMounted: [`${kubelet}/volumemanager/volume_manager.go`],
  PodLifecycleEventSeen: [`${kubelet}/pleg/generic.go`, 'Relist'],
  PodStatusSet: [`${kubelet}/status/status_manager.go`, 'syncPod'],
  ProbeRan: [`${kubelet}/prober/prober.go`, 'probe'],
  OomKilled: [`${kubelet}/oom/oom_watcher_linux.go`, 'Start'],
  NetfilterChanged: ['pkg/proxy/iptables/proxier.go', 'syncProxyRules'],
  ProxyRulesSynced: ['pkg/proxy/iptables/proxier.go', 'syncProxyRules'],
};

/** The steps of SyncPod that another file does. */
export const bySyncStep: Readonly<Record<string, Citation>> = {
  status: [`${kubelet}/kubelet_pods.go`, 'getPhase'],
  cgroups: [`${kubelet}/cm/pod_container_manager_linux.go`, 'GetPodContainerName'],
  'data-dirs': [`${kubelet}/kubelet_pods.go`, 'makePodDataDirs'],
  'wait-for-volumes': [`${kubelet}/volumemanager/volume_manager.go`],
  'pull-secrets': [`${kubelet}/kubelet_pods.go`, 'getPullSecretsForPod'],
  probes: [`${kubelet}/prober/worker.go`, 'newWorker'],
  'runtime-sync': [`${runtime}/kuberuntime_manager.go`, 'SyncPod'],
  'kill-containers': [`${kubelet}/pod_workers.go`, 'killPodNow'],
};

/** Calls of the kubelet to its runtime. */
export const byCall: Readonly<Record<string, Citation>> = {
  RunPodSandbox: [`${runtime}/kuberuntime_sandbox.go`],
  StopPodSandbox: [`${runtime}/kuberuntime_sandbox.go`],
  PullImage: [`${kubelet}/images/image_manager.go`, 'EnsureImageExists'],
  ImageStatus: [`${kubelet}/images/image_manager.go`, 'EnsureImageExists'],
  RemoveImage: [`${kubelet}/images/image_gc_manager.go`, 'GarbageCollect'],
  CreateContainer: [`${runtime}/kuberuntime_container.go`, 'startContainer'],
  StartContainer: [`${runtime}/kuberuntime_container.go`, 'startContainer'],
  StopContainer: [`${runtime}/kuberuntime_container.go`, 'killContainer'],
  RemoveContainer: [`${runtime}/kuberuntime_gc.go`],
  RemovePodSandbox: [`${runtime}/kuberuntime_gc.go`],
};

const controller = 'pkg/controller';

/** Programs by the last part of their names: where they begin to run. */
export const byProgram: Readonly<Record<string, Citation>> = {
  'kube-apiserver': ['cmd/kube-apiserver/app/server.go', 'CreateServerChain'],
  'kube-controller-manager': ['cmd/kube-controller-manager/app/controllermanager.go'],
  'kube-scheduler': [`${scheduler}/scheduler.go`, 'Run'],
  kubelet: ['cmd/kubelet/app/server.go', 'RunKubelet'],
  'kube-proxy': ['cmd/kube-proxy/app/server_linux.go'],
};

/** Controllers by the last part of their id. */
export const byController: Readonly<Record<string, Citation>> = {
  'deployment-controller': [`${controller}/deployment/deployment_controller.go`, 'syncDeployment'],
  'replicaset-controller': [`${controller}/replicaset/replica_set.go`, 'slowStartBatch'],
  'statefulset-controller': [`${controller}/statefulset/stateful_set_control.go`, 'runForAll'],
  'daemonset-controller': [`${controller}/daemon/daemon_controller.go`],
  'job-controller': [`${controller}/job/job_controller.go`],
  'cronjob-controller': [`${controller}/cronjob/cronjob_controllerv2.go`],
  'disruption-controller': [`${controller}/disruption/disruption.go`],
  'endpoint-controller': [`${controller}/endpoint/endpoints_controller.go`],
  'node-lifecycle-controller': [
    `${controller}/nodelifecycle/node_lifecycle_controller.go`,
    'monitorNodeHealth',
  ],
  'taint-eviction-controller': [
    `${controller}/tainteviction/taint_eviction.go`,
    'addConditionAndDeletePod',
  ],
  'pod-garbage-collector': [`${controller}/podgc/gc_controller.go`, 'gcOrphaned'],
  'garbage-collector': [`${controller}/garbagecollector/graph_builder.go`],
};

/** Admission plugins, authorizers and scheduler plugins, by their names. */
export const byPlugin: Readonly<Record<string, Citation>> = {
  NamespaceLifecycle: [`${apiserver}/admission/plugin/namespace/lifecycle/admission.go`, 'Admit'],
  ServiceAccount: ['plugin/pkg/admission/serviceaccount/admission.go', 'Admit'],
  Priority: ['plugin/pkg/admission/priority/admission.go', 'admitPod'],
  RuntimeClass: ['plugin/pkg/admission/runtimeclass/admission.go', 'prepareObjects'],
  LimitRanger: ['plugin/pkg/admission/limitranger/admission.go', 'maxConstraint'],
  ResourceQuota: [`${apiserver}/admission/plugin/resourcequota/controller.go`, 'CheckRequest'],
  NodeRestriction: ['plugin/pkg/admission/noderestriction/admission.go', 'admitNode'],
  OwnerReferencesPermissionEnforcement: ['plugin/pkg/admission/gc/gc_admission.go'],
  PodSecurity: [`${staging}/pod-security-admission/admission/admission.go`, 'EvaluatePod'],
  ValidatingAdmissionPolicy: [`${apiserver}/admission/plugin/policy/validating/dispatcher.go`],
  RBAC: ['plugin/pkg/auth/authorizer/rbac/rbac.go', 'RBACAuthorizer.Authorize'],
  Node: ['plugin/pkg/auth/authorizer/node/node_authorizer.go', 'authorize'],
  ABAC: ['pkg/auth/authorizer/abac/abac.go', 'Authorize'],
  x509: [`${apiserver}/authentication/request/x509/x509.go`],
  NodeResourcesFit: [`${plugins}/noderesources/fit.go`, 'fitsRequest'],
  NodeResourcesBalancedAllocation: [
    `${plugins}/noderesources/balanced_allocation.go`,
    'balancedResourceScorer',
  ],
  NodeUnschedulable: [`${plugins}/nodeunschedulable/node_unschedulable.go`, 'Filter'],
  NodeName: [`${plugins}/nodename/node_name.go`],
  NodePorts: [`${plugins}/nodeports/node_ports.go`],
  NodeAffinity: [`${plugins}/nodeaffinity/node_affinity.go`],
  TaintToleration: [`${plugins}/tainttoleration/taint_toleration.go`, 'Filter'],
  InterPodAffinity: [`${plugins}/interpodaffinity/filtering.go`, 'Filter'],
  PodTopologySpread: [`${plugins}/podtopologyspread/filtering.go`, 'Filter'],
  VolumeBinding: [`${plugins}/volumebinding/volume_binding.go`, 'PreFilter'],
  VolumeZone: [`${plugins}/volumezone/volume_zone.go`],
  ImageLocality: [`${plugins}/imagelocality/image_locality.go`],
  SchedulingGates: [`${plugins}/schedulinggates/scheduling_gates.go`, 'PreEnqueue'],
  DefaultPreemption: [`${plugins}/defaultpreemption/default_preemption.go`, 'SelectVictimsOnNode'],
};

/** Plugins of the scheduler that rate nodes elsewhere than where they filter them. */
export const byScorePlugin: Readonly<Record<string, Citation>> = {
  NodeResourcesFit: [`${plugins}/noderesources/least_allocated.go`],
  TaintToleration: [`${plugins}/tainttoleration/taint_toleration.go`],
  InterPodAffinity: [`${plugins}/interpodaffinity/scoring.go`],
  PodTopologySpread: [`${plugins}/podtopologyspread/scoring.go`],
};

/** Commands of kubectl, by their first words. */
export const byCommand: Readonly<Record<string, Citation>> = {
  'create deployment': [`${kubectl}/cmd/create/create_deployment.go`, 'createDeployment'],
  run: [`${kubectl}/cmd/run/run.go`, 'Run'],
  expose: [`${kubectl}/cmd/expose/expose.go`, 'RunExpose'],
  get: [`${kubectl}/cmd/get/get.go`, 'Run'],
  delete: [`${kubectl}/cmd/delete/delete.go`],
  apply: [`${kubectl}/cmd/apply/apply.go`, 'migrateToSSAIfNecessary'],
  scale: [`${kubectl}/cmd/scale/scale.go`, 'Validate'],
  exec: [`${kubectl}/cmd/exec/exec.go`, 'Run'],
  logs: [`${kubectl}/cmd/logs/logs.go`, 'Complete'],
  'set image': [`${kubectl}/cmd/set/set_image.go`, 'Run'],
  'rollout status': [
    `${kubectl}/polymorphichelpers/rollout_status.go`,
    'DeploymentStatusViewer.Status',
  ],
  'rollout undo': [`${kubectl}/polymorphichelpers/rollback.go`],
  'rollout restart': [`${kubectl}/cmd/rollout/rollout_restart.go`],
  'rollout pause': [`${kubectl}/cmd/rollout/rollout_pause.go`],
  'rollout resume': [`${kubectl}/cmd/rollout/rollout_resume.go`],
};
