/**
 * Reviews: objects that are answered at once and never stored. Who am I, may I, whose token is
 * this?
 *
 * Models kubernetes pkg/registry/authentication and pkg/registry/authorization.
 */
import { err, ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { SelfSubjectReview, TokenReview } from '#k8s.io/api/authentication/v1';
import type {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReview,
} from '#k8s.io/api/authorization/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Simulation } from '#sim/simulation';
import { type Authentication, apiAudiences } from '../authenticator/authenticator.ts';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { Attributes } from '../authorizer/authorizer.ts';
import type { UnionAuthorizer } from '../authorizer/union.ts';
import type { RestStorage } from '../registry/rest-storage.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { reviewRefusal } from './review-validation.ts';

export interface ReviewParts {
  readonly sim: Simulation;
  readonly authorizer: UnionAuthorizer;
  readonly authenticateToken: (token: string, audiences: readonly string[]) => Authentication;
}

type Review = (parts: ReviewParts, attrs: RequestAttributes, object: KubeObject) => KubeObject;

const reviews: Readonly<Record<string, Review | undefined>> = {
  selfsubjectreviews: reviewSelf,
  tokenreviews: reviewToken,
  selfsubjectaccessreviews: (parts, attrs, object) => reviewAccess(parts, object, attrs.user),
  subjectaccessreviews: (parts, _attrs, object) => reviewAccess(parts, object, subjectOf(object)),
  localsubjectaccessreviews: (parts, _attrs, object) =>
    reviewAccess(parts, object, subjectOf(object)),
  selfsubjectrulesreviews: reviewRules,
};

/** The storage of a review resource; `undefined` for all others. */
export function reviewStorage(parts: ReviewParts, resource: ResourceInfo): RestStorage | undefined {
  const review = reviews[resource.plural];
  if (review === undefined || !resource.group.startsWith('auth')) return undefined;
  return {
    *create(attrs, object) {
      yield 0; // Nothing is stored, so this takes no time.
      const refusal = reviewRefusal(resource.plural, object);
      if (refusal !== undefined) return err(refusal);
      return ok(review(parts, attrs, object));
    },
  };
}

const userInfoOf = ({ name, uid, groups, extra }: UserInfo) => ({
  username: name,
  ...(uid !== '' && { uid }),
  groups,
  ...(Object.keys(extra).length > 0 && { extra }),
});

function reviewSelf({ sim }: ReviewParts, { user }: RequestAttributes): KubeObject {
  const review: SelfSubjectReview = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'SelfSubjectReview',
    metadata: { creationTimestamp: rfc3339(sim.now) },
    status: { userInfo: userInfoOf(user) },
  };
  return asObject<KubeObject>(review);
}

/** Source: pkg/registry/authentication/tokenreview/storage.go Create. */
function reviewToken(
  { authenticateToken }: ReviewParts,
  _attrs: RequestAttributes,
  object: KubeObject,
): KubeObject {
  const review = asObject<TokenReview>(object);
  const { token, audiences } = review.spec;
  const wanted = audiences?.length ? audiences : apiAudiences;
  const answer = authenticateToken(token, wanted);
  // What knows no audiences speaks for those of the API server. Source: audagnostic.go.
  const granted = apiAudiences.filter((audience) => wanted.includes(audience));
  const status =
    answer.outcome === 'authenticated'
      ? {
          authenticated: true,
          user: userInfoOf(answer.user),
          audiences: answer.audiences ?? granted,
        }
      : { authenticated: false, error: `[${answer.detail}]` };
  return { ...object, status };
}

/** The answer does not repeat the spec. Source: selfsubjectrulesreview rest.go Create. */
function reviewRules(
  { authorizer }: ReviewParts,
  { user }: RequestAttributes,
  object: KubeObject,
): KubeObject {
  const { namespace = '' } = (object.spec ?? {}) as { readonly namespace?: string };
  const { rules, error } = authorizer.rulesFor(user, namespace);
  const resourceRules = rules
    .filter(({ resources = [] }) => resources.length > 0)
    .map(({ verbs, apiGroups = [], resources, resourceNames = [] }) => ({
      verbs,
      apiGroups,
      resources,
      ...(resourceNames.length > 0 && { resourceNames }),
    }));
  const nonResourceRules = rules
    .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
    .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs }));
  const evaluation = error === '' ? {} : { evaluationError: error };
  const incomplete = error !== '';
  const status = { resourceRules, nonResourceRules, incomplete, ...evaluation };
  return { ...object, spec: {}, status };
}

interface AccessSpec {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

function reviewAccess({ authorizer }: ReviewParts, object: KubeObject, user: UserInfo): KubeObject {
  const { allowed, reason } = authorizer.authorize(questionOf(object.spec as AccessSpec, user));
  return { ...object, status: { allowed, ...(reason !== '' && { reason }) } };
}

function questionOf(spec: AccessSpec, user: UserInfo): Attributes {
  const { resourceAttributes: asked, nonResourceAttributes: path } = spec;
  return {
    user,
    isResourceRequest: asked !== undefined,
    verb: asked?.verb ?? path?.verb ?? '',
    group: asked?.group ?? '',
    resource: asked?.resource ?? '',
    subresource: asked?.subresource ?? '',
    namespace: asked?.namespace ?? '',
    name: asked?.name ?? '',
    path: path?.path ?? '',
    fieldSelector: asked?.fieldSelector?.rawSelector ?? '',
  };
}

function subjectOf(object: KubeObject): UserInfo {
  const {
    user = '',
    groups = [],
    uid = '',
    extra = {},
  } = asObject<SubjectAccessReview>(object).spec;
  return { name: user, uid, groups, extra };
}
