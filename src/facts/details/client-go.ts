/** More about requests as their sender sees them, informers and work queues. */

import type { FactOf } from '#trace/facts';
import type { ClientGoFact } from '#trace/facts/client-go';
import { isPassedOn } from '../requests.ts';
import { durationWords } from '../words.ts';
import { type FactDetails, severityOfCode } from './fact-details.ts';
import { clientGo, streamLocation } from './places.ts';
import { answerOfCode, clientSpan, failureOfCode } from './span.ts';

export const clientGoDetails: { readonly [T in ClientGoFact['type']]: FactDetails<FactOf<T>> } = {
  RequestSent: {
    source: {
      // What the API server passes on to a kubelet, it sends without this library.
      decidedBy: (fact) => [isPassedOn(fact) ? streamLocation : [`${clientGo}/rest/request.go`]],
    },
    message: 'request',
    span: clientSpan,
    rows: ({ method, url, user, headers }) => [
      ['method', method],
      ['url', url],
      ['user', user],
      ['contentType', headers['content-type'] ?? ''],
      ['userAgent', headers['user-agent'] ?? ''],
    ],
  },
  ResponseReceived: {
    source: { place: [`${clientGo}/rest/request.go`] },
    message: 'response',
    severity: severityOfCode,
    answer: answerOfCode,
    failure: failureOfCode,
  },
  StreamPieceSent: {
    source: { place: [`${clientGo}/tools/remotecommand/v4.go`] },
    rows: ({ channel, text }) => [
      ['channel', channel],
      ['text', JSON.stringify(text)],
    ],
  },
  ConnectionFailed: {
    source: { place: [`${clientGo}/rest/request.go`] },
    message: 'response',
    severity: () => 'E',
    failure: ({ message }) => message,
  },
  WatchEventReceived: {
    source: { place: [`${clientGo}/tools/cache/reflector.go`, 'ListAndWatchWithContext'] },
    message: 'watch event',
  },
  InformerSynced: {
    source: { place: [`${clientGo}/tools/cache/reflector.go`, 'ListAndWatchWithContext'] },
  },
  KeyAdded: {
    source: {
      place: [
        `${clientGo}/util/workqueue/default_rate_limiters.go`,
        'DefaultTypedControllerRateLimiter',
      ],
    },
    rows: ({ queue, key, delay }) => [
      ['queue', queue],
      ['key', key],
      ['delay', delay === 0 ? '' : durationWords(delay)],
    ],
  },
  KeyTaken: { source: { place: [`${clientGo}/util/workqueue/default_rate_limiters.go`] } },
  KeyDone: { source: { place: [`${clientGo}/util/workqueue/default_rate_limiters.go`] } },
  LeaderElected: { source: { place: [`${clientGo}/tools/leaderelection/leaderelection.go`] } },
  EventRecorded: {
    source: {
      place: [`${clientGo}/tools/record/events_cache.go`, 'EventAggregatorByReasonMessageFunc'],
    },
    severity: ({ eventType }) => (eventType === 'Warning' ? 'W' : 'I'),
  },
};
