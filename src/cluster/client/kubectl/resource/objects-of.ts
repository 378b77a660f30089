/** The objects that a changing command is given by its arguments, by `-l`, or by `--all`. */
import { err, ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import {
  boolFlag,
  type FlagSpec,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import type { Outcome } from '../failure.ts';
import { fetchObjects, type Info } from './fetch-objects.ts';
import { missingResources } from './missing-resources.ts';
import { resolveArguments } from './resource-arguments.ts';

/** Flags with which objects are chosen. */
export const choiceFlags: readonly FlagSpec[] = [
  boolFlag('all', 'Select all resources of the given types in the namespace'),
  stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
];

export const refusedFileFlags: readonly FlagSpec[] = refused(
  sliceFlag('filename', 'Files that name the objects', { shorthand: 'f' }),
  stringFlag('kustomize', 'Process the kustomization directory', { shorthand: 'k' }),
  boolFlag('recursive', 'Process the directory recursively', { shorthand: 'R' }),
);

/** Reads the objects; the first that cannot be read is the answer. */
export function* objectsOf(
  { session, flags }: Invocation,
  args: readonly string[],
): Process<Outcome<readonly Info[]>> {
  const selector = flags.has('selector') ? flags.string('selector') : '';
  const all = flags.has('all') && flags.bool('all');
  if (args.length === 0) return missingResources();
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces: false,
    wholeCollections: all,
  });
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const { infos, failure } = yield* fetchObjects(session, requests.value, { namespace, selector });
  return failure === undefined ? ok(infos) : err(failure);
}
