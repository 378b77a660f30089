import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('goes through a load balancer and an ingress controller to a Pod, and each can say no', () => {
  const { printed, log } = run();
  expect(printed).toContain('Welcome to nginx!');
  expect(printed).toContain('404 Not Found');
  expect(printed).toContain('503 Service Temporarily Unavailable');
  expect(printed).toMatch(/^web +nginx +shop\.example +172\.30\.255\.1 +80 /m);
  const proxied = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'RequestProxied' ? [fact] : []));
  expect(proxied.map(({ status }) => status)).toEqual([200, 404, 503]);
  const hops = log.facts.slice().flatMap((fact) => (fact.type === 'PacketHop' ? [fact] : []));
  expect(hops.filter(({ hop }) => hop === 'balanced')).toHaveLength(3);
  // The Pod sees the ingress controller as its client, not the person.
  const answered = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'ConnectionAnswered' ? [fact] : []));
  const toPod = answered.find(({ namespace }) => namespace.startsWith('ingress-nginx/'));
  expect(toPod?.client.ip).toMatch(/^10\.244\./);
});
