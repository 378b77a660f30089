/**
 * The checks of both levels: access from a container to its host. Source:
 * k8s.io/pod-security-admission policy/check_*.go of level baseline.
 */
import type { Container, LifecycleHandler, Pod, Probe } from '#k8s.io/api/core/v1';
import {
  type CheckPod,
  containersNamed,
  containersOf,
  contextsOf,
  hasUserNamespace,
  mustOf,
  namesOf,
  plural,
  quoted,
  quotedSet,
  settersOf,
  type Violation,
} from './violation.ts';

const words = (text: string): readonly string[] => text.split(' ');

const appArmorAnnotation = 'container.apparmor.security.beta.kubernetes.io/';
const fineAppArmor = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/');

export const appArmorProfile: CheckPod = (pod) => {
  const wrong = (type: string | undefined): boolean =>
    type !== undefined && type !== 'RuntimeDefault' && type !== 'Localhost';
  const setters = settersOf(pod, ({ appArmorProfile: own }) => wrong(own?.type));
  const types = contextsOf(pod).flatMap(({ appArmorProfile: own }) =>
    wrong(own?.type) ? [own?.type ?? ''] : [],
  );
  const annotations = Object.entries(pod.metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorAnnotation) && !fineAppArmor(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .sort();
  const values = [...[...new Set<string>(types)].sort(), ...annotations];
  if (values.length === 0) return undefined;
  const who = [
    ...(setters === undefined ? [] : [setters]),
    ...(annotations.length === 0 ? [] : [plural(annotations.length, 'annotation')]),
  ];
  return {
    reason: plural(values.length, 'forbidden AppArmor profile'),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

const defaultCapabilities: ReadonlySet<string> = new Set(
  words(
    'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID ' +
      'SETPCAP SETUID SYS_CHROOT',
  ),
);

export const capabilities: CheckPod = (pod) => {
  const foreign = ({ securityContext }: Container): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => !defaultCapabilities.has(name));
  const list = quotedSet(containersOf(pod.spec).flatMap(foreign));
  const names = namesOf(pod, (_, container) => foreign(container).length > 0);
  const what = `must not include ${list} in securityContext.capabilities.add`;
  return mustOf('non-default capabilities', names, what);
};

export const hostNamespaces: CheckPod = ({ spec }) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((key) => spec[key] === true);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((key) => `${key}=true`).join(', ') };
};

export const hostPathVolumes: CheckPod = ({ spec }) => {
  const names = (spec.volumes ?? [])
    .filter(({ hostPath }) => hostPath !== undefined)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return {
    reason: 'hostPath volumes',
    detail: `${plural(names.length, 'volume')} ${quoted(names)}`,
  };
};

/** `containers "a", "b" use hostPorts 80, 81`: the forbidden values that several containers use. */
function uses(
  reason: string,
  word: string,
  names: readonly string[],
  used: ReadonlySet<string>,
  list: (used: readonly string[]) => string,
): Violation | undefined {
  if (names.length === 0) return undefined;
  const verb = names.length === 1 ? 'uses' : 'use';
  const what = `${verb} ${plural(used.size, word)} ${list([...used].sort())}`;
  return { reason, detail: `${containersNamed(names)} ${what}` };
}

export const hostPorts: CheckPod = (pod) => {
  const portsOf = ({ ports = [] }: Container): readonly string[] =>
    ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)]));
  const names = namesOf(pod, (_, container) => portsOf(container).length > 0);
  const used = new Set(containersOf(pod.spec).flatMap(portsOf));
  return uses('hostPort', 'hostPort', names, used, (list) => list.join(', '));
};

/** The hosts in probes and hooks of a container, other than the pod itself. */
function hostsOf(container: Container): readonly string[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  const handlers: readonly (Probe | LifecycleHandler | undefined)[] = [
    livenessProbe,
    readinessProbe,
    startupProbe,
    lifecycle?.postStart,
    lifecycle?.preStop,
  ];
  return handlers
    .flatMap((handler) => [handler?.httpGet?.host ?? '', handler?.tcpSocket?.host ?? ''])
    .filter((host) => host !== '');
}

/** Since 1.34: a kubelet must not be made to send requests to other machines. */
export const hostProbesAndHostLifecycle: CheckPod = (pod) => {
  const word = 'probe or lifecycle host';
  const names = [...new Set(namesOf(pod, (_, container) => hostsOf(container).length > 0))].sort();
  const used = new Set(containersOf(pod.spec).flatMap(hostsOf));
  return uses(word, word, names, used, quoted);
};

export const privileged: CheckPod = (pod) =>
  mustOf(
    'privileged',
    namesOf(pod, (context) => context.privileged === true),
    'must not set securityContext.privileged=true',
  );

export const procMount: CheckPod = (pod) => {
  const mountOf = ({ securityContext }: Container): string =>
    securityContext?.procMount ?? 'Default';
  const names = namesOf(pod, (_, container) => mountOf(container) !== 'Default');
  const mounts = containersOf(pod.spec)
    .map(mountOf)
    .filter((mount) => mount !== 'Default');
  return mustOf(
    'procMount',
    names,
    `must not set securityContext.procMount to ${quotedSet(mounts)}`,
  );
};

export const procMountUnlessUserNamespace: CheckPod = (pod) =>
  hasUserNamespace(pod) ? undefined : procMount(pod);

export const seLinuxOptions =
  (allowed: readonly string[]): CheckPod =>
  (pod) => {
    const typeOf = (options: { readonly type?: string } | undefined): string => options?.type ?? '';
    const fineType = (type: string): boolean => type === '' || allowed.includes(type);
    const setters = settersOf(pod, ({ seLinuxOptions: own }) =>
      Boolean(!fineType(typeOf(own)) || own?.user || own?.role),
    );
    if (setters === undefined) return undefined;
    const all = contextsOf(pod).map((context) => context.seLinuxOptions);
    const types = new Set(all.map(typeOf).filter((type) => !fineType(type)));
    const parts = [
      ...(types.size === 0 ? [] : [`${plural(types.size, 'type')} ${quotedSet(types)}`]),
      ...(all.some((own) => own?.user) ? ['user may not be set'] : []),
      ...(all.some((own) => own?.role) ? ['role may not be set'] : []),
    ];
    const what = `set forbidden securityContext.seLinuxOptions: ${parts.join('; ')}`;
    return { reason: 'seLinuxOptions', detail: `${setters} ${what}` };
  };

export const seLinuxTypes = words('container_t container_init_t container_kvm_t');

/** Of the profiles that pods and containers set, only two types are allowed. */
export const seccompProfile: CheckPod = (pod) => {
  const wrong = (type: string | undefined): boolean =>
    type !== undefined && type !== 'RuntimeDefault' && type !== 'Localhost';
  const setters = settersOf(pod, ({ seccompProfile: own }) => wrong(own?.type));
  if (setters === undefined) return undefined;
  const types = contextsOf(pod).flatMap(({ seccompProfile: own }) =>
    wrong(own?.type) ? [own?.type ?? ''] : [],
  );
  const what = `must not set securityContext.seccompProfile.type to ${quotedSet(types)}`;
  return { reason: 'seccompProfile', detail: `${setters} ${what}` };
};

const seccompPod = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompContainer = 'container.seccomp.security.alpha.kubernetes.io/';

/** Before 1.19 seccomp profiles were set by annotations. */
export const seccompAnnotations: CheckPod = (pod: Pod) => {
  const fine = (value: string): boolean =>
    ['runtime/default', 'docker/default'].includes(value) || value.startsWith('localhost/');
  const keys = [seccompPod, ...containersOf(pod.spec).map(({ name }) => seccompContainer + name)];
  const wrong = keys.flatMap((key) => {
    const value = pod.metadata.annotations?.[key];
    return value === undefined || fine(value) ? [] : [`${key}=${JSON.stringify(value)}`];
  });
  if (wrong.length === 0) return undefined;
  const list = wrong.sort().join(', ');
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${plural(wrong.length, 'annotation')} ${list}`,
  };
};

export const sysctls =
  (allowed: readonly string[]): CheckPod =>
  ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
  };

/** The safe sysctls, with the minor version of the standards that added them. */
export const sysctlVersions: readonly (readonly [minor: number, names: readonly string[]])[] = [
  [
    0,
    words(
      'kernel.shm_rmid_forced net.ipv4.ip_local_port_range net.ipv4.tcp_syncookies ' +
        'net.ipv4.ping_group_range net.ipv4.ip_unprivileged_port_start',
    ),
  ],
  [27, words('net.ipv4.ip_local_reserved_ports')],
  [
    29,
    words(
      'net.ipv4.tcp_keepalive_time net.ipv4.tcp_fin_timeout net.ipv4.tcp_keepalive_intvl ' +
        'net.ipv4.tcp_keepalive_probes',
    ),
  ],
  [32, words('net.ipv4.tcp_rmem net.ipv4.tcp_wmem')],
];

export const windowsHostProcess: CheckPod = (pod) => {
  const setters = settersOf(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  const what = 'must not set securityContext.windowsOptions.hostProcess=true';
  return setters === undefined
    ? undefined
    : { reason: 'hostProcess', detail: `${setters} ${what}` };
};
