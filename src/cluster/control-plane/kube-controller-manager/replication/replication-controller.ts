/**
 * The ReplicationController manager: the ReplicaSet controller for the older kind.
 *
 * Models kubernetes/pkg/controller/replication. In: ReplicationControllers and pods from the shared
 * informers. Out: the same as for ReplicaSets. It is built, and its account created, only when the
 * first ReplicationController exists.
 */
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { ReplicationController } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { replicationControllers } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type {
  Controller,
  ControllerContext,
  ControllerDescriptor,
} from '../app/controller-context.ts';
import { ReplicaSetController, type ReplicaSetKind } from '../replicaset/replica-set.ts';

const name = 'replicationcontroller-controller';
const serviceAccount = 'replication-controller';

const replicationControllerKind: ReplicaSetKind = {
  controller: name,
  queue: 'replicationmanager',
  recorder: serviceAccount,
  kind: 'ReplicationController',
  resource: replicationControllers,
  selectorOf: selectorOf,
  countsTerminating: false,
};

/** The selector of this kind is a plain map of labels. Source: conversion.go. */
function selectorOf(set: ReplicaSet): { readonly matchLabels: Readonly<Record<string, string>> } {
  const { spec } = asObject<ReplicationController>(set);
  return { matchLabels: spec.selector ?? {} };
}

export const replicationControllerController: ControllerDescriptor = {
  name,
  *build(context) {
    return new ReplicationManager(context);
  },
};

class ReplicationManager implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *run(): Process {
    const { env, informers } = this.#context;
    let isStarted = false;
    const sets = informers.forResource<ReplicationController>(replicationControllers);
    sets.addEventHandler({
      onAdd: () => {
        if (!isStarted) env.sim.spawn(name, this.#start());
        isStarted = true;
      },
    });
  }

  *#start(): Process {
    const client = yield* this.#context.clients.client({ controller: name, serviceAccount });
    yield* new ReplicaSetController(this.#context, client, replicationControllerKind).run();
  }
}
