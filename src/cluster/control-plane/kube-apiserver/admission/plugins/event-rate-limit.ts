/**
 * Source: kubernetes plugin/pkg/admission/eventratelimit. The only modelled limit is for the whole
 * server and has the size of the example in its documentation.
 */
import { err } from '#base/result';
import { second } from '#base/sim-time';
import { tooManyRequests } from '#k8s.io/apimachinery/errors';
import { type AdmissionEnvironment, type AdmissionPlugin, admitted } from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const perSecond = 50;
const burst = 100;

export function eventRateLimit(environment: AdmissionEnvironment): AdmissionPlugin {
  const { sim } = environment;
  let tokens = burst;
  let filledAt = sim.now;
  return switchedPlugin(environment, 'EventRateLimit', {
    handles: (operation, resource) =>
      resource.kind === 'Event' && (operation === 'CREATE' || operation === 'UPDATE'),
    *validate({ request }) {
      if (request.dryRun) return admitted;
      tokens = Math.min(burst, tokens + ((sim.now - filledAt) * perSecond) / second);
      filledAt = sim.now;
      if (tokens < 1) return err(tooManyRequests('limit reached on type Server for key ', 10));
      tokens -= 1;
      return admitted;
    },
  });
}
