/**
 * `kubectl autoscale TYPE NAME --max=N`: a HorizontalPodAutoscaler for a workload.
 *
 * Models k8s.io/kubectl pkg/cmd/autoscale autoscale.go.
 */
import { ok } from '#base/result';
import { asJson, asObject, type JsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { acceptProtobuf, protobuf } from '../api-client.ts';
import { createOrUpdateBuilt } from '../apply/last-applied.ts';
import type { Command, Invocation } from '../command.ts';
import { intFlag, stringFlag } from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import { fail, type Outcome } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import {
  changeQuery,
  dryRunOf,
  managedChangeFlags,
  printChanged,
  saveConfigFlag,
} from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { objectsOf } from '../resource/objects-of.ts';

const autoscalers = {
  group: 'autoscaling',
  version: 'v2',
  resource: 'horizontalpodautoscalers',
  kind: 'HorizontalPodAutoscaler',
  namespaced: true,
};

const cpuPercentDeprecated =
  "Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format (e.g., '70%' " +
  "for utilization or '500m' for milliCPU).\n";

export const autoscale: Command = {
  name: 'autoscale',
  short: 'Auto-scale a deployment, replica set, stateful set, or replication controller',
  usage: '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU]',
  flags: [
    ...filenameFlags,
    stringFlag('cpu', "Target CPU utilization or value ('70%' or '500m')"),
    intFlag('cpu-percent', 'The target average CPU utilization', { default: '-1' }),
    intFlag('max', 'The upper limit for the number of pods', { default: '-1', required: true }),
    stringFlag('memory', "Target memory utilization or value ('60%' or '200Mi')"),
    intFlag('min', 'The lower limit for the number of pods', { default: '-1' }),
    stringFlag('name', 'The name for the newly created object'),
    ...managedChangeFlags('kubectl-autoscale'),
    saveConfigFlag,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  if (flags.changed('cpu-percent')) session.err(cpuPercentDeprecated);
  const [least, most] = [flags.int('min'), flags.int('max')];
  if (most < 1) return fail(`--max=MAXPODS is required and must be at least 1, max: ${most}`);
  if (most < least) {
    return fail(
      `--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${most}, min: ${least}`,
    );
  }
  const metrics = metricsOf(invocation);
  if (!metrics.ok) return metrics;
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const infos = yield* objectsOf(invocation, args);
  if (!infos.ok) return infos;
  for (const info of invocation.session.sim.inTurn(infos.value)) {
    const { resource } = info;
    if (!resource.subresources.includes('scale')) {
      return fail(
        `cannot autoscale a ${resource.kind}: could not find scale subresource for ` +
          `${resource.group}/${resource.version}, Resource=${resource.resource} in discovery ` +
          'information',
      );
    }
    const object = autoscalerOf(invocation, info, metrics.value);
    session.generated(object);
    if (dryRun.value === 'client') {
      const shown = printChanged(invocation, autoscalers, object, 'created', 'client');
      if (!shown.ok) return shown;
      continue;
    }
    const at = {
      namespace: info.object.metadata.namespace ?? session.config.namespace,
      query: changeQuery(flags, dryRun.value),
      accept: acceptProtobuf,
      contentType: protobuf,
    };
    const body = createOrUpdateBuilt(object, flags);
    let created = yield* session.client.create<KubeObject>(autoscalers, at, body);
    if (!created.ok) {
      const old = oldForm(flags, object);
      if (!old.ok) return old;
      const v1 = { ...autoscalers, version: 'v1' };
      created = yield* session.client.create<KubeObject>(
        v1,
        at,
        createOrUpdateBuilt(old.value, flags),
      );
    }
    if (!created.ok) return created;
    const shown = printChanged(invocation, autoscalers, created.value, 'autoscaled', dryRun.value);
    if (!shown.ok) return shown;
  }
  return infos.value.length === 0 ? fail('no objects passed to autoscale') : ok(undefined);
}

/** Source: autoscale.go createHorizontalPodAutoscalerV2. */
function autoscalerOf(
  { flags }: Invocation,
  { object }: Info,
  metrics: readonly JsonValue[],
): New<KubeObject> {
  const { name } = object.metadata;
  const least = flags.int('min');
  return asObject<New<KubeObject>>({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: flags.string('name') || name },
    spec: {
      maxReplicas: flags.int('max'),
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(least > 0 ? { minReplicas: least } : {}),
      scaleTargetRef: { apiVersion: object.apiVersion, kind: object.kind, name },
    },
    status: { currentMetrics: null, desiredReplicas: 0 },
  });
}

/** After any error, autoscaling/v1 is tried if it can express the same. */
function oldForm(flags: FlagValues, object: New<KubeObject>): Outcome<New<KubeObject>> {
  const cannot = (why: string) =>
    fail(
      'failed to create autoscaling/v2 HPA and the configuration is incompatible with ' +
        `autoscaling/v1: ${why}`,
    );
  const cpu = flags.string('cpu').trim();
  if (cpu === '') return cannot('empty input');
  // What Go prints for a nil error. Source: autoscale.go Run.
  if (flags.string('memory') !== '' || !cpu.endsWith('%')) return cannot('%!w(<nil>)');
  const { metrics: _metrics, ...spec } = asJson(object)['spec'] as JsonObject;
  const whole = { ...asJson(object), apiVersion: 'autoscaling/v1', spec };
  return ok(asObject<New<KubeObject>>(whole));
}

function metricsOf({ flags }: Invocation): Outcome<readonly JsonValue[]> {
  const metrics: JsonValue[] = [];
  const percent = flags.int('cpu-percent');
  const wanted = [
    ['cpu', flags.string('cpu') || (percent >= 0 ? `${percent}%` : '')],
    ['memory', flags.string('memory')],
  ] as const;
  for (const [name, text] of wanted) {
    if (text === '') continue;
    const match = /^(\d+)(%?)$/.exec(text);
    if (match === null && !/^\d+(\.\d+)?[a-zA-Z]*$/.test(text)) {
      return fail(`invalid resource ${name} value: ${text}`);
    }
    const target =
      match?.[2] === '%'
        ? { type: 'Utilization', averageUtilization: Number(match[1]) }
        : { type: 'AverageValue', averageValue: text };
    metrics.push({ type: 'Resource', resource: { name, target } });
  }
  return ok(metrics);
}
