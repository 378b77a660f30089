/**
 * `kubectl auth can-i VERB TYPE`.
 *
 * Models k8s.io/kubectl pkg/cmd/auth cani.go: the server answers a SelfSubjectAccessReview.
 */
import { err, ok } from '#base/result';
import type { SelfSubjectAccessReview } from '#k8s.io/api/authorization/v1';
import type { Process } from '#sim/simulation';
import { acceptProtobuf, protobuf } from '../api-client.ts';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { listRules } from './list-rules.ts';

const reviews = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectaccessreviews',
  kind: 'SelfSubjectAccessReview',
  namespaced: false,
};

export const canI: Command = {
  name: 'can-i',
  short: 'Check whether an action is allowed',
  usage: 'VERB [TYPE | TYPE/NAME | NONRESOURCEURL]',
  flags: [
    boolFlag('all-namespaces', 'Check the action in all namespaces', { shorthand: 'A' }),
    boolFlag('quiet', 'Only return the exit code', { shorthand: 'q' }),
    stringFlag('subresource', 'Such as pod/log or deployment/scale'),
    boolFlag('list', 'Print all allowed actions'),
    boolFlag('no-headers', 'Print allowed actions without headers'),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  if (flags.bool('list')) {
    if (args.length !== 0) return fail('list option must be specified with no arguments');
    if (flags.bool('quiet'))
      return fail("list option and quiet option can't be specified together");
    return yield* listRules(invocation);
  }
  const [verb = '', what, ...more] = args;
  if (what === undefined || more.length > 0) {
    return fail(
      'you must specify two arguments: verb resource or verb resource/resourceName.\n' +
        "See 'kubectl auth can-i -h' for help and examples.",
    );
  }
  const spec = what.startsWith('/')
    ? pathQuestion(invocation, verb, what)
    : yield* resourceQuestion(invocation, verb, what);
  if (!spec.ok) return spec;
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: {},
    spec: spec.value,
  };
  const at = { namespace: '', accept: acceptProtobuf, contentType: protobuf };
  const answer = yield* session.client.create<SelfSubjectAccessReview>(reviews, at, body);
  if (!answer.ok) return answer;
  const { allowed = false, reason = '', evaluationError = '' } = answer.value.status ?? {};
  const why = [reason, evaluationError].filter((text) => text !== '').map((text) => ` - ${text}`);
  if (!flags.bool('quiet')) session.out(allowed ? 'yes\n' : `no${why.join('')}\n`);
  return allowed ? ok(undefined) : err({ kind: 'plain', message: '', exitCode: 1 });
}

/** Source: can_i.go resourceVerbs, nonResourceURLVerbs. */
const resourceVerbs =
  'get list watch create update patch delete deletecollection use bind impersonate * approve sign ' +
  'escalate attest';
const pathVerbs = 'get put post head options delete patch *';

/** Resources that clients cannot discover but may ask about. */
const undiscoverable = ['users', 'groups'];

function warnOfVerb({ session }: Invocation, known: string, verb: string): void {
  if (known.split(' ').includes(verb)) return;
  session.err(`Warning: verb '${verb}' is not a known verb\n\n`);
}

function pathQuestion(invocation: Invocation, verb: string, path: string) {
  warnOfVerb(invocation, pathVerbs, verb);
  return ok({ nonResourceAttributes: { verb, path } });
}

/** Source: can_i.go resourceFor. */
function warnOfType({ session }: Invocation, type: string): void {
  if (type === '*' || undiscoverable.includes(type)) return;
  const [plural = '', ...group] = type.split('.');
  const where = group.length === 0 ? '' : ` in group '${group.join('.')}'`;
  session.err(`Warning: the server doesn't have a resource type '${plural}'${where}\n`);
}

function* resourceQuestion(invocation: Invocation, verb: string, what: string) {
  const { session, flags } = invocation;
  const [type = '', name = ''] = what.split('/');
  const found = type === '*' ? ok(undefined) : yield* session.mapper.resourceFor(type);
  if (!found.ok) return found;
  const resource = found.value;
  if (resource === undefined) warnOfType(invocation, type);
  const everywhere = flags.bool('all-namespaces');
  if (resource?.namespaced === false && !everywhere) {
    const group = resource.group === '' ? '' : ` in group '${resource.group}'`;
    session.err(`Warning: resource '${resource.resource}' is not namespace scoped${group}\n\n`);
  }
  if (!everywhere) warnOfVerb(invocation, resourceVerbs, verb);
  const subresource = flags.string('subresource');
  return ok({
    resourceAttributes: {
      ...(everywhere ? {} : { namespace: session.config.namespace }),
      verb,
      group: resource?.group ?? '',
      resource: resource?.resource ?? type,
      ...(subresource === '' ? {} : { subresource }),
      ...(name === '' ? {} : { name }),
    },
  });
}
