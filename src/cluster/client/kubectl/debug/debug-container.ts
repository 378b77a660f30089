/** The container that `kubectl debug` adds. Source: debug.go generateDebugContainer. */

import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import { randomString } from '#k8s.io/apimachinery/rand';
import type { Invocation } from '../command.ts';
import { fail, type Outcome } from '../failure.ts';
import { containerSecurity, type DebugStyle } from './profiles.ts';

/** The requested name, or a new one that no container of the pod has, which is printed. */
export function debugContainerName(
  { session, flags }: Invocation,
  taken: readonly string[],
): string {
  const asked = flags.string('container');
  if (asked !== '') return asked;
  let name = '';
  do name = `debugger-${randomString(session.prng, 5)}`;
  while (taken.includes(name));
  if (!flags.bool('quiet')) session.out(`Defaulting debug container name to ${name}.\n`);
  return name;
}

export function debugContainer(
  { flags, dashArgs = [] }: Invocation,
  name: string,
  style: DebugStyle,
): Outcome<JsonObject> {
  const env: JsonValue[] = [];
  for (const pair of flags.list('env')) {
    const equals = pair.indexOf('=');
    if (equals <= 0) return fail(`invalid env: ${pair}`);
    env.push({ name: pair.slice(0, equals), value: pair.slice(equals + 1) });
  }
  const policy = flags.string('image-pull-policy');
  const words = flags.bool('arguments-only') ? 'args' : 'command';
  const security = containerSecurity(flags.string('profile'), style);
  const target = flags.string('target');
  return ok({
    ...(dashArgs.length === 0 ? {} : { [words]: dashArgs }),
    ...(env.length === 0 ? {} : { env }),
    image: flags.string('image'),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    name,
    resources: {},
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
    ...defined({ securityContext: security }),
    ...(style === 'ephemeral' && target !== '' ? { targetContainerName: target } : {}),
    terminationMessagePolicy: 'File',
  });
}
