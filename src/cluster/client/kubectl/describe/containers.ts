/**
 * Containers in a description, with their states.
 *
 * Models k8s.io/kubectl pkg/describe describe.go describeContainers and what it calls.
 */
import type { Container, ContainerState, ContainerStatus, Probe } from '#k8s.io/api/core/v1';
import { longDate } from './dates.ts';
import { describeEnvironment, type FieldResolver } from './environment-variables.ts';
import { orNone, type Page } from './page.ts';

export interface ContainersBlock {
  readonly title: string;
  readonly containers: readonly Container[];
  readonly statuses: readonly ContainerStatus[];
  /** Returns the pod's fields that variables refer to. */
  readonly resolve?: FieldResolver;
  /** Inside a template everything is indented one more blank. */
  readonly inTemplate?: boolean;
}

export function describeContainers(page: Page, block: ContainersBlock): void {
  const { title, containers, statuses, resolve, inTemplate = false } = block;
  const none = containers.length === 0 ? ' <none>' : '';
  page.line(0, `${inTemplate ? '  ' : ''}${title}:${none}`);
  for (const container of containers) {
    const status = statuses.find(({ name }) => name === container.name);
    page.line(1, `${inTemplate ? ' ' : ''}${container.name}:`);
    describeBasics(page, container, status);
    describeWords(page, 'Command', container.command);
    describeWords(page, 'Args', container.args);
    if (status !== undefined) describeState(page, status);
    describeResources(page, container, 2);
    describeProbe(page, 'Liveness', container.livenessProbe);
    describeProbe(page, 'Readiness', container.readinessProbe);
    describeProbe(page, 'Startup', container.startupProbe);
    describeEnvironment(page, container, resolve);
    describeMounts(page, container);
  }
}

function describeBasics(
  page: Page,
  { image = '', ports = [], securityContext }: Container,
  status: ContainerStatus | undefined,
): void {
  if (status !== undefined) page.field(2, 'Container ID', status.containerID ?? '');
  page.field(2, 'Image', image);
  if (status !== undefined) page.field(2, 'Image ID', status.imageID);
  const named = ports.map(({ containerPort, protocol = 'TCP', name = '' }) =>
    name === '' ? `${containerPort}/${protocol}` : `${containerPort}/${protocol} (${name})`,
  );
  const host = ports.map(({ hostPort = 0, protocol = 'TCP', name = '' }) =>
    name === '' ? `${hostPort}/${protocol}` : `${hostPort}/${protocol} (${name})`,
  );
  page.field(2, named.length > 1 ? 'Ports' : 'Port', orNone(named.join(', ')));
  page.field(2, host.length > 1 ? 'Host Ports' : 'Host Port', orNone(host.join(', ')));
  const profile = securityContext?.seccompProfile;
  if (profile === undefined) return;
  page.field(2, 'SeccompProfile', profile.type);
  if (profile.type === 'Localhost') {
    page.field(2, 'LocalhostProfile', profile.localhostProfile ?? '');
  }
}

function describeWords(page: Page, title: string, words: readonly string[] = []): void {
  if (words.length === 0) return;
  page.line(2, `${title}:`);
  for (const word of words) for (const line of word.split('\n')) page.line(3, line);
}

function describeState(page: Page, status: ContainerStatus): void {
  describeOneState(page, 'State', status.state);
  if (status.lastState?.terminated !== undefined) {
    describeOneState(page, 'Last State', status.lastState);
  }
  page.field(2, 'Ready', status.ready ? 'True' : 'False');
  page.field(2, 'Restart Count', status.restartCount);
}

function describeOneState(page: Page, title: string, state: ContainerState | undefined): void {
  if (state?.running !== undefined) {
    page.field(2, title, 'Running');
    page.field(3, 'Started', longDate(state.running.startedAt));
    return;
  }
  const { terminated } = state ?? {};
  if (terminated === undefined) {
    page.field(2, title, 'Waiting');
    const reason = state?.waiting?.reason ?? '';
    if (reason !== '') page.field(3, 'Reason', reason);
    return;
  }
  const { reason = '', message = '', exitCode, signal = 0, startedAt, finishedAt } = terminated;
  page.field(2, title, 'Terminated');
  if (reason !== '') page.field(3, 'Reason', reason);
  if (message !== '') page.field(3, 'Message', message);
  page.field(3, 'Exit Code', exitCode);
  if (signal > 0) page.field(3, 'Signal', signal);
  page.field(3, 'Started', longDate(startedAt));
  page.field(3, 'Finished', longDate(finishedAt));
}

/** Source: describe.go describeResource. */
export function describeResources(
  page: Page,
  { resources = {} }: Pick<Container, 'resources'>,
  level: number,
): void {
  for (const [title, list] of [
    ['Limits', resources.limits],
    ['Requests', resources.requests],
  ] as const) {
    const names = Object.keys(list ?? {}).sort();
    if (names.length > 0) page.line(level, `${title}:`);
    for (const name of names) page.field(level + 1, name, list?.[name] ?? '');
  }
}

function describeProbe(page: Page, title: string, probe: Probe | undefined): void {
  if (probe !== undefined) page.field(2, title, probeText(probe));
}

/** Source: describe.go DescribeProbe. */
function probeText(probe: Probe): string {
  const attributes =
    `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 0}s ` +
    `period=${probe.periodSeconds ?? 0}s #success=${probe.successThreshold ?? 0} ` +
    `#failure=${probe.failureThreshold ?? 0}`;
  const { exec, httpGet, tcpSocket, grpc } = probe;
  if (exec !== undefined) return `exec [${(exec.command ?? []).join(' ')}] ${attributes}`;
  if (httpGet !== undefined) {
    const scheme = (httpGet.scheme ?? 'HTTP').toLowerCase();
    const url = `${scheme}://${httpGet.host ?? ''}:${httpGet.port}${httpGet.path ?? ''}`;
    return `http-get ${url} ${attributes}`;
  }
  if (tcpSocket !== undefined) {
    return `tcp-socket ${tcpSocket.host ?? ''}:${tcpSocket.port} ${attributes}`;
  }
  if (grpc !== undefined) return `grpc <pod>:${grpc.port} ${grpc.service ?? ''} ${attributes}`;
  return `unknown ${attributes}`;
}

function describeMounts(page: Page, { volumeMounts = [] }: Container): void {
  page.line(2, `Mounts:${volumeMounts.length === 0 ? '\t<none>' : ''}`);
  const sorted = [...volumeMounts].sort((a, b) => (a.mountPath < b.mountPath ? -1 : 1));
  for (const { mountPath, name, readOnly, subPath = '' } of sorted) {
    const flags = [
      readOnly === true ? 'ro' : 'rw',
      ...(subPath === '' ? [] : [`path=${JSON.stringify(subPath)}`]),
    ];
    page.line(3, `${mountPath} from ${name} (${flags.join(',')})`);
  }
}
