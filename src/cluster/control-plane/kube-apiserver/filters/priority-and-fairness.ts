/**
 * Queues requests when their priority level has no free seat.
 *
 * Models k8s.io/apiserver pkg/server/filters/priority-and-fairness.go. A watch releases its seat as
 * soon as it is open. A request that waits longer than a quarter of the request timeout is
 * rejected.
 */

import type { Building } from '#base/building';
import { seconds } from '#base/sim-time';
import type { Process } from '#sim/simulation';
import type { Draft } from '#trace/fact';
import type { FlowControlled } from '#trace/facts/kube-apiserver';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { DroppedRequests } from '../flowcontrol/dropped-requests.ts';
import type { Classification, FlowController } from '../flowcontrol/flow-controller.ts';
import type { QueueSet, Seat } from '../flowcontrol/queue-set.ts';
import { component, type Filter } from './filter.ts';

const queueWaitLimit = seconds(15);

const tooManyRequests = (retryAfter: number): Reply => ({
  code: 429,
  contentType: 'text/plain; charset=utf-8',
  body: 'Too many requests, please try again later.\n',
  headers: { 'retry-after': String(retryAfter) },
});

export const withPriorityAndFairness = (tracer: Tracer, controller: FlowController): Filter => {
  const dropped = new DroppedRequests();
  const emitControlled = (
    exchange: Exchange,
    { schema, level }: Classification,
    outcome: 'executing' | 'queued' | 'rejected',
    queue?: number,
  ): void => {
    const controlled: Building<Draft<FlowControlled>> = {
      type: 'FlowControlled',
      component,
      request: exchange.http.id,
      flowSchema: schema.metadata.name,
      priorityLevel: level.name,
      outcome,
      seatsInUse: level.queueSet?.executing ?? 0,
      seats: level.queueSet?.seats ?? 0,
    };
    if (queue !== undefined) controlled.queue = queue;
    tracer.emit(controlled);
  };

  function* queueFor(
    exchange: Exchange,
    found: Classification,
    queueSet: QueueSet,
  ): Process<Reply | undefined> {
    const ticket = queueSet.enqueue(found.flow);
    let seat: Seat | undefined;
    if (ticket !== undefined) {
      emitControlled(exchange, found, 'queued', ticket.queue);
      seat = yield* ticket.take(queueWaitLimit);
    }
    emitControlled(exchange, found, seat === undefined ? 'rejected' : 'executing', ticket?.queue);
    exchange.releaseSeat = seat?.release;
    if (seat !== undefined) return undefined;
    return tooManyRequests(dropped.record(found.level.name, controller.unixSeconds));
  }

  return {
    name: 'WithPriorityAndFairness',
    *wait(exchange) {
      const found = controller.classify(exchange.user, exchange.info);
      exchange.responseHeaders ??= {};
      exchange.responseHeaders['x-kubernetes-pf-flowschema-uid'] = found.schema.metadata.uid;
      exchange.responseHeaders['x-kubernetes-pf-prioritylevel-uid'] = found.level.uid;
      const { queueSet } = found.level;
      const seat = queueSet?.tryTake();
      if (queueSet !== undefined && seat === undefined) {
        return yield* queueFor(exchange, found, queueSet);
      }
      exchange.releaseSeat = seat?.release;
      emitControlled(exchange, found, 'executing');
      return undefined;
    },
    leave(exchange) {
      exchange.releaseSeat?.();
      exchange.releaseSeat = undefined;
    },
  };
};
