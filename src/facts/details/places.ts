/**
 * Where Kubernetes v1.36.3 does what the facts report, as data: a file below the repository and the
 * symbol in it, where one is known. Only places that were read in that source are here; a test
 * compares each with the list of what was read.
 */
/** A path below the repository, and the symbol in it. */
export type Citation = readonly [path: string, symbol?: string];

export const staging = 'staging/src/k8s.io';
export const apiserver = `${staging}/apiserver/pkg`;
export const clientGo = `${staging}/client-go`;
export const kubectl = `${staging}/kubectl/pkg`;
export const scheduler = 'pkg/scheduler';
export const plugins = `${scheduler}/framework/plugins`;
export const kubelet = 'pkg/kubelet';
export const runtime = `${kubelet}/kuberuntime`;

/** The steps of SyncPod that are in another file. */
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
  ReopenContainerLog: [`${kubelet}/logs/container_log_manager.go`, 'rotateLatestLog'],
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

/** Plugins of the scheduler whose scoring is in another file than their filtering. */
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

/** What answers a request that is not allowed. */
export const forbidden: Citation = [
  'staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go',
  'ForbiddenStatusError',
];

/** The network plugins, which have a repository of their own. */
export const networkPlugins = 'https://github.com/containernetworking/plugins/blob/v1.9.1/';
export const bridge: Citation = ['plugins/main/bridge/bridge.go', 'cmdAdd'];

/** Where the API server finds the kubelet of a Pod, for what it passes on. */
export const streamLocation: Citation = ['pkg/registry/core/pod/strategy.go', 'streamLocation'];
