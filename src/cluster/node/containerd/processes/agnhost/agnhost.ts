/**
 * `/agnhost` of the Kubernetes test images: one program with many commands.
 *
 * Models test/images/agnhost of Kubernetes v1.36. In: `/agnhost COMMAND FLAGS`. Out: what that
 * command does; commands that are not modelled say so and end with exit code 1.
 */
import type { Process } from '#sim/simulation';
import type { ProcessContext, Program } from '../program.ts';
import { crdConversionWebhook } from './crd-conversion-webhook.ts';
import { healthChecking } from './grpc-health-checking.ts';
import { guestbook } from './guestbook.ts';
import { netexec } from './netexec.ts';
import { nettest } from './nettest.ts';
import { testIssuerDiscovery } from './openidmetadata.ts';
import {
  dnsServerList,
  dnsSuffix,
  entrypointTester,
  etcHosts,
  logsGenerator,
  mounttest,
} from './printers.ts';
import { liveness, porter, serveHostname, testWebserver } from './servers.ts';
import { webhook } from './webhook.ts';

type Command = (context: ProcessContext, words: readonly string[]) => Process<number>;

/** `pause`: waits for a signal, and leaves its name as the termination message. */
function* pause({ signals, out, env, files }: ProcessContext): Process<number> {
  signals.handled.add('SIGTERM').add('SIGINT');
  out('Paused\nSignals registered\n');
  for (;;) {
    const signal = signals.take();
    if (signal !== undefined) {
      const name = signal === 'SIGINT' ? 'interrupt' : 'terminated';
      const message = `exiting because of signal "${name}"\n`;
      files.write(env.get('TERMINATION_MESSAGE_PATH') || '/dev/termination-log', message);
      out(message);
      return signal === 'SIGINT' ? 1 : 2;
    }
    yield* signals.arrived.wait();
  }
}

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    'crd-conversion-webhook': crdConversionWebhook,
    'dns-server-list': dnsServerList,
    'dns-suffix': dnsSuffix,
    'entrypoint-tester': entrypointTester,
    'etc-hosts': etcHosts,
    'grpc-health-checking': healthChecking,
    guestbook,
    liveness,
    'logs-generator': logsGenerator,
    mounttest,
    netexec,
    nettest,
    pause,
    porter,
    'serve-hostname': serveHostname,
    'test-service-account-issuer-discovery': testIssuerDiscovery,
    'test-webserver': testWebserver,
    webhook,
  }),
);

/** Its commands that are not modelled. */
const others = new Set(
  (
    'audit-proxy connect external-metrics fake-gitserver ' +
    'fake-registry-server inclusterclient mtlsclient mtlsserver net no-snat-test ' +
    'no-snat-test-proxy nonewprivs podcertificatesigner port-forward-tester ' +
    'resource-consumer-controller tcp-reset'
  ).split(' '),
);

export const agnhost: Program = function* (context) {
  const [, name = '', ...words] = context.argv;
  const command = commands.get(name);
  if (command !== undefined) return yield* command(context, words);
  if (others.has(name)) context.err(`agnhost: ${name} is not simulated\n`);
  else context.err(`Error: unknown command "${name}" for "app"\n`);
  return 1;
};
