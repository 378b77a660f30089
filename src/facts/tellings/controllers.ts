/** The tellings of what controllers hear and decide. */
import type { FactOf } from '#trace/facts';
import type { DecisionId } from '#trace/facts/controllers';
import { objectKey } from '#trace/object-key';
import type { Anchor, ChangedLine, Telling } from '../telling.ts';
import { objectWords, whoOf } from '../words.ts';
import { podInEtcd, roomFor } from './anchors.ts';
import { changed, literal, type StoryId, telling } from './compose.ts';
import { asStored, numberWords } from './objects.ts';
import type { TellingRun } from './telling-run.ts';

/** The controller of volumes says in an Event that a claim waits for its first Pod. */
export function ofWaitingClaim({ component, regarding }: FactOf<'EventRecorded'>): Telling {
  const who = roomFor(component);
  const claim = objectKey(regarding);
  return telling({
    line: 'story.event.waits.line',
    why: 'story.event.waits.why',
    params: { who: whoOf(component), claim: objectWords(regarding) },
    anchors: { who, claim: `etcd/${claim}` },
    cast: [who, 'etcd'],
    changed: [literal('Event: Normal WaitForFirstConsumer', '+')],
    terms: ['event'],
  });
}

export function ofEnqueued(fact: FactOf<'KeyAdded'>, run: TellingRun): Telling {
  const room = roomFor(fact.component);
  const heard = run.causeOf(fact);
  const name = fact.key.split('/').at(-1) ?? '';
  const who = { who: whoOf(fact.component), key: fact.key };
  const common = {
    anchors: { who: room, watch: `watch/${room}`, event: 'watch/event', queue: `${room}/queue` },
    cast: ['kube-apiserver', room],
    terms: ['watch', 'informer', 'work-queue', 'watch-cache'],
  };
  const queued = changed('story.changed.queue', { key: fact.key }, '+');
  if (heard?.type === 'WatchEventReceived') {
    const version = heard.resourceVersion;
    return telling({
      ...common,
      line: 'story.enqueued.line',
      why: 'story.enqueued.why',
      whatIf: 'story.enqueued.if',
      params: { ...who, what: `${heard.event} ${name}` },
      changed: [changed('story.changed.cache', { what: name, version }, '+'), queued],
    });
  }
  const listed = heard?.type === 'InformerSynced';
  return telling({
    ...common,
    line: listed ? 'story.enqueued.listed.line' : 'story.enqueued.own.line',
    why: listed ? 'story.enqueued.listed.why' : undefined,
    whatIf: listed ? 'story.enqueued.if' : undefined,
    params: { ...who, what: name },
    changed: [
      ...(listed ? [changed('story.changed.cache.known', { what: name }, '+')] : []),
      queued,
    ],
  });
}

/** Decisions whose wanted and found values are numbers. */
const counts: ReadonlySet<DecisionId> = new Set([
  'replicaset.create-pods',
  'replicaset.delete-pods',
]);

export function ofDecision(fact: FactOf<'DecisionMade'>, run: TellingRun): Telling {
  const { decision, params, key, component } = fact;
  const room = roomFor(component);
  const object = objectOf(fact);
  const count = Number(params['count'] ?? params['replicas'] ?? params['to'] ?? 1);
  const before = run.told.some(
    (each) => each.type === 'DecisionMade' && each.decision === decision,
  );
  const atOnce = decision === 'taint-eviction.schedule' && Number(params['seconds']) === 0;
  return telling({
    line: atOnce ? 'story.decide.taint-eviction.now.line' : lineOf(fact, before, run),
    why: atOnce
      ? 'story.decide.taint-eviction.now.why'
      : (`story.decide.${decision}.why` as StoryId),
    whatIf: atOnce ? undefined : ifOf(decision),
    params: {
      ...params,
      key: key.split('/').at(-1) ?? key,
      who: whoOf(component),
      n: count,
      counted: numberWords(count),
      wanted: numberWords(Number(params['need'] ?? params['replicas'] ?? count)),
      down: Number(params['to'] ?? 0) < Number(params['from'] ?? 0),
    },
    anchors: { who: room, decision: `${room}/decision`, object },
    cast: [
      room,
      `${room}/decision`,
      'kube-apiserver',
      ...(object.startsWith('node') ? [object] : []),
    ],
    changed: decidedLines(fact),
    terms: termsOf(decision),
  });
}

function lineOf(
  { decision, params, key }: FactOf<'DecisionMade'>,
  before: boolean,
  run: TellingRun,
): StoryId {
  if (decision === 'deployment.scale-replica-set') {
    return Number(params['to']) < Number(params['from'])
      ? 'story.decide.deployment.scale-replica-set.down.line'
      : 'story.decide.deployment.scale-replica-set.line';
  }
  if (decision === 'replicaset.create-pods') {
    if (Number(params['have']) > 0) return 'story.decide.replicaset.create-pods.more.line';
    const one = Number(params['count']) === 1;
    return one
      ? 'story.decide.replicaset.create-pods.one.line'
      : 'story.decide.replicaset.create-pods.line';
  }
  if (decision === 'statefulset.create-pod') {
    const { spec } = asStored(run.stored(`statefulsets/${key}`));
    const isParallel = spec?.podManagementPolicy === 'Parallel';
    return `story.decide.statefulset.create-pod${isParallel ? '.parallel' : ''}.line`;
  }
  const again = decision === 'deployment.create-replica-set' && before;
  return `story.decide.${decision}${again ? '.again' : ''}.line` as StoryId;
}

/** The object of the decision, where it is in the picture. */
function objectOf({ decision, params, key }: FactOf<'DecisionMade'>): Anchor {
  const namespace = key.includes('/') ? (key.split('/')[0] ?? '') : 'default';
  if (params['replicaSet'] !== undefined)
    return `etcd/replicasets/${namespace}/${params['replicaSet']}`;
  if (decision.startsWith('replicaset.')) return `etcd/replicasets/${key}`;
  if (decision.startsWith('job.')) return `etcd/jobs/${key}`;
  if (decision.startsWith('cronjob.')) return `etcd/cronjobs/${key}`;
  if (decision.startsWith('daemonset.')) return `etcd/daemonsets/${key}`;
  if (decision.startsWith('statefulset.')) return `etcd/statefulsets/${key}`;
  if (decision.startsWith('node-lifecycle.')) return key;
  if (decision.startsWith('taint-eviction.')) return podInEtcd(key);
  return 'etcd';
}

function ifOf(decision: DecisionId): StoryId | undefined {
  switch (decision) {
    case 'deployment.create-replica-set':
    case 'deployment.scale-replica-set':
    case 'replicaset.create-pods':
    case 'replicaset.delete-pods':
    case 'node-lifecycle.unknown':
    case 'taint-eviction.schedule':
    case 'job.create-pods':
    case 'statefulset.create-pod':
      return `story.decide.${decision}.if`;
    default:
      return undefined;
  }
}

function termsOf(decision: DecisionId): readonly string[] {
  if (decision.startsWith('deployment.')) {
    return ['replicaset', 'pod', 'pod-template-hash', 'reconcile'];
  }
  if (decision.startsWith('replicaset.')) return ['pod', 'expectations', 'reconcile'];
  if (decision.startsWith('garbage-collector.')) return ['garbage-collector', 'owner-reference'];
  if (decision.startsWith('node-lifecycle.')) return ['lease', 'condition'];
  return decision.startsWith('taint-eviction.') ? ['taint', 'toleration'] : ['controller'];
}

/** What was wanted, found and decided; without such numbers, the parameters of the decision. */
function decidedLines({ decision, params }: FactOf<'DecisionMade'>): readonly ChangedLine[] {
  if (counts.has(decision)) {
    const { need = 0, have = 0, count = 0 } = params;
    const creates = decision.endsWith('create-pods');
    return [
      changed('story.changed.wanted', { n: need }),
      changed('story.changed.found', { n: have }),
      changed(creates ? 'story.changed.create' : 'story.changed.delete', { n: count }),
    ];
  }
  return Object.entries(params).map(([name, value]) => literal(`${name}: ${value}`));
}
