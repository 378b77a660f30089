/** What a cluster is made of: plain data that a scenario writes down. */
import type { DevicePluginConfig, KubeletConfig, NumaNodeConfig } from './kubelet-config.ts';

export interface NodeConfig {
  readonly name: string;
  /** Whole or milli CPUs as a quantity: `2`, `4`. */
  readonly cpu: string;
  /** `24684092Ki` */
  readonly memory: string;
  /** How many pods the kubelet takes. */
  readonly pods: number;
  /** Reserved for the system (kubelet's eviction threshold): allocatable is capacity minus this. */
  readonly memoryReserved: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly {
    readonly key: string;
    readonly value?: string;
    readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  }[];
  readonly podCIDR: string;
  /** The address of the node. */
  readonly address: string;
  /** Version of the kernel's control groups; absent: 2. For 1 see `failCgroupV1`. */
  readonly cgroupVersion?: 1 | 2;
  /** Fields of `KubeletConfiguration` that differ from the defaults. */
  readonly kubelet?: KubeletConfig;
  /** Absent: one with all CPUs and all memory. */
  readonly numaNodes?: readonly NumaNodeConfig[];
  readonly devicePlugins?: readonly DevicePluginConfig[];
  /** Whether the machine's kernel has AppArmor; absent: it has. */
  readonly appArmor?: boolean;
  /** Files that the node's disk can hold, and processes that the kernel allows. */
  readonly inodes?: number;
  readonly maxPids?: number;
}

export interface UserConfig {
  /** The person's name in recordings: `admin`, `alice`, `bob`, `anon`. */
  readonly name: string;
  /** Absent: no credentials. */
  readonly certificate?: {
    readonly commonName: string;
    readonly organizations: readonly string[];
  };
  /** A bearer token, instead of a certificate. */
  readonly token?: string;
}

/** An image that the registry holds. Anything else is not found. */
export interface ImageConfig {
  /** `docker.io/library/nginx` */
  readonly repository: string;
  /** The tags that name this image. */
  readonly tags: readonly string[];
  /** Compressed bytes, as the events report them. */
  readonly sizeBytes: number;
  /** What its manifest lists, the lowest first; absent: one layer of the whole size. */
  readonly layers?: readonly ImageLayerConfig[];
  /** Of the manifest: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Of the configuration: what the runtime calls the image id, in the same form. */
  readonly imageId: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Which of the modelled programs it holds: `nginx`, `httpd`, `sh`, `pause`, `server`. */
  readonly program: string;
  /** The version of that program, where it shows. */
  readonly version?: string;
  /** The system that it is built on; absent: busybox. */
  readonly base?: 'debian' | 'alpine';
  /** STOPSIGNAL: what asks its first process to end; absent: SIGTERM. */
  readonly stopSignal?: 'SIGQUIT' | 'SIGINT' | 'SIGWINCH';
  /** USER, as a number; absent: root. */
  readonly user?: number;
  /** WORKDIR, where the Pod names none; absent: `/`. */
  readonly workingDir?: string;
  /** How the program `server` behaves. */
  readonly server?: ServerConfig;
}

/** One layer of an image: a compressed archive. */
export interface ImageLayerConfig {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Compressed. */
  readonly bytes: number;
}

/** A server as seen from outside: its ports, its first log lines, its answer. */
export interface ServerConfig {
  /** Its executable, as named in the entrypoint or the command. */
  readonly executable: string;
  /** No ports: it prints its lines and ends with exit code 0. */
  readonly ports: readonly number[];
  /** What it writes once it listens, without time stamps. */
  readonly startUp: readonly string[];
  /**
   * Its answer to HTTP, in which `{hostname}` stands for the name of its Pod; absent: it accepts
   * connections and speaks another protocol.
   */
  readonly page?: string;
  readonly memoryBytes: number;
  /** It ends with exit code 1 and this message when none of the variables is set. */
  readonly requires?: { readonly anyOf: readonly string[]; readonly orSays: string };
  /** The image contains nothing else: no shell, no tools. */
  readonly alone?: true;
}

export type AuthorizationMode = 'Node' | 'RBAC' | 'ABAC' | 'Webhook' | 'AlwaysAllow' | 'AlwaysDeny';

/** One line of the file of --authorization-policy-file; `*` stands for all. */
export interface AbacPolicyConfig {
  readonly user?: string;
  readonly group?: string;
  readonly apiGroup?: string;
  readonly namespace?: string;
  readonly resource?: string;
  readonly nonResourcePath?: string;
  readonly readonly?: boolean;
}

export interface AuthorizationWebhookConfig {
  readonly url: string;
  /** Nobody listens there. */
  readonly unreachable?: boolean;
  /** The first matching rule answers; a field that a rule leaves out matches anything. */
  readonly rules: readonly {
    readonly user?: string;
    readonly group?: string;
    readonly verb?: string;
    readonly resource?: string;
    readonly namespace?: string;
    readonly decision: 'allow' | 'deny' | 'no opinion';
    readonly reason?: string;
  }[];
}

/** One line of the token file. */
export interface StaticTokenConfig {
  readonly token: string;
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

export interface OidcTokenConfig {
  readonly token: string;
  /** The claim with the user name; absent: the token has no such claim. */
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  /** The client it was issued for, if that is another one. */
  readonly audience?: string;
  /** From the start of the run. */
  readonly expiresAfterSeconds?: number;
}

export type IdentitySourceConfig =
  | {
      readonly kind: 'oidc';
      readonly issuer: string;
      readonly clientId: string;
      /** Absent: `sub`. */
      readonly usernameClaim?: string;
      /** `-`: none. */
      readonly usernamePrefix?: string;
      readonly groupsPrefix?: string;
      readonly tokens: readonly OidcTokenConfig[];
    }
  | {
      readonly kind: 'webhook';
      readonly url: string;
      readonly unreachable?: boolean;
      readonly tokens: readonly {
        readonly token: string;
        readonly user: string;
        readonly uid?: string;
        readonly groups?: readonly string[];
        readonly extra?: Readonly<Record<string, readonly string[]>>;
      }[];
    };

/** Source: audit.k8s.io/v1 Policy. The first matching rule decides. */
export interface AuditPolicyConfig {
  readonly omitStages?: readonly string[];
  readonly omitManagedFields?: boolean;
  readonly rules: readonly AuditRuleConfig[];
}

export interface AuditRuleConfig {
  readonly level: 'None' | 'Metadata' | 'Request' | 'RequestResponse';
  readonly users?: readonly string[];
  readonly userGroups?: readonly string[];
  readonly verbs?: readonly string[];
  readonly resources?: readonly {
    readonly group?: string;
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
  }[];
  readonly namespaces?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly omitStages?: readonly string[];
  readonly omitManagedFields?: boolean;
}

/** A server that admission webhooks can call: reached by its URL or behind a Service. */
export interface WebhookServerConfig {
  readonly url?: string;
  /** The Service must exist but needs no endpoints. `path` is `/` when absent. */
  readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string };
  /** How long a response takes. */
  readonly milliseconds?: number;
  readonly does:
    | { readonly kind: 'allow' }
    | { readonly kind: 'deny'; readonly message?: string; readonly code?: number }
    | { readonly kind: 'require-label'; readonly key: string }
    | { readonly kind: 'add-label'; readonly key: string; readonly value: string }
    /** Operations of a JSON patch. */
    | { readonly kind: 'patch'; readonly operations: readonly unknown[] }
    | { readonly kind: 'warn'; readonly message: string }
    /** Answers 500. */
    | { readonly kind: 'fail' }
    /** Never answers. */
    | { readonly kind: 'hang' };
}

/** How NodeResourcesFit scores; `shape` is for RequestedToCapacityRatio, in percent. */
export interface ScoringStrategy {
  readonly type: 'LeastAllocated' | 'MostAllocated' | 'RequestedToCapacityRatio';
  readonly resources?: readonly { readonly name: string; readonly weight: number }[];
  readonly shape?: readonly { readonly utilization: number; readonly score: number }[];
}

/** A profile of `KubeSchedulerConfiguration`, as far as it is simulated. */
export interface SchedulerProfile {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore?: number;
  /** The multiPoint set: plugins taken out (`*`: all), and plugins with another weight. */
  readonly plugins?: {
    readonly disabled?: readonly string[];
    readonly enabled?: readonly { readonly name: string; readonly weight?: number }[];
  };
  readonly pluginConfig?: {
    readonly NodeResourcesFit?: { readonly scoringStrategy: ScoringStrategy };
    readonly InterPodAffinity?: {
      readonly hardPodAffinityWeight?: number;
      readonly ignorePreferredTermsOfExistingPods?: boolean;
    };
    /** Labels that the nodes of this profile must have. */
    readonly NodeAffinity?: { readonly addedAffinity: Readonly<Record<string, string>> };
    readonly PodTopologySpread?: {
      readonly defaultingType: 'System' | 'List';
      readonly defaultConstraints?: readonly {
        readonly maxSkew: number;
        readonly topologyKey: string;
        readonly whenUnsatisfiable: 'ScheduleAnyway' | 'DoNotSchedule';
      }[];
    };
  };
}

/** A program outside of the scheduler that it asks over HTTP; names are those of the real file. */
export interface SchedulerExtender {
  /** `http://172.30.0.11:30080/scheduler`: an address of a node, a Pod or a Service. */
  readonly urlPrefix: string;
  /** What is called below the prefix; absent: not asked about that. */
  readonly filterVerb?: string;
  readonly prioritizeVerb?: string;
  readonly preemptVerb?: string;
  readonly bindVerb?: string;
  readonly weight?: number;
  /** It knows the nodes, so it only gets their names. */
  readonly nodeCacheCapable?: boolean;
  /** Scheduling goes on without it when it fails. */
  readonly ignorable?: boolean;
  /** Only pods that ask for one of these resources; absent: all. */
  readonly managedResources?: readonly { readonly name: string }[];
  /** `httpTimeout`, in seconds; absent: 5. */
  readonly httpTimeoutSeconds?: number;
}

/** `KubeSchedulerConfiguration`; absent fields have their defaults. */
export interface SchedulerConfig {
  /** 0: derived from the size of the cluster. */
  readonly percentageOfNodesToScore?: number;
  readonly profiles?: readonly SchedulerProfile[];
  readonly extenders?: readonly SchedulerExtender[];
}

export interface ClusterConfig {
  readonly nodes: readonly NodeConfig[];
  readonly users: readonly UserConfig[];
  /** Absent: the registry has published images; else those that the recorded cluster pulled. */
  readonly registry?: 'recorded';
  /** What the registry has of this cluster alone. */
  readonly images: readonly ImageConfig[];
  /**
   * How fast a node gets layers from the registry, in bytes a second; absent: as fast as the
   * recorded cluster, whose registry stood beside it.
   */
  readonly registryBytesPerSecond?: number;
  readonly podCIDR: string;
  readonly serviceCIDR: string;
  readonly authorizationModes: readonly AuthorizationMode[];
  /** The policies of the mode ABAC. */
  readonly abacPolicies?: readonly AbacPolicyConfig[];
  /** The servers of the mode Webhook. */
  readonly authorizationWebhook?: AuthorizationWebhookConfig;
  /** Flag --token-auth-file. */
  readonly staticTokens?: readonly StaticTokenConfig[];
  /** Identity providers outside of the cluster, asked in this order. */
  readonly identitySources?: readonly IdentitySourceConfig[];
  /** Requests without credentials: everywhere (absent), nowhere, or only at some paths. */
  readonly anonymousAuth?: false | { readonly paths: readonly string[] };
  /** Flag --audit-policy-file. */
  readonly auditPolicy?: AuditPolicyConfig;
  /**
   * Machines of the control plane: each runs a kube-controller-manager and a kube-scheduler, of
   * which one leads. Absent: one.
   */
  readonly controlPlanes?: number;
  /** How many members etcd has; absent: one. */
  readonly etcdMembers?: number;
  /** Admission plugins enabled in addition to the default ones. */
  readonly enableAdmissionPlugins: readonly string[];
  /** Servers of admission webhooks, besides Services with endpoints. */
  readonly webhookServers?: readonly WebhookServerConfig[];
  /** Flag --enable-aggregator-routing: the API server goes to endpoints, not to cluster IPs. */
  readonly aggregatorRouting?: boolean;
  /**
   * Whether the API server puts its own address behind the `kubernetes` Service
   * (`--endpoint-reconciler-type`); absent: it does.
   */
  readonly endpointReconciler?: 'lease' | 'none';
  /** How pods of different nodes reach each other; absent: flannel's `vxlan`. */
  readonly overlayBackend?: 'vxlan' | 'host-gw';
  /**
   * The pod network: flannel with a bridge on each node, which knows no NetworkPolicy, or Canal:
   * flannel between the nodes and Calico on them, which enforces NetworkPolicies. Absent:
   * `flannel`, as in the recorded cluster.
   */
  readonly networkPlugin?: 'flannel' | 'canal';
  /** kube-proxy's `--proxy-mode`; absent: `iptables`, the default on Linux. */
  readonly kubeProxyMode?: 'iptables' | 'nftables' | 'ipvs';
  readonly scheduler?: SchedulerConfig;
  /** Further schedulers beside kube-scheduler; pods choose by `schedulerName`. */
  readonly otherSchedulers?: readonly (SchedulerConfig & { readonly name: string })[];
  /** The DNS add-on, which kubeadm would install; absent: none, as in the recorded cluster. */
  readonly dns?: 'coredns';
  /** The metrics server, which serves metrics.k8s.io; absent: none, as in the recorded cluster. */
  readonly metricsServer?: boolean;
  /**
   * What makes volumes for claims, with a default StorageClass; absent: nothing, as in the recorded
   * cluster.
   */
  readonly storageProvisioner?: 'local-path';
  /**
   * A cloud with load balancers, and the controller that asks it for them; absent: none, as in the
   * recorded cluster, where a Service of that type waits for its address.
   */
  readonly loadBalancer?: boolean;
  /** An ingress controller and a default IngressClass; absent: none, as in the recorded cluster. */
  readonly ingress?: boolean;
  /**
   * The Gateway API with an implementation and a GatewayClass; absent: none, as in the recorded
   * cluster.
   */
  readonly gateway?: boolean;
  /**
   * The example driver of dynamic resource allocation, and what controllers, schedulers and
   * kubelets do for claims; absent: none, as in the recorded cluster, and Pods with claims wait.
   */
  readonly dynamicResources?: boolean;
  /**
   * The feature gates ClusterTrustBundle and ClusterTrustBundleProjection of all programs, and
   * `--runtime-config=certificates.k8s.io/v1beta1/clustertrustbundles=true` of the API server;
   * absent: off, as by default.
   */
  readonly clusterTrustBundles?: boolean;
}
