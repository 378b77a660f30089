/**
 * The arguments that name objects: `pods`, `pod nginx`, `deploy/web svc/web`, `deploy,rs,pods`.
 *
 * Models k8s.io/cli-runtime pkg/resource builder.go ResourceTypeOrNameArgs. In: words. Out: what to
 * get by name and what to list, in order.
 */
import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

/** One object when it has a name, a collection when not. */
export interface ResourceRequest {
  readonly resource: DiscoveredResource;
  readonly name?: string;
}

export interface ArgumentOptions {
  /** `-l` was given, so names may not be. */
  readonly selector: string;
  /** `--all-namespaces` was given. */
  readonly allNamespaces: boolean;
  /** A kind alone means all objects of it. */
  readonly wholeCollections: boolean;
}

const slashMix =
  'there is no need to specify a resource type as a separate argument when passing arguments in ' +
  "resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of " +
  "'kubectl get resource resource/<resource_name>'";

/** The parsed arguments; a kind that the server does not have is an error. */
export function* resolveArguments(
  session: Session,
  args: readonly string[],
  options: ArgumentOptions,
): Process<Outcome<readonly ResourceRequest[]>> {
  const slashed = args.some((arg) => arg.includes('/'));
  const requests = slashed ? yield* pairs(session, args) : yield* typesAndNames(session, args);
  if (!requests.ok) return requests;
  const named = requests.value.some(({ name }) => name !== undefined);
  if (named && options.selector !== '') {
    return fail(
      slashed
        ? 'selectors and the all flag cannot be used when passing resource/name arguments'
        : 'name cannot be provided when a selector is specified',
    );
  }
  if (named && options.allNamespaces) {
    return fail('a resource cannot be retrieved by name across all namespaces');
  }
  if (!named && !options.wholeCollections && options.selector === '') {
    return fail('resource(s) were provided, but no name was specified');
  }
  return requests;
}

function* pairs(
  session: Session,
  args: readonly string[],
): Process<Outcome<readonly ResourceRequest[]>> {
  const requests: ResourceRequest[] = [];
  for (const arg of args) {
    const [type = '', name = '', ...more] = arg.split('/');
    if (!arg.includes('/')) return fail(slashMix);
    if (more.length > 0) {
      return fail('arguments in resource/name form may not have more than one slash');
    }
    if (type === '' || name === '' || type.includes(',')) {
      return fail('arguments in resource/name form must have a single resource and name');
    }
    const resource = yield* resourceOfType(session, type);
    if (!resource.ok) return resource;
    requests.push({ resource: resource.value, name });
  }
  return ok(requests);
}

function* typesAndNames(
  session: Session,
  [types = '', ...names]: readonly string[],
): Process<Outcome<readonly ResourceRequest[]>> {
  if (names.length > 0 && types.split(',').includes('')) {
    return fail('arguments in resource/name form must have a single resource and name');
  }
  const resources = yield* resourcesOf(session, types);
  if (!resources.ok) return resources;
  if (names.length === 0) return ok(resources.value.map((resource) => ({ resource })));
  return ok(resources.value.flatMap((resource) => names.map((name) => ({ resource, name }))));
}

/** `deploy,rs` or a category, each resource once. */
function* resourcesOf(
  session: Session,
  types: string,
): Process<Outcome<readonly DiscoveredResource[]>> {
  const found = new Set<DiscoveredResource>();
  for (const type of types.split(',')) {
    const category = yield* session.mapper.category(type);
    if (!category.ok) return category;
    if (category.value !== undefined) {
      for (const resource of category.value) found.add(resource);
      continue;
    }
    const resource = yield* resourceOfType(session, type);
    if (!resource.ok) return resource;
    found.add(resource.value);
  }
  return ok([...found]);
}

/** Source: builder.go mappingFor. */
export function* resourceOfType(
  session: Session,
  type: string,
): Process<Outcome<DiscoveredResource>> {
  const resource = yield* session.mapper.resourceFor(type);
  if (!resource.ok) return resource;
  return resource.value === undefined
    ? fail(`the server doesn't have a resource type "${type.split('.')[0]}"`)
    : ok(resource.value);
}
