/** The objects that a rollout command is given; only deployments have rollouts here. */
import { err, ok } from '#base/result';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import {
  boolFlag,
  type FlagSpec,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, notSimulated, type Outcome } from '../failure.ts';
import { kindName } from '../printers/names.ts';
import { fetchObjects } from '../resource/fetch-objects.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';

export interface RolloutObject {
  readonly resource: DiscoveredResource;
  readonly deployment: Deployment;
}

/** Flags that all rollout commands have. */
export const rolloutFlags: readonly FlagSpec[] = [
  stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
  ...refused(
    sliceFlag('filename', 'Files that name the objects', { shorthand: 'f' }),
    stringFlag('kustomize', 'Process the kustomization directory', { shorthand: 'k' }),
    boolFlag('recursive', 'Process the directory recursively', { shorthand: 'R' }),
  ),
];

export function* rolloutObjects({
  session,
  args,
  flags,
}: Invocation): Process<Outcome<readonly RolloutObject[]>> {
  if (args.length === 0) return fail('required resource not specified');
  const selector = flags.string('selector');
  const requests = yield* resolveArguments(session, args, {
    selector,
    allNamespaces: false,
    wholeCollections: true,
  });
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const { infos, failure } = yield* fetchObjects(session, requests.value, { namespace, selector });
  if (failure !== undefined) return err(failure);
  const foreign = infos.find(({ object }) => object.kind !== 'Deployment');
  if (foreign !== undefined) {
    const { resource } = foreign;
    const rolls = resource.group === 'apps' && resource.resource !== 'replicasets';
    if (rolls) return notSimulated(`a rollout of ${kindName(resource)}`);
    const kind =
      resource.group === '' ? `"${resource.kind}"` : `${resource.kind}.${resource.group}`;
    return fail(`no history viewer has been implemented for ${kind}`);
  }
  return ok(infos.map(({ resource, object }) => ({ resource, deployment: object as Deployment })));
}
