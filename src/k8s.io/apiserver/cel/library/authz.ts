/**
 * Questions to the authorizers: `authorizer.group('apps').resource('deployments').check('create')`.
 * Models k8s.io/apiserver pkg/cel/library/authz.go. What is asked takes no virtual time.
 */
import { functions, type Library } from './library.ts';

/** One check, as the authorizers are asked. */
export interface AuthorizerQuestion {
  readonly user: 'requester' | { readonly serviceAccount: string; readonly namespace: string };
  readonly verb: string;
  /** Set: a path that is no resource. */
  readonly path: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface AuthorizerAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

export type AskAuthorizer = (question: AuthorizerQuestion) => AuthorizerAnswer;

/** A question that is being put together. */
class Check {
  readonly ask: AskAuthorizer;
  readonly question: AuthorizerQuestion;

  constructor(ask: AskAuthorizer, question: AuthorizerQuestion) {
    this.ask = ask;
    this.question = question;
  }
}

export class AuthorizerValue extends Check {
  /** The resource of the request itself. */
  readonly requestResource: ResourceCheck;

  constructor(ask: AskAuthorizer, question: AuthorizerQuestion) {
    super(ask, { ...question, group: '', resource: '', subresource: '', namespace: '', name: '' });
    this.requestResource = new ResourceCheck(ask, question);
  }
}
class PathCheck extends Check {}
class GroupCheck extends Check {}
class ResourceCheck extends Check {}

class Decision {
  readonly answer: AuthorizerAnswer;

  constructor(answer: AuthorizerAnswer) {
    this.answer = answer;
  }
}

const prefix = 'kubernetes.authorization';
/** The type of the variable `authorizer`. */
export const authorizerType = `${prefix}.Authorizer`;

const more =
  (part: keyof AuthorizerQuestion) =>
  ({ ask, question }: Check, value: string): ResourceCheck =>
    new ResourceCheck(ask, { ...question, [part]: value });
const checked = ({ ask, question }: Check, verb: string): Decision =>
  new Decision(ask({ ...question, verb }));

export const authorization: Library = (environment) => {
  const [path, group, resource, decision] = ['Path', 'Group', 'Resource', 'Decision'].map((word) =>
    word === 'Decision' ? `${prefix}.Decision` : `${prefix}.${word}Check`,
  );
  environment.registerType(`${path}`, PathCheck as never);
  environment.registerType(`${group}`, GroupCheck as never);
  environment.registerType(`${resource}`, ResourceCheck as never);
  environment.registerType(`${decision}`, Decision as never);
  environment.registerType(authorizerType, {
    ctor: AuthorizerValue as never,
    fields: { requestResource: `${resource}` },
  });
  functions(environment, {
    [`${authorizerType}.path(string): ${path}`]: ({ ask, question }: Check, value: string) =>
      new PathCheck(ask, { ...question, path: value }),
    [`${authorizerType}.group(string): ${group}`]: ({ ask, question }: Check, value: string) =>
      new GroupCheck(ask, { ...question, group: value }),
    [`${authorizerType}.serviceAccount(string, string): ${authorizerType}`]: (
      { ask, question }: Check,
      namespace: string,
      serviceAccount: string,
    ) => new AuthorizerValue(ask, { ...question, user: { namespace, serviceAccount } }),
    [`${group}.resource(string): ${resource}`]: more('resource'),
    [`${resource}.subresource(string): ${resource}`]: more('subresource'),
    [`${resource}.namespace(string): ${resource}`]: more('namespace'),
    [`${resource}.name(string): ${resource}`]: more('name'),
    [`${path}.check(string): ${decision}`]: checked,
    [`${resource}.check(string): ${decision}`]: checked,
    [`${decision}.allowed(): bool`]: ({ answer }: Decision) => answer.allowed,
    [`${decision}.reason(): string`]: ({ answer }: Decision) => answer.reason,
    [`${decision}.errored(): bool`]: () => false,
    [`${decision}.error(): string`]: () => '',
  });
};
