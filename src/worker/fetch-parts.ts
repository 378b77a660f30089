/** Fetches the parts of the simulator: what every run needs at once, the rest on demand. */
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import type { HostAction } from '#trace/host-action';
import { configOf } from './live-simulation.ts';
import type { Recording, TimedInput } from './protocol.ts';

// On their way while the worker itself is still being read.
const always = Promise.all([
  import('#cluster/parts/control-loops'),
  import('#cluster/parts/nodes'),
]);

const kubectlPart = () => import('#cluster/client/kubectl/kubectl');
const issuersPart = () =>
  import('#cluster/control-plane/kube-apiserver/authenticator/oidc/issuer-updates');
const yamlPart = () => import('#cluster/client/kubectl/manifest/yaml-document');

/**
 * Fetches what a command may need before one is typed. Without a network there is nothing: what
 * fails now is fetched again when a command needs it.
 */
export async function fetchForCommands(): Promise<ClusterParts | undefined> {
  try {
    const [[controlLoops, nodes], { Kubectl }, { readYaml }] = await Promise.all([
      always,
      kubectlPart(),
      yamlPart(),
    ]);
    return { controlLoops, nodes, Kubectl, readYaml };
  } catch {
    return undefined;
  }
}

/**
 * A part that is not fetched would not change the trace of this recording. Rejects when a part
 * cannot be fetched: the page is older than the site, or has lost its network.
 */
export async function fetchParts(recording: Recording): Promise<ClusterParts> {
  const { inputs, cluster } = recording;
  const config = configured(recording);
  const claims = config?.dynamicResources === true;
  const mayEvaluate =
    config?.gateway === true || claims || inputs.map(textOf).some(mayHoldExpressions);
  const [
    [controlLoops, nodes],
    kubectl,
    yaml,
    cel,
    regexp,
    openApi,
    kustomize,
    issuers,
    devices,
    extenders,
    trustBundles,
  ] = await Promise.all([
    always,
    inputs.some(({ kind }) => kind === 'command') && kubectlPart(),
    inputs.some(mayHoldYaml) && yamlPart(),
    mayEvaluate && import('#k8s.io/apiserver/cel/cel-library'),
    (mayEvaluate || inputs.some(mayRunProgram) || inputs.some(mayKustomize)) &&
      import('#base/regexp-library'),
    inputs.some(mayReadDocuments) && import('#k8s.io/apiserver/openapi/document'),
    inputs.some(mayKustomize) && import('#cluster/client/kubectl/kustomize/kustomize'),
    inputs.some(namesIssuers) && issuersPart(),
    claims && import('#cluster/parts/dynamic-resources'),
    cluster?.includes('"schedulerExtenders"') === true &&
      import('#cluster/control-plane/kube-scheduler/extenders'),
    config?.clusterTrustBundles === true && import('#cluster/parts/cluster-trust-bundles'),
  ]);
  return {
    controlLoops,
    nodes,
    ...(kubectl && { Kubectl: kubectl.Kubectl }),
    ...(yaml && { readYaml: yaml.readYaml }),
    ...(cel && { celWith: cel.celWith }),
    ...(regexp && { regexp: regexp.regexpLibrary }),
    ...(openApi && { openApi }),
    ...(kustomize && { kustomize: kustomize.build }),
    ...(devices && { dynamicResources: devices }),
    ...(trustBundles && { clusterTrustBundles: trustBundles }),
    ...(issuers && { issuers: issuers.IssuerUpdates }),
    ...(extenders && { extenders }),
  };
}

/**
 * The cluster of a recording: its add-ons bring expressions of their own, or need a part. One that
 * cannot be built is refused elsewhere.
 */
function configured(recording: Recording): ClusterConfig | undefined {
  try {
    return configOf(recording);
  } catch {
    return undefined;
  }
}

/**
 * All commands but those that take everything from flags; a manifest comes with stdin or a file.
 */
function mayHoldYaml(input: TimedInput): boolean {
  if (input.kind === 'host') return manifestOf(input.action) !== undefined;
  // A request has been decoded.
  if (input.kind === 'outside' || input.kind === 'stdin') return false;
  if (input.stdin !== undefined || / -f|--filename|--overrides/.test(input.line)) return true;
  return !/^kubectl (create deployment|run|get|describe|scale|delete|logs|rollout) /.test(
    input.line,
  );
}

/** The simulated kubectl reads a document only when it is told its path. */
function mayReadDocuments(input: TimedInput): boolean {
  if (input.kind === 'command') return input.line.includes('/openapi/');
  return input.kind === 'outside' && textOf(input).includes('/openapi/');
}

/** `kubectl kustomize`, or the flag -k. */
const mayKustomize = (input: TimedInput): boolean =>
  input.kind === 'command' && /kustomize| -\w*k/.test(input.line);

/** Whether tokens of issuers outside count from there on. */
const namesIssuers = ({ kind, ...input }: TimedInput): boolean =>
  kind === 'outside' &&
  'action' in input &&
  ['oidc', 'authentication'].includes(String(input.action.kind));

/** Words of commands that start a program, and what makes a line one for a shell. */
const mayMatch = / -- |exec|attach|command|args|debug|awk|expr|find|grep|sed|ssh|\bsh\b|[<>|]/;

/** A program that a person chose, in a container or on a host, may search with a pattern. */
function mayRunProgram(input: TimedInput): boolean {
  if (input.kind === 'command') {
    return mayMatch.test(asked(input));
  }
  // A program comes with a Pod, or with exec.
  if (input.kind === 'outside') return /"command"|"args"|\/exec\?/.test(textOf(input));
  if (input.kind === 'stdin') return true;
  return input.action.kind === 'look' || manifestOf(input.action) !== undefined;
}

const asked = ({ line, stdin = '' }: Extract<TimedInput, { kind: 'command' }>): string =>
  `${line}\n${stdin}`;

/** What an input brings of its own. */
function textOf(input: TimedInput): string {
  if (input.kind === 'command') return asked(input);
  if (input.kind === 'host') return manifestOf(input.action) ?? '';
  if (input.kind === 'stdin') return '';
  if (input.action.kind === 'authentication') return input.action.configuration;
  return input.action.kind === 'request' ? JSON.stringify(input.action.http) : '';
}

const manifestOf = (action: HostAction): string | undefined =>
  action.kind === 'put_manifest' ? action.text : undefined;

/**
 * Expressions come with objects of these groups alone, and these only from manifests; and with the
 * claims of tokens, in a configuration.
 */
const mayHoldExpressions = (text: string): boolean =>
  /admissionregistration\.k8s\.io|apiextensions\.k8s\.io|"claimMappings"/.test(text);
