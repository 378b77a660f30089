import { describe, expect, it } from 'vitest';
import { buildHandlerChain, type ChainParts } from './handler-chain.ts';

describe('the handler chain', () => {
  it('has the filters of v1.36 in their order, flow control before authorization', () => {
    expect(buildHandlerChain({} as ChainParts).map(({ name }) => name)).toEqual([
      'WithAuditInit',
      'WithPanicRecovery',
      'WithMuxAndDiscoveryComplete',
      'WithRequestReceivedTimestamp',
      'WithRequestInfo',
      'WithLatencyTrackers',
      'WithHTTPLogging',
      'WithHSTS',
      'WithCacheControl',
      'WithWaitGroup',
      'WithRequestDeadline',
      'WithTimeoutForNonLongRunningRequests',
      'WithWarningRecorder',
      'WithCORS',
      'WithAuthentication',
      'WithTracing',
      'WithAudit',
      'WithConstrainedImpersonation',
      'WithPriorityAndFairness',
      'WithAuthorization',
    ]);
  });
});
