/**
 * The checks of the Pod Security Standards, each with the reason and detail that it reports.
 * Source: k8s.io/pod-security-admission policy/check_*.go. The order is that of the reports.
 */
import type { Container, Pod, PodSpec, SecurityContext, Volume } from '#k8s.io/api/core/v1';

/** One thing that a level does not allow. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

type Check = (pod: Pod) => Violation | undefined;

const all = (spec: PodSpec): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
  ...(spec.ephemeralContainers ?? []),
];

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const plural = (names: readonly unknown[], word: string): string =>
  names.length === 1 ? word : `${word}s`;

/** The containers that fail, named; undefined when none does. */
function failing(pod: Pod, fails: (context: SecurityContext, container: Container) => boolean) {
  const names = all(pod.spec)
    .filter((container) => fails(container.securityContext ?? {}, container))
    .map(({ name }) => name);
  return names.length === 0 ? undefined : `${plural(names, 'container')} ${quoted(names)}`;
}

const must = (reason: string, containers: string | undefined, what: string) =>
  containers === undefined ? undefined : { reason, detail: `${containers} ${what}` };

const hostNamespaces: Check = ({ spec }) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((key) => spec[key] === true);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((key) => `${key}=true`).join(', ') };
};

const hostPathVolumes: Check = ({ spec }) => {
  const names = (spec.volumes ?? [])
    .filter(({ hostPath }) => hostPath !== undefined)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${plural(names, 'volume')} ${quoted(names)}` };
};

const hostPorts: Check = (pod) => {
  const ports = all(pod.spec)
    .flatMap((each) => each.ports ?? [])
    .flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [hostPort]));
  const containers = failing(pod, (_, { ports: own = [] }) =>
    own.some(({ hostPort = 0 }) => hostPort !== 0),
  );
  if (containers === undefined) return undefined;
  const uses = containers.startsWith('containers') ? 'use' : 'uses';
  const detail = `${containers} ${uses} ${plural(ports, 'hostPort')} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail };
};

const privileged: Check = (pod) =>
  must(
    'privileged',
    failing(pod, (context) => context.privileged === true),
    'must not set securityContext.privileged=true',
  );

const baselineCapabilities = new Set(
  (
    'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID ' +
    'SETPCAP SETUID SYS_CHROOT'
  ).split(' '),
);

const addedCapabilities: Check = (pod) => {
  const foreign = ({ capabilities }: SecurityContext): readonly string[] =>
    (capabilities?.add ?? []).filter((name) => !baselineCapabilities.has(name));
  const names = all(pod.spec).flatMap(({ securityContext }) => foreign(securityContext ?? {}));
  const containers = failing(pod, (context) => foreign(context).length > 0);
  const list = quoted([...new Set(names)].sort());
  return must(
    'non-default capabilities',
    containers,
    `must not include ${list} in securityContext.capabilities.add`,
  );
};

const unconfinedSeccomp: Check = (pod) =>
  must(
    'seccompProfile',
    failing(pod, (context) => context.seccompProfile?.type === 'Unconfined'),
    'must not set securityContext.seccompProfile.type to "Unconfined"',
  );

const safeSysctls: ReadonlySet<string> = new Set(
  (
    'kernel.shm_rmid_forced net.ipv4.ip_local_port_range net.ipv4.tcp_syncookies ' +
    'net.ipv4.ping_group_range net.ipv4.ip_unprivileged_port_start ' +
    'net.ipv4.ip_local_reserved_ports net.ipv4.tcp_keepalive_time net.ipv4.tcp_fin_timeout ' +
    'net.ipv4.tcp_keepalive_intvl net.ipv4.tcp_keepalive_probes net.ipv4.tcp_rmem net.ipv4.tcp_wmem'
  ).split(' '),
);

const sysctls: Check = ({ spec }) => {
  const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
  const bad = names.filter((name) => !safeSysctls.has(name));
  return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
};

const procMount: Check = (pod) =>
  must(
    'procMount',
    failing(pod, ({ procMount: mount = 'Default' }) => mount !== 'Default'),
    'must not set securityContext.procMount to "Unmasked"',
  );

const hostProcess: Check = (pod) => {
  const byPod = pod.spec.securityContext?.windowsOptions?.hostProcess === true ? ['pod'] : [];
  const containers = failing(pod, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  const setters = [...byPod, ...(containers === undefined ? [] : [containers])].join(' and ');
  return must(
    'hostProcess',
    setters === '' ? undefined : setters,
    'must not set securityContext.windowsOptions.hostProcess=true',
  );
};

const seLinuxTypes: ReadonlySet<string> = new Set([
  '',
  'container_t',
  'container_init_t',
  'container_kvm_t',
  'container_engine_t',
]);

const seLinuxOptions: Check = (pod) => {
  const wrong = ({ seLinuxOptions: options }: Pick<SecurityContext, 'seLinuxOptions'>): boolean =>
    options !== undefined &&
    (!seLinuxTypes.has(options.type ?? '') ||
      (options.user ?? '') !== '' ||
      (options.role ?? '') !== '');
  const podContext = pod.spec.securityContext ?? {};
  const contexts = [podContext, ...all(pod.spec).map((each) => each.securityContext ?? {})].filter(
    wrong,
  );
  if (contexts.length === 0) return undefined;
  const types = contexts
    .map(({ seLinuxOptions: options }) => options?.type ?? '')
    .filter((type) => !seLinuxTypes.has(type));
  const parts = [
    ...(types.length === 0 ? [] : [`${plural(types, 'type')} ${quoted([...new Set(types)])}`]),
    ...(contexts.some((one) => (one.seLinuxOptions?.user ?? '') !== '')
      ? ['user may not be set']
      : []),
    ...(contexts.some((one) => (one.seLinuxOptions?.role ?? '') !== '')
      ? ['role may not be set']
      : []),
  ];
  const containers = failing(pod, wrong);
  const setters = [...(wrong(podContext) ? ['pod'] : []), ...(containers ? [containers] : [])];
  const detail = `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${parts.join('; ')}`;
  return { reason: 'seLinuxOptions', detail };
};

/** What everybody may do is checked by both levels. */
export const baselineChecks: readonly Check[] = [
  addedCapabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  unconfinedSeccomp,
  sysctls,
  hostProcess,
];

const allowPrivilegeEscalation: Check = (pod) =>
  must(
    'allowPrivilegeEscalation != false',
    failing(pod, (context) => context.allowPrivilegeEscalation !== false),
    'must set securityContext.allowPrivilegeEscalation=false',
  );

const droppedCapabilities: Check = (pod) => {
  const lacking = failing(pod, ({ capabilities }) => !(capabilities?.drop ?? []).includes('ALL'));
  const adding = failing(pod, ({ capabilities }) =>
    (capabilities?.add ?? []).some((name) => name !== 'NET_BIND_SERVICE'),
  );
  const parts = [
    ...(lacking === undefined
      ? []
      : [`${lacking} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding === undefined
      ? []
      : [
          `${adding} must not include other capabilities than NET_BIND_SERVICE in securityContext.capabilities.add`,
        ]),
  ];
  if (parts.length === 0) return undefined;
  return { reason: 'unrestricted capabilities', detail: parts.join('; ') };
};

const allowedVolumes = new Set(
  'name configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(
    ' ',
  ),
);

const volumeTypes: Check = ({ spec }) => {
  const typeOf = (volume: Volume): string | undefined =>
    Object.keys(volume).find((key) => !allowedVolumes.has(key));
  const bad = (spec.volumes ?? []).filter((volume) => typeOf(volume) !== undefined);
  if (bad.length === 0) return undefined;
  const names = quoted(bad.map(({ name }) => name));
  const types = quoted([...new Set(bad.map((volume) => typeOf(volume) ?? ''))].sort());
  const use = bad.length === 1 ? 'uses restricted volume type' : 'use restricted volume types';
  return {
    reason: 'restricted volume types',
    detail: `${plural(bad, 'volume')} ${names} ${use} ${types}`,
  };
};

const runAsNonRoot: Check = (pod) => {
  const byPod = pod.spec.securityContext?.runAsNonRoot === true;
  const refusing = failing(pod, (context) => context.runAsNonRoot === false);
  if (refusing !== undefined) {
    return {
      reason: 'runAsNonRoot != true',
      detail: `${refusing} must not set securityContext.runAsNonRoot=false`,
    };
  }
  const lacking = byPod ? undefined : failing(pod, (context) => context.runAsNonRoot !== true);
  return must(
    'runAsNonRoot != true',
    lacking === undefined ? undefined : `pod or ${lacking}`,
    'must set securityContext.runAsNonRoot=true',
  );
};

const runAsUser: Check = (pod) => {
  if (pod.spec.securityContext?.runAsUser === 0) {
    return { reason: 'runAsUser=0', detail: 'pod must not set runAsUser=0' };
  }
  const containers = failing(pod, (context) => context.runAsUser === 0);
  return must('runAsUser=0', containers, 'must not set runAsUser=0');
};

const seccompProfile: Check = (pod) => {
  const fine = (type: string | undefined): boolean =>
    type === 'RuntimeDefault' || type === 'Localhost';
  const byPod = fine(pod.spec.securityContext?.seccompProfile?.type);
  const lacking = failing(pod, ({ seccompProfile: own }) =>
    own === undefined ? !byPod : !fine(own.type),
  );
  return must(
    'seccompProfile',
    lacking === undefined ? undefined : `pod or ${lacking}`,
    'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"',
  );
};

/** The restricted level takes the place of the weaker checks of the same thing. */
export const restrictedChecks: readonly Check[] = [
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  sysctls,
  hostProcess,
  allowPrivilegeEscalation,
  droppedCapabilities,
  volumeTypes,
  runAsNonRoot,
  runAsUser,
  seccompProfile,
];
