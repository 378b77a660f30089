/** The objects of a changing command, chosen by its arguments, by `-l`, or by `--all`. */
import { err, ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import { boolFlag, type FlagSpec, stringFlag } from '../command-line/flag-spec.ts';
import { aggregate, type Failure, fail, type Outcome } from '../failure.ts';
import { hasFiles, readManifests } from '../manifest/read-manifests.ts';
import { type Fetched, fetchObjects, type Info } from './fetch-objects.ts';
import { missingResources } from './missing-resources.ts';
import { resolveArguments } from './resource-arguments.ts';

/** Flags with which objects are chosen. */
export const choiceFlags: readonly FlagSpec[] = [
  boolFlag('all', 'Select all resources of the given types in the namespace'),
  stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
];

/** Reads the objects; returns the first failure. */
export function* objectsOf(
  invocation: Invocation,
  args: readonly string[],
): Process<Outcome<readonly Info[]>> {
  const { infos, failure } = yield* objectsFound(invocation, args);
  return failure === undefined ? ok(infos) : err(failure);
}

/** Reads the objects; a failure does not affect the other objects. */
export function* objectsFound(invocation: Invocation, args: readonly string[]): Process<Fetched> {
  const { session, flags } = invocation;
  const given = hasFiles(flags);
  if (given) {
    return args.length > 0 ? nothing(mixedSources()) : yield* objectsOfFiles(invocation);
  }
  const selector = flags.has('selector') ? flags.string('selector') : '';
  const all = flags.has('all') && flags.bool('all');
  const allNamespaces = flags.has('all-namespaces') && flags.bool('all-namespaces');
  if (args.length === 0) return nothing(missingResources());
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces,
    wholeCollections: all,
  });
  if (!requests.ok) return nothing(requests);
  const namespace = allNamespaces ? '' : session.config.namespace;
  return yield* fetchObjects(session, requests.value, { namespace, selector });
}

const nothing = ({ error }: { readonly error: Failure }): Fetched => ({
  infos: [],
  failure: error,
});

/** Source: cli-runtime pkg/resource builder.go Do. */
export const mixedSources = () =>
  fail(
    'when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well',
  );

/** The live objects named in manifests. */
export function* objectsOfFiles(invocation: Invocation): Process<Fetched> {
  const { session } = invocation;
  const read = yield* readManifests(invocation, false);
  if (!read.ok) return { infos: [], failure: read.error };
  const infos: Info[] = [];
  const failures: Failure[] = read.value.failure === undefined ? [] : [read.value.failure];
  for (const { resource, name, namespace } of session.sim.inTurn(read.value.manifests)) {
    const requests = [{ resource, name }];
    const fetched = yield* fetchObjects(session, requests, { namespace, selector: '' });
    infos.push(...fetched.infos);
    if (fetched.failure !== undefined) failures.push(fetched.failure);
  }
  return { infos, failure: aggregate(failures) };
}
