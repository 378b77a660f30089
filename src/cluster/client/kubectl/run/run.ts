/**
 * `kubectl run NAME --image=IMAGE`: exactly one Pod.
 *
 * Models k8s.io/kubectl pkg/cmd/run run.go and pkg/generate/versioned run.go BasicPod.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { parseImageReference } from '#k8s.io/apimachinery/image-reference';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { services } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { createOrUpdateBuilt } from '../apply/last-applied.ts';
import type { Command, Invocation } from '../command.ts';
import {
  arrayFlag,
  boolFlag,
  durationFlag,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import {
  changeQuery,
  type DryRun,
  dryRunOf,
  managedChangeFlags,
  printChanged,
  saveConfigFlag,
} from '../mutation.ts';
import { resourceOfType } from '../resource/resource-arguments.ts';
import { withOverrides } from './overrides.ts';
import { attaches, runAttached, sessionMisuse } from './run-attached.ts';

export const run: Command = {
  name: 'run',
  short: 'Run a particular image on the cluster',
  usage: 'NAME --image=image [--env="key=value"] [--port=port] -- [COMMAND] [args...]',
  flags: [
    arrayFlag('annotations', 'Annotations to apply to the pod'),
    boolFlag('command', 'Use extra arguments as the command rather than as its arguments'),
    arrayFlag('env', 'Environment variables to set in the container'),
    boolFlag('expose', 'Create a ClusterIP service associated with the pod'),
    stringFlag('image', 'The image for the container to run', { required: true }),
    stringFlag('image-pull-policy', 'Always, IfNotPresent or Never'),
    sliceFlag('labels', 'Labels to apply to the pod', { shorthand: 'l' }),
    stringFlag('port', 'The port that this container exposes'),
    boolFlag('privileged', 'Run the container in privileged mode'),
    stringFlag('restart', 'Always, OnFailure or Never', { default: 'Always' }),
    ...managedChangeFlags('kubectl-run'),
    boolFlag('attach', 'Wait for the pod to start, then attach to it'),
    boolFlag('leave-stdin-open', 'Leave stdin open after the first attach completes'),
    durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
    boolFlag('quiet', 'Suppress prompt messages', { shorthand: 'q' }),
    boolFlag('rm', 'Delete the pod after it exits'),
    boolFlag('stdin', 'Keep stdin open on the container', { shorthand: 'i' }),
    boolFlag('tty', 'Allocate a TTY for the container', { shorthand: 't' }),
    stringFlag('override-type', 'json, merge or strategic', { default: 'merge' }),
    stringFlag('overrides', 'Inline JSON that overrides the generated object'),
    saveConfigFlag,
  ],
  run: runPod,
};

function* runPod(invocation: Invocation): Process<Outcome> {
  const { session, flags } = invocation;
  const plain = podOf(invocation);
  if (!plain.ok) return plain;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const misuse = sessionMisuse(flags, dryRun.value !== 'none');
  if (misuse !== undefined) return usageError(invocation.path, misuse);
  const generated = withOverrides(plain.value, flags);
  if (!generated.ok) return generated;
  const pods = yield* resourceOfType(session, 'pods');
  if (!pods.ok) return pods;
  if (flags.bool('expose') && flags.string('port') === '') {
    return usageError(invocation.path, '--port must be set when exposing a service');
  }
  session.generated(generated.value);
  if (dryRun.value === 'client') {
    const exposed = yield* exposePod(invocation, generated.value, 'client');
    if (!exposed.ok) return exposed;
    return printChanged(invocation, pods.value, generated.value, 'created', 'client');
  }
  const query = changeQuery(flags, dryRun.value);
  const at = { namespace: session.config.namespace, query };
  const created = yield* session.client.create<KubeObject>(
    pods.value,
    at,
    createOrUpdateBuilt(generated.value, flags),
  );
  if (!created.ok) return created;
  const exposed = yield* exposePod(invocation, generated.value, dryRun.value);
  if (!exposed.ok) return exposed;
  if (attaches(flags)) return yield* runAttached(invocation, asObject<Pod>(created.value));
  return printChanged(invocation, pods.value, created.value, 'created', dryRun.value);
}

/** The service of `--expose`. Source: run.go generateService. */
function* exposePod(
  invocation: Invocation,
  { metadata }: New<Pod>,
  dryRun: DryRun,
): Process<Outcome> {
  const { session, flags } = invocation;
  if (!flags.bool('expose')) return ok(undefined);
  const port = Number(flags.string('port'));
  const name = metadata.name ?? '';
  const labels = givenLabels(flags);
  if (!labels.ok) return labels;
  const service = asObject<New<KubeObject>>({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      ...defined({ namespace: metadata.namespace, labels: labels.value }),
    },
    spec: {
      ports: [{ port, protocol: 'TCP', targetPort: port }],
      selector: labels.value ?? { run: name },
    },
    status: { loadBalancer: {} },
  });
  session.generated(service);
  if (dryRun === 'client') return printService(invocation, service, dryRun);
  const query = changeQuery(flags, dryRun);
  const at = { namespace: session.config.namespace, query };
  const created = yield* session.client.create<KubeObject>(
    services,
    at,
    createOrUpdateBuilt(service, flags),
  );
  if (!created.ok) return created;
  return printService(invocation, created.value, dryRun);
}

/** A separator follows, in addition to the printer's one before the pod. */
function printService(invocation: Invocation, service: New<KubeObject>, dryRun: DryRun): Outcome {
  const printed = printChanged(invocation, services, service, 'created', dryRun);
  const { session, flags } = invocation;
  if (printed.ok && flags.string('output') === 'yaml') session.out('---\n');
  return printed;
}

/** Checks what needs no server and builds the Pod. */
function podOf(invocation: Invocation): Outcome<New<Pod>> {
  const { args, flags, path, session } = invocation;
  const [name] = args;
  if (name === undefined) return usageError(path, 'NAME is required for run');
  const image = flags.string('image');
  if (image === '') return fail('--image is required');
  if (parseImageReference(image) === undefined) {
    return fail(`Invalid image name "${image}": invalid reference format`);
  }
  const restartPolicy = flags.string('restart');
  if (!['Always', 'OnFailure', 'Never'].includes(restartPolicy)) {
    return usageError(path, `invalid restart policy: ${restartPolicy}`);
  }
  const container = containerOf(invocation, name, image);
  if (!container.ok) return container;
  const labels = givenLabels(flags);
  if (!labels.ok) return labels;
  const annotations = pairsOf(flags.list('annotations'), 'annotation');
  if (!annotations.ok) return annotations;
  const { namespace, namespaceGiven } = session.config;
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      ...(namespaceGiven ? { namespace } : {}),
      labels: labels.value ?? { run: name },
      ...(flags.list('annotations').length > 0 ? { annotations: annotations.value } : {}),
    },
    spec: { containers: [container.value], dnsPolicy: 'ClusterFirst', restartPolicy },
    status: {},
  };
  return ok(asObject<New<Pod>>(pod));
}

function containerOf(
  { args, dashArgs = [], flags, path }: Invocation,
  name: string,
  image: string,
): Outcome<Container> {
  const words = [...args.slice(1), ...dashArgs];
  const policy = flags.string('image-pull-policy');
  if (policy !== '' && !['Always', 'IfNotPresent', 'Never'].includes(policy)) {
    return usageError(path, `invalid image pull policy: ${policy}`);
  }
  const env: { name: string; value: string }[] = [];
  for (const pair of flags.list('env')) {
    const equals = pair.indexOf('=');
    if (equals <= 0) return fail(`invalid env: ${pair}`);
    env.push({ name: pair.slice(0, equals), value: pair.slice(equals + 1) });
  }
  const port = flags.string('port');
  if (port !== '' && !/^\d+$/.test(port)) {
    return fail(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`);
  }
  const wordsAs = flags.bool('command') ? 'command' : 'args';
  const container = {
    name,
    image,
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(words.length > 0 ? { [wordsAs]: words } : {}),
    ...(env.length > 0 ? { env } : {}),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
    resources: {},
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('stdin') && !flags.bool('leave-stdin-open') ? { stdinOnce: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
    ...(flags.bool('privileged') ? { securityContext: { privileged: true } } : {}),
  };
  return ok(container as Container);
}

function givenLabels(flags: FlagValues) {
  const given = flags.list('labels');
  return given.length === 0 ? ok(undefined) : pairsOf(given, 'label');
}

/** `a=b` pairs. Source: generate.go ParseLabels. */
function pairsOf(
  pairs: readonly string[],
  what: string,
): Outcome<Readonly<Record<string, string>>> {
  const out: Record<string, string> = {};
  for (const pair of pairs) {
    const [key = '', value, ...more] = pair.split('=');
    if (value === undefined || more.length > 0) return fail(`unexpected ${what} spec: ${pair}`);
    if (key === '') return fail('unexpected empty label key');
    out[key] = value;
  }
  return ok(out);
}
