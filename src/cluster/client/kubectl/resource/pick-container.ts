/** Chooses a container of a pod. Source: k8s.io/kubectl pkg/cmd/util/podcmd podcmd.go. */
import { ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

const defaultContainerAnnotation = 'kubectl.kubernetes.io/default-container';

/**
 * The named one, the one an annotation names, or the first, with a message unless `quiet`.
 */
export function pickContainer(
  session: Session,
  pod: Pod,
  asked: string,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Outcome<string> {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const all = [
    ...containers.map(({ name }) => ({ name, text: name })),
    ...ephemeralContainers.map(({ name }) => ({ name, text: `${name} (ephem)` })),
    ...initContainers.map(({ name }) => ({ name, text: `${name} (init)` })),
  ];
  const names = all.map(({ text }) => text).join(', ');
  if (asked !== '') {
    if (all.some(({ name }) => name === asked)) return ok(asked);
    return fail(`container ${asked} is not valid for pod ${pod.metadata.name} out of: ${names}`);
  }
  const annotated = pod.metadata.annotations?.[defaultContainerAnnotation] ?? '';
  if (annotated !== '' && all.some(({ name }) => name === annotated)) return ok(annotated);
  const [first] = containers;
  if (first === undefined) return fail(`no containers found in pod ${pod.metadata.name}`);
  if (all.length > 1 && !quiet) {
    session.err(`Defaulted container "${first.name}" out of: ${names}\n`);
  }
  return ok(first.name);
}
