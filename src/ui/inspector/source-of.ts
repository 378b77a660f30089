/**
 * Where Kubernetes v1.36.3 does what a fact tells: a file, and the function where one is known.
 * Only places that were read in that source are here; other facts have none.
 */
import type { Fact, FactType } from '#trace/trace-event';

export interface SourcePlace {
  readonly url: string;
  /** `schedule_one.go: findNodesThatFitPod`. */
  readonly label: string;
}

const kubernetes = 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/';
const plugins = 'https://github.com/containernetworking/plugins/blob/main/';
const apiserver = 'staging/src/k8s.io/apiserver/pkg';
const clientGo = 'staging/src/k8s.io/client-go';

/** A path below the repository, and the symbol in it. */
type Citation = readonly [path: string, symbol?: string];

const byType: { readonly [T in FactType]?: Citation } = {
  CommandParsed: ['staging/src/k8s.io/kubectl/pkg/cmd/create/create_deployment.go'],
  ManifestGenerated: [
    'staging/src/k8s.io/kubectl/pkg/cmd/create/create_deployment.go',
    'createDeployment',
  ],
  KubeconfigLoaded: [`${clientGo}/tools/clientcmd/loader.go`, 'NewDefaultClientConfigLoadingRules'],
  DiscoveryCacheRead: [`${clientGo}/discovery/cached/disk/cached_discovery.go`],
  RequestSent: [`${clientGo}/rest/request.go`],
  ResponseReceived: [`${clientGo}/rest/request.go`],
  RequestReceived: [`${apiserver}/server/config.go`, 'DefaultBuildHandlerChain'],
  Authenticated: [`${apiserver}/endpoints/filters/authentication.go`],
  FlowControlled: [`${apiserver}/server/filters/priority-and-fairness.go`],
  Authorized: [`${apiserver}/authorization/union/union.go`],
  Decoded: [`${apiserver}/endpoints/handlers/create.go`, 'createHandler'],
  Mutated: [`${apiserver}/admission/reinvocation.go`],
  StorageWriteStarted: [`${apiserver}/registry/generic/registry/store.go`],
  TxnCommitted: [`${apiserver}/storage/etcd3/store.go`],
  TxnRefused: [`${apiserver}/storage/etcd3/store.go`],
  WatchEventReceived: [`${clientGo}/tools/cache/reflector.go`, 'ListAndWatchWithContext'],
  KeyAdded: [`${clientGo}/util/workqueue/default_rate_limiters.go`],
  PodQueued: ['pkg/scheduler/backend/queue/scheduling_queue.go'],
  PodPopped: ['pkg/scheduler/schedule_one.go', 'scheduleOnePod'],
  NodesFiltered: ['pkg/scheduler/schedule_one.go', 'findNodesThatFitPod'],
  NodesScored: ['pkg/scheduler/schedule_one.go', 'prioritizeNodes'],
  PodAssumed: ['pkg/scheduler/schedule_one.go', 'prepareForBindingCycle'],
  SchedulingFailed: ['pkg/scheduler/schedule_one.go', 'handleSchedulingFailure'],
  PodBound: ['pkg/scheduler/framework/plugins/defaultbinder/default_binder.go', 'Bind'],
  SyncLoopPicked: ['pkg/kubelet/kubelet.go', 'syncLoopIteration'],
  PodAdmitted: ['pkg/kubelet/kubelet.go', 'rejectPod'],
  PodSyncStarted: ['pkg/kubelet/pod_workers.go', 'UpdatePod'],
  PodSyncStep: ['pkg/kubelet/kubelet.go', 'SyncPod'],
  PodActionsComputed: ['pkg/kubelet/kuberuntime/kuberuntime_manager.go', 'SyncPod'],
  PodLifecycleEventSeen: ['pkg/kubelet/pleg/generic.go', 'Relist'],
  PodStatusSet: ['pkg/kubelet/status/status_manager.go', 'syncPod'],
};

const callPlaces: Readonly<Record<string, Citation>> = {
  RunPodSandbox: ['pkg/kubelet/kuberuntime/kuberuntime_sandbox.go'],
  PullImage: ['pkg/kubelet/images/image_manager.go', 'EnsureImageExists'],
  CreateContainer: ['pkg/kubelet/kuberuntime/kuberuntime_container.go', 'startContainer'],
  StartContainer: ['pkg/kubelet/kuberuntime/kuberuntime_container.go', 'startContainer'],
  StopContainer: ['pkg/kubelet/kuberuntime/kuberuntime_container.go', 'killContainer'],
};

/** Controllers by the last part of their id. */
const controllerPlaces: Readonly<Record<string, Citation>> = {
  'deployment-controller': ['pkg/controller/deployment/deployment_controller.go', 'syncDeployment'],
  'replicaset-controller': ['pkg/controller/replicaset/replica_set.go', 'slowStartBatch'],
};

/** The place for a fact; `undefined` when none is known. */
export function sourceOf(fact: Fact): SourcePlace | undefined {
  if (fact.type === 'CniStep') {
    const bridge: Citation = ['plugins/main/bridge/bridge.go', 'cmdAdd'];
    return fact.plugin === 'bridge' ? placeOf(plugins, bridge) : undefined;
  }
  const citation = citationOf(fact);
  return citation === undefined ? undefined : placeOf(kubernetes, citation);
}

function citationOf(fact: Fact): Citation | undefined {
  switch (fact.type) {
    case 'CriCalled':
    case 'CriReturned':
      return callPlaces[fact.method];
    case 'SyncStarted':
    case 'DecisionMade':
      return controllerPlaces[fact.component.slice(fact.component.lastIndexOf('/') + 1)];
    case 'CommandParsed':
      return fact.command === 'create deployment' ? byType.CommandParsed : undefined;
    case 'ManifestGenerated':
      return fact.object.kind === 'Deployment' ? byType.ManifestGenerated : undefined;
    default:
      return byType[fact.type];
  }
}

function placeOf(repository: string, [path, symbol]: Citation): SourcePlace {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return { url: repository + path, label: symbol === undefined ? file : `${file}: ${symbol}` };
}
