/**
 * Admission of requests that open a connection: exec, attach, portforward and proxy of pods.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers rest.go ConnectResource. The object is made of the
 * options in the query; there is no old one. Reading a log is not a connection.
 */
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { subresourceOf } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { AdmissionChain } from '../admission/chain.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestAttributes } from '../request-attributes.ts';

/** Why the connection is refused; undefined when it may be opened. */
export function* admitConnect(
  chain: AdmissionChain,
  exchange: Exchange,
  attrs: RequestAttributes,
): Process<Status | undefined> {
  const change = {
    request: attrs,
    operation: 'CONNECT' as const,
    object: optionsOf(exchange, attrs),
    old: undefined,
  };
  const admitted = yield* chain.admit(change);
  if (!admitted.ok) return admitted.error;
  const checked = yield* chain.validate(change);
  return checked.ok ? undefined : checked.error;
}

const flags: ReadonlySet<string> = new Set(['stdin', 'stdout', 'stderr', 'tty']);

/** The options as an object: `PodExecOptions` and the like. */
function optionsOf({ http, info }: Exchange, { resource, subresource }: RequestAttributes) {
  const kind = subresourceOf(resource, subresource)?.kind ?? '';
  const options: Record<string, unknown> = { kind, apiVersion: 'v1', metadata: {} };
  for (const [name, value] of Object.entries(info.query)) {
    if (name !== 'command') options[name] = flags.has(name) ? value === 'true' : value;
  }
  const commands = [...http.url.matchAll(/[?&]command=([^&]*)/g)].map(([, word = '']) =>
    decodeURIComponent(word.replaceAll('+', ' ')),
  );
  if (commands.length > 0) options['command'] = commands;
  return asObject<KubeObject>(options);
}
