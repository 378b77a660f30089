/** `kubectl describe hpa`. Source: describe.go HorizontalPodAutoscalerDescriber, autoscaling/v2. */
import {
  asJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { longDate } from './dates.ts';
import type { Page } from './page.ts';
import { describeMetadata, simpleDescriber } from './simple-describer.ts';

const objectAt = (value: JsonValue | undefined, key: string): JsonObject => {
  const found = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
};
const listAt = (value: JsonObject, key: string): readonly JsonObject[] => {
  const found = value[key];
  return isJsonArray(found) ? found.filter(isJsonObject) : [];
};
const textOf = (value: JsonValue | undefined, missing: string): string =>
  value === undefined || value === null ? missing : String(value);

export const describeAutoscaler = simpleDescriber<KubeObject>((page, autoscaler) => {
  const spec = asJson(autoscaler.spec ?? {});
  const status = asJson(autoscaler.status ?? {});
  const target = objectAt(spec, 'scaleTargetRef');
  describeMetadata(page, autoscaler);
  page.field(0, 'CreationTimestamp', longDate(autoscaler.metadata.creationTimestamp));
  page.field(0, 'Reference', `${textOf(target['kind'], '')}/${textOf(target['name'], '')}`);
  describeMetrics(page, listAt(spec, 'metrics'), listAt(status, 'currentMetrics'));
  page.field(0, 'Min replicas', textOf(spec['minReplicas'], '<unset>'));
  page.field(0, 'Max replicas', textOf(spec['maxReplicas'], '0'));
  describeBehavior(page, spec['behavior']);
  const counts = `${textOf(status['currentReplicas'], '0')} current / ${textOf(status['desiredReplicas'], '0')} desired`;
  page.field(0, `${textOf(target['kind'], '')} pods`, counts);
  const conditions = listAt(status, 'conditions');
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tReason\tMessage');
  page.line(1, '----\t------\t------\t-------');
  for (const each of conditions) {
    const cells = ['type', 'status', 'reason', 'message'].map((key) => textOf(each[key], ''));
    page.line(1, cells.join('\t'));
  }
});

function describeMetrics(
  page: Page,
  metrics: readonly JsonObject[],
  current: readonly JsonObject[],
): void {
  if (metrics.length === 0) return;
  page.line(0, 'Metrics:\t( current / target )');
  metrics.forEach((metric, i) => {
    const type = textOf(metric['type'], '');
    const source = type.charAt(0).toLowerCase() + type.slice(1);
    const wanted = objectAt(metric, source);
    const seen = objectAt(objectAt(current[i], source), 'current');
    page.line(1, metricText(type, wanted, objectAt(wanted, 'target'), seen));
  });
}

/** A metric with its current and target value. */
function metricText(
  type: string,
  wanted: JsonObject,
  target: JsonObject,
  seen: JsonObject,
): string {
  const ofAverage = target['averageValue'] !== undefined;
  const key = ofAverage ? 'averageValue' : 'value';
  const values = `${textOf(seen[key], '<unknown>')} / ${textOf(target[key], '<auto>')}`;
  const metric = JSON.stringify(textOf(objectAt(wanted, 'metric')['name'], ''));
  const kindOfTarget = ofAverage ? '(target average value)' : '(target value)';
  switch (type) {
    case 'Pods':
      return `${metric} on pods:\t${values}`;
    case 'External':
      return `${metric} ${kindOfTarget}:\t${values}`;
    case 'Object': {
      const { kind, name } = objectAt(wanted, 'describedObject');
      const on = `${textOf(kind, '')}/${textOf(name, '')}`;
      return `${metric} on ${on} ${kindOfTarget}:\t${values}`;
    }
    case 'Resource':
    case 'ContainerResource': {
      const container = wanted['container'];
      const of = container === undefined ? '' : ` of container "${textOf(container, '')}"`;
      const title = `resource ${textOf(wanted['name'], '')}${of} on pods`;
      if (ofAverage) return `${title}:\t${values}`;
      const share = seen['averageUtilization'];
      const now =
        share === undefined
          ? '<unknown>'
          : `${textOf(share, '')}% (${textOf(seen['averageValue'], '')})`;
      const goal = target['averageUtilization'];
      const wish = goal === undefined ? '<auto>' : `${textOf(goal, '')}%`;
      return `${title}  (as a percentage of request):\t${now} / ${wish}`;
    }
    default:
      return `<unknown metric type ${JSON.stringify(type)}>`;
  }
}

function describeBehavior(page: Page, behavior: JsonValue | undefined): void {
  if (!isJsonObject(behavior)) return;
  page.line(0, 'Behavior:');
  for (const [title, key] of [
    ['Scale Up', 'scaleUp'],
    ['Scale Down', 'scaleDown'],
  ] as const) {
    const rules = objectAt(behavior, key);
    if (behavior[key] === undefined) continue;
    page.line(1, `${title}:`);
    const window = rules['stabilizationWindowSeconds'];
    if (window !== undefined) page.line(2, `Stabilization Window: ${textOf(window, '0')} seconds`);
    const policies = listAt(rules, 'policies');
    if (policies.length === 0) continue;
    page.line(2, `Select Policy: ${textOf(rules['selectPolicy'], 'Max')}`);
    page.line(2, 'Policies:');
    for (const { type, value, periodSeconds } of policies as readonly JsonObject[]) {
      page.line(
        3,
        `- Type: ${textOf(type, '')}\tValue: ${textOf(value, '')}\tPeriod: ${textOf(periodSeconds, '')} seconds`,
      );
    }
  }
}
