/** What a cluster is made of: plain data that a scenario writes down. */

export interface NodeConfig {
  readonly name: string;
  /** Whole or milli CPUs as a quantity: `2`, `4`. */
  readonly cpu: string;
  /** `24684092Ki` */
  readonly memory: string;
  /** How many pods the kubelet takes. */
  readonly pods: number;
  /** Held back for the system (kubelet's eviction threshold): capacity less this is allocatable. */
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
}

export interface UserConfig {
  /** How the person is called in recordings: `admin`, `alice`, `bob`, `anon`. */
  readonly name: string;
  /** Absent: no credentials. */
  readonly certificate?: {
    readonly commonName: string;
    readonly organizations: readonly string[];
  };
}

/** An image that the registry holds. Anything else is not found. */
export interface ImageConfig {
  /** `docker.io/library/nginx` */
  readonly repository: string;
  /** The tags that name this image. */
  readonly tags: readonly string[];
  /** Compressed bytes, as the events report them. */
  readonly sizeBytes: number;
  /** Of the manifest: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Of the configuration: what the runtime calls the image id, in the same form. */
  readonly imageId: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Which of the modelled programs the entrypoint is: `httpd`, `sh`, `pause`. */
  readonly program: string;
}

export interface ClusterConfig {
  readonly nodes: readonly NodeConfig[];
  readonly users: readonly UserConfig[];
  readonly images: readonly ImageConfig[];
  readonly podCIDR: string;
  readonly serviceCIDR: string;
  readonly authorizationModes: readonly ('Node' | 'RBAC' | 'AlwaysAllow')[];
  /** Plugins switched on in addition to the default ones. */
  readonly enableAdmissionPlugins: readonly string[];
}
