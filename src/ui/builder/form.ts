/**
 * The fields of the cluster builder, as a person writes them, and the description made from them.
 */
import type { ClusterSpec, ImageSpec, NodeSpec, TaintSpec } from '#scenarios/cluster-spec';

export interface NodeForm {
  /** Identifies the row while names change. */
  readonly id: number;
  readonly name: string;
  readonly cpu: string;
  readonly memory: string;
  /** `zone=a, disk=ssd` */
  readonly labels: string;
  /** `key=value:NoSchedule, other:NoExecute` */
  readonly taints: string;
}

export interface UserForm {
  readonly id: number;
  readonly name: string;
  /** `dev, ops` */
  readonly groups: string;
}

export interface ImageForm {
  readonly id: number;
  readonly reference: string;
  readonly program: ImageSpec['program'];
  readonly megabytes: string;
}

export interface ClusterForm {
  readonly nodes: readonly NodeForm[];
  readonly users: readonly UserForm[];
  readonly images: readonly ImageForm[];
  readonly etcdMembers: number;
  readonly controlPlanes: number;
  readonly dns: boolean;
  readonly metricsServer: boolean;
  readonly storage: boolean;
  readonly loadBalancer: boolean;
  readonly ingress: boolean;
  readonly gateway: boolean;
  readonly dynamicResources: boolean;
  readonly packingScheduler: boolean;
  readonly networkPlugin: NonNullable<ClusterSpec['networkPlugin']>;
  readonly kubeProxyMode: NonNullable<ClusterSpec['kubeProxyMode']>;
  readonly authorizationModes: readonly string[];
  readonly admissionPlugins: readonly string[];
  /** Applied once the cluster is ready. */
  readonly manifest: string;
}

export const nodeForm = (id: number): NodeForm => ({
  id,
  name: `node-${id}`,
  cpu: '2',
  memory: '4Gi',
  labels: '',
  taints: '',
});

/** What a description leaves out. */
export const emptyForm: ClusterForm = {
  nodes: [nodeForm(1), nodeForm(2)],
  users: [],
  images: [],
  etcdMembers: 1,
  controlPlanes: 1,
  dns: false,
  metricsServer: false,
  storage: false,
  loadBalancer: false,
  ingress: false,
  gateway: false,
  dynamicResources: false,
  packingScheduler: false,
  networkPlugin: 'flannel',
  kubeProxyMode: 'iptables',
  authorizationModes: ['Node', 'RBAC'],
  admissionPlugins: ['NodeRestriction'],
  manifest: '',
};

/** A new cluster begins as people expect one: with names, usage, and volumes for claims. */
export const newForm: ClusterForm = {
  ...emptyForm,
  dns: true,
  metricsServer: true,
  storage: true,
};

/** The next number that no row of a list has. */
export const nextId = (rows: readonly { readonly id: number }[]): number =>
  Math.max(0, ...rows.map(({ id }) => id)) + 1;

const listOf = (text: string): readonly string[] =>
  text
    .split(/[,\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The description, whether it can be built or not. */
export function specOf(form: ClusterForm): ClusterSpec {
  const { users, images, manifest: _manifest, ...rest } = form;
  return {
    version: 1,
    ...rest,
    nodes: form.nodes.map(nodeOf),
    ...(users.length > 0 && {
      users: users.map(({ name, groups }) => ({ name: name.trim(), groups: listOf(groups) })),
    }),
    ...(images.length > 0 && {
      images: images.map(({ reference, program, megabytes }) => ({
        ...{ reference: reference.trim(), program, megabytes: Number(megabytes) },
      })),
    }),
  };
}

function nodeOf({ name, cpu, memory, labels, taints }: NodeForm): NodeSpec {
  const pairs = listOf(labels).map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
  });
  const tainted = listOf(taints).map(taintOf);
  return {
    ...{ name: name.trim(), cpu: cpu.trim(), memory: memory.trim() },
    ...(pairs.length > 0 && { labels: Object.fromEntries(pairs) }),
    ...(tainted.length > 0 && { taints: tainted }),
  };
}

function taintOf(text: string): TaintSpec {
  const [, key = text, value, effect = ''] = /^([^=:]+)(?:=([^:]*))?:(.*)$/.exec(text) ?? [];
  // The simulator checks whether there is such an effect.
  const known = effect as TaintSpec['effect'];
  return value === undefined ? { key, effect: known } : { key, value, effect: known };
}

const taintText = ({ key, value, effect }: TaintSpec): string =>
  `${key}${value === undefined ? '' : `=${value}`}:${effect}`;

/** The form of an existing description, to go on from it. */
export function formOf(spec: ClusterSpec, manifest: string): ClusterForm {
  const { version: _version, nodes, users = [], images = [], ...rest } = spec;
  return {
    ...emptyForm,
    ...rest,
    authorizationModes: spec.authorizationModes ?? emptyForm.authorizationModes,
    admissionPlugins: spec.admissionPlugins ?? emptyForm.admissionPlugins,
    nodes: nodes.map(({ name, cpu, memory, labels = {}, taints = [] }, index) => ({
      ...{ id: index + 1, name, cpu, memory },
      labels: Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(', '),
      taints: taints.map(taintText).join(', '),
    })),
    users: users.map(({ name, groups }, index) => ({
      ...{ id: index + 1, name, groups: groups.join(', ') },
    })),
    images: images.map((image, index) => ({
      ...image,
      id: index + 1,
      megabytes: String(image.megabytes),
    })),
    manifest,
  };
}
