import { describe, expect, it } from 'vitest';
import type { Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { RegistryFixture } from '../../registry/registry.test.fixture.ts';
import { violationsOf } from './standards.ts';

interface Parts {
  readonly container?: object;
  readonly spec?: object;
  readonly annotations?: Readonly<Record<string, string>>;
}

const podWith = ({ container = {}, spec = {}, annotations = {} }: Parts): Pod =>
  asObject<Pod>({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'default', annotations },
    spec: { containers: [{ name: 'c', image: 'nginx', ...container }], ...spec },
  });

const report = (level: string, parts: Parts, version = 'latest'): readonly string[] =>
  violationsOf({ level, version }, podWith(parts)).map(
    ({ reason, detail }) => `${reason} (${detail})`,
  );
const context = (securityContext: object): Parts => ({ container: { securityContext } });
const podContext = (securityContext: object): Parts => ({ spec: { securityContext } });

const hardened = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

const baseline: readonly (readonly [string, Parts, string])[] = [
  [
    'an AppArmor profile that is switched off by a field',
    context({ appArmorProfile: { type: 'Unconfined' } }),
    'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
  ],
  [
    'an AppArmor profile that is switched off by an annotation',
    { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' } },
    'forbidden AppArmor profile (annotation must not set AppArmor profile type to ' +
      '"container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
  ],
  [
    'a capability that is not a default one',
    context({ capabilities: { add: ['NET_RAW', 'NET_ADMIN', 'CHOWN'] } }),
    'non-default capabilities (container "c" must not include "NET_ADMIN", "NET_RAW" in ' +
      'securityContext.capabilities.add)',
  ],
  [
    'the namespaces of the host',
    { spec: { hostNetwork: true, hostPID: true } },
    'host namespaces (hostNetwork=true, hostPID=true)',
  ],
  [
    'a volume that is a path of the host',
    { spec: { volumes: [{ name: 'v', hostPath: { path: '/' } }] } },
    'hostPath volumes (volume "v")',
  ],
  [
    'ports of the host',
    { container: { ports: [{ hostPort: 81 }, { hostPort: 80 }] } },
    'hostPort (container "c" uses hostPorts 80, 81)',
  ],
  [
    'a probe or hook that asks another host',
    {
      container: {
        livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } },
        lifecycle: { preStop: { tcpSocket: { host: 'db', port: 1 } } },
      },
    },
    'probe or lifecycle host (container "c" uses probe or lifecycle hosts "169.254.169.254", "db")',
  ],
  [
    'a privileged container',
    context({ privileged: true }),
    'privileged (container "c" must not set securityContext.privileged=true)',
  ],
  [
    'an unmasked /proc',
    context({ procMount: 'Unmasked' }),
    'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
  ],
  [
    'an SELinux type that is not of containers, and a user',
    podContext({ seLinuxOptions: { type: 'spc_t', user: 'root' } }),
    'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "spc_t"; user may ' +
      'not be set)',
  ],
  [
    'a seccomp profile that is switched off',
    podContext({ seccompProfile: { type: 'Unconfined' } }),
    'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    'a sysctl that is not safe',
    podContext({ sysctls: [{ name: 'kernel.msgmax' }, { name: 'net.ipv4.tcp_rmem' }] }),
    'forbidden sysctls (kernel.msgmax)',
  ],
  [
    'a HostProcess container of Windows',
    podContext({ windowsOptions: { hostProcess: true } }),
    'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
  ],
];

describe('the level baseline forbids', () => {
  it.each(baseline)('%s', (_, parts, text) => {
    expect(report('baseline', parts)).toEqual([text]);
  });
});

const restricted: readonly (readonly [string, Parts, string])[] = [
  [
    'added capabilities but NET_BIND_SERVICE',
    context({ ...hardened, capabilities: { drop: ['ALL'], add: ['CHOWN', 'NET_BIND_SERVICE'] } }),
    'unrestricted capabilities (container "c" must not include "CHOWN" in ' +
      'securityContext.capabilities.add)',
  ],
  [
    'volumes of other types, a path of the host among them',
    {
      ...context(hardened),
      spec: {
        volumes: [
          { name: 'a', hostPath: {} },
          { name: 'b', nfs: {} },
          { name: 'e', emptyDir: {} },
        ],
      },
    },
    'restricted volume types (volumes "a", "b" use restricted volume types "hostPath", "nfs")',
  ],
  [
    'a refusal to be another user than root',
    { ...context({ ...hardened, runAsNonRoot: false }), spec: {} },
    'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
  ],
  [
    'user 0',
    { ...context({ ...hardened, runAsUser: 0 }), spec: { securityContext: { runAsUser: 0 } } },
    'runAsUser=0 (pod and container "c" must not set runAsUser=0)',
  ],
  [
    'a container without a seccomp profile',
    context({ ...hardened, seccompProfile: undefined }),
    'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to ' +
      '"RuntimeDefault" or "Localhost")',
  ],
];

describe('the level restricted forbids', () => {
  it.each(restricted)('%s', (_, parts, text) => {
    expect(report('restricted', parts)).toEqual([text]);
  });

  it('nothing of a hardened container, and nothing of root in a user namespace', () => {
    expect(report('restricted', context(hardened))).toEqual([]);
    const root = { ...hardened, runAsNonRoot: undefined, runAsUser: 0 };
    expect(report('restricted', { ...context(root), spec: { hostUsers: false } })).toEqual([]);
  });

  it('less of a pod for Windows', () => {
    expect(
      report('restricted', { spec: { os: { name: 'windows' } } }).map(
        (text) => text.split(' (')[0],
      ),
    ).toEqual(['runAsNonRoot != true']);
  });
});

describe('the version of the standards', () => {
  it('says which checks a level makes', () => {
    const probing = { container: { livenessProbe: { httpGet: { host: 'x', port: 80 } } } };
    expect(report('baseline', probing, 'v1.33')).toEqual([]);
    expect(report('baseline', probing, 'v1.34')).toHaveLength(1);
    const tuned = podContext({ sysctls: [{ name: 'net.ipv4.tcp_fin_timeout' }] });
    expect(report('baseline', tuned, 'v1.28')).toEqual([
      'forbidden sysctls (net.ipv4.tcp_fin_timeout)',
    ]);
    expect(report('baseline', tuned, 'v1.29')).toEqual([]);
    const adding = context({ capabilities: { add: ['NET_RAW'] }, runAsNonRoot: true });
    expect(report('restricted', adding, 'v1.7')).toEqual([
      'non-default capabilities (container "c" must not include "NET_RAW" in ' +
        'securityContext.capabilities.add)',
    ]);
  });
});

describe('a namespace', () => {
  const privileged = podWith(context({ privileged: true }));
  const labelled = (labels: Readonly<Record<string, string>>) => {
    const fixture = new RegistryFixture();
    fixture.update(
      'namespaces',
      'default',
      (object) => ({ ...object, metadata: { ...object.metadata, labels } }),
      '',
      { namespace: '' },
    );
    return fixture;
  };

  it('that audits a level lets pods pass and says so in the audit log', () => {
    const fixture = labelled({ 'pod-security.kubernetes.io/audit': 'baseline' });
    expect(fixture.create(privileged).ok).toBe(true);
    expect(fixture.warnings).toEqual([]);
    expect(fixture.annotations).toMatchObject({
      'pod-security.kubernetes.io/enforce-policy': 'privileged:latest',
      'pod-security.kubernetes.io/audit-violations':
        'would violate PodSecurity "baseline:latest": privileged (container "c" must not set ' +
        'securityContext.privileged=true)',
    });
  });

  it('that warns of a level warns of a CronJob whose pods would break it', () => {
    const fixture = labelled({ 'pod-security.kubernetes.io/warn': 'baseline' });
    const template = { spec: { ...privileged.spec, restartPolicy: 'Never' } };
    const made = fixture.create({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly' },
      spec: { schedule: '0 0 * * *', jobTemplate: { spec: { template } } },
    });
    expect(made.ok).toBe(true);
    expect(fixture.warnings).toEqual([
      'would violate PodSecurity "baseline:latest": privileged (container "c" must not set ' +
        'securityContext.privileged=true)',
    ]);
  });
});
