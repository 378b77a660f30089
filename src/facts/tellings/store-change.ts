/**
 * What a program writes into an object that exists. What the write changed decides what is told,
 * not what the object says by then: a Node that gets a label was Ready before, which is no news.
 */
import { storedResource } from '#trace/object-key';
import type { Anchor, Telling } from '../telling.ts';
import { selectedNodeOf } from '../told-fields.ts';
import { type StoryId, type StoryParams, telling } from './compose.ts';
import { diffOf } from './object-diff.ts';
import { asStored, differ, ownerWords, type StoredObject, sentOf, taintsOf } from './objects.ts';
import { ofPodStatus } from './store-pod.ts';
import { ofStatus } from './store-status.ts';
import type { TellingRun } from './telling-run.ts';
import { castOf, placesOf, type Write, writeParams } from './write.ts';

/** A program's write to an object that was there before. */
export function ofProgramsWrite(fact: Write, run: TellingRun): Telling {
  const [before, after] = [asStored(run.before), asStored(fact.value)];
  const news = newsOf(fact, run, before, after);
  if (news !== undefined) return ofNews(news, fact, run);
  if (differ(before.status, after.status)) {
    return storedResource(fact.key) === 'pods' ? ofPodStatus(fact, run) : ofStatus(fact, run);
  }
  return ofNews({ line: 'story.changes.object.line', why: 'story.change.other.why' }, fact, run);
}

/** The API server's own number in etcd, which is no object: up to where it forgets old versions. */
export const ofCompaction = (fact: Write, run: TellingRun): Telling =>
  ofNews({ line: 'story.compaction.line', why: 'story.compaction.why' }, fact, run);

interface News {
  readonly line: StoryId;
  readonly why: StoryId;
  readonly params?: StoryParams;
  readonly terms?: readonly string[];
  /** Who takes part, beside those that every write passes. */
  readonly cast?: readonly Anchor[];
}

/** What is told instead of a new status; `undefined`: the status is all that is new. */
function newsOf(
  fact: Write,
  run: TellingRun,
  before: StoredObject,
  after: StoredObject,
): News | undefined {
  switch (storedResource(fact.key)) {
    case 'leases':
      return newsOfLease(before, after);
    case 'events':
      return { line: 'story.changes.event.line', why: 'story.changes.event.why' };
    case 'endpointslices':
    case 'endpoints':
      return {
        line: 'story.changes.addresses.line',
        why: 'story.changes.addresses.why',
        terms: ['service', 'endpoint-slice'],
      };
    case 'nodes':
      return newsOfNode(before, after);
    case 'persistentvolumeclaims':
      return newsOfPlace(before, after);
    case 'pods':
      if (graceEnded(before, after)) {
        return { line: 'story.changes.grace.line', why: 'story.status.Terminating.why' };
      }
      return newsOfOwner(before, after);
    default:
      return newsOfCount(before, after, run) ?? newsOfOwner(before, after);
  }
}

function newsOfLease(before: StoredObject, after: StoredObject): News {
  const [from = '', to = ''] = [before.spec?.holderIdentity, after.spec?.holderIdentity];
  const topic = from === to ? 'lease' : to === '' ? 'released' : 'taken';
  return {
    line: `story.changes.${topic}.line`,
    why: 'story.changes.lease.why',
    terms: ['lease'],
  };
}

function newsOfNode(before: StoredObject, after: StoredObject): News | undefined {
  const taints = newsOfTaints(before, after);
  const range = after.spec?.podCIDR;
  if (taints !== undefined || range === undefined || range === before.spec?.podCIDR) return taints;
  return {
    line: 'story.changes.range.line',
    why: 'story.changes.range.why',
    params: { range },
    terms: ['node'],
  };
}

/** The scheduler says on which node the first Pod that uses the claim is to run. */
function newsOfPlace(before: StoredObject, after: StoredObject): News | undefined {
  const node = selectedNodeOf(after);
  if (node === undefined || node === selectedNodeOf(before)) return undefined;
  return {
    line: 'story.changes.place.line',
    why: 'story.event.waits.why',
    params: { node },
    cast: [node],
  };
}

/** Other taints on a node, whoever sets them. */
export function newsOfTaints(before: StoredObject, after: StoredObject): News | undefined {
  if (taintsOf(before) === taintsOf(after)) return undefined;
  return {
    line: taintsOf(after) === '' ? 'story.change.untaint.line' : 'story.change.taint.line',
    why: 'story.change.taint.why',
    params: { taints: taintsOf(after) },
    terms: ['taint'],
    cast: [after.metadata?.name ?? ''],
  };
}

/** The kubelet has asked for the deletion without a wait: nothing of the Pod runs any more. */
const graceEnded = ({ metadata: before }: StoredObject, { metadata: after }: StoredObject) =>
  after?.deletionGracePeriodSeconds === 0 && (before?.deletionGracePeriodSeconds ?? 0) > 0;

function newsOfCount(before: StoredObject, after: StoredObject, run: TellingRun): News | undefined {
  const [from = 1, to] = [before.spec?.replicas, after.spec?.replicas];
  if (from === to || to === undefined) return undefined;
  const autoscaler = autoscalerOf(after, run);
  const min = autoscaler?.spec?.minReplicas ?? 1;
  const by = from < min ? 'story.changes.scale.min.why' : 'story.changes.scale.auto.why';
  return {
    line: 'story.changes.scale.line',
    why: autoscaler === undefined ? 'story.change.scale.why' : by,
    params: { from, to, min, autoscaler: autoscaler?.metadata?.name ?? '' },
  };
}

/** The HorizontalPodAutoscaler of the object, if its controller is who writes. */
function autoscalerOf({ kind, metadata }: StoredObject, run: TellingRun): StoredObject | undefined {
  if (!/horizontal-pod-autoscaler/.test(sentOf(run)?.component ?? '')) return undefined;
  return run
    .keysOf('horizontalpodautoscalers')
    .map((key) => asStored(run.stored(key)))
    .find((each) => {
      const { scaleTargetRef: target } = each.spec ?? {};
      const isNamed = target?.kind === kind && target?.name === metadata?.name;
      return isNamed && each.metadata?.namespace === metadata?.namespace;
    });
}

function newsOfOwner(before: StoredObject, after: StoredObject): News | undefined {
  const [from, to] = [ownerWords(before), ownerWords(after)];
  if (from === to) return undefined;
  return {
    line: to === undefined ? 'story.changes.freed.line' : 'story.changes.adopted.line',
    why: 'story.changes.owner.why',
    params: { owner: to ?? from ?? '' },
    terms: ['owner-reference'],
  };
}

/** A write that is told by one part of what it changed. */
export const ofNews = (news: News, fact: Write, run: TellingRun): Telling =>
  telling({
    line: news.line,
    why: news.why,
    params: { ...writeParams(fact, run), ...news.params },
    anchors: { ...placesOf(fact, run), node: asStored(fact.value).metadata?.name ?? 'etcd' },
    cast: [...castOf(run), ...(news.cast ?? [])],
    changed: diffOf(run.before, fact.value),
    terms: news.terms ?? ['revision'],
  });
