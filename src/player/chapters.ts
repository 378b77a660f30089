/**
 * The chapters of a command's story, computed from its facts: each begins at the first step of the
 * main line in a new place, and a story never goes back to an earlier one. Only what somebody types
 * into a command that runs begins at the beginning.
 */
import type { Fact } from '#trace/facts';
import { beginsTale } from './begins-tale.ts';

/** In the order of the story; a command that ends early has fewer. */
export const chapterIds = [
  'command',
  'api-server',
  'etcd',
  'deployment-controller',
  'garbage-collector',
  'replicaset-controller',
  'scheduler',
  'kubelet',
  'sandbox',
  'image',
  'container',
  'status',
] as const;
export type ChapterId = (typeof chapterIds)[number];

const rank = (id: ChapterId): number => chapterIds.indexOf(id);

/** The chapter that a step of the main line belongs to, given the one before it. */
export function chapterOf(fact: Fact, before: ChapterId | undefined): ChapterId {
  if (beginsTale(fact) || before === undefined || fact.type === 'TerminalTyped') return 'command';
  const own = ownChapter(fact, before);
  return own !== undefined && rank(own) > rank(before) ? own : before;
}

function ownChapter(fact: Fact, before: ChapterId): ChapterId | undefined {
  const { component, type } = fact;
  if (component === 'kube-apiserver') return before === 'command' ? 'api-server' : undefined;
  if (component === 'etcd') return before === 'api-server' ? 'etcd' : undefined;
  if (component === 'kube-scheduler') return 'scheduler';
  if (component.startsWith('kube-controller-manager')) return controllerChapter(fact);
  if (type === 'CriCalled') return callChapters[fact.method];
  if (type === 'PodLifecycleEventSeen') return before === 'container' ? 'status' : undefined;
  return component.endsWith('/kubelet') ? 'kubelet' : undefined;
}

const callChapters: Readonly<Record<string, ChapterId>> = {
  RunPodSandbox: 'sandbox',
  PullImage: 'image',
  CreateContainer: 'container',
};

function controllerChapter(fact: Fact): ChapterId | undefined {
  const about =
    fact.type === 'WatchEventReceived' ? fact.ref.resource : fact.component.split('/')[1];
  if (about?.startsWith('deployment')) return 'deployment-controller';
  if (about?.startsWith('replicaset')) return 'replicaset-controller';
  return about?.startsWith('garbage') ? 'garbage-collector' : undefined;
}
