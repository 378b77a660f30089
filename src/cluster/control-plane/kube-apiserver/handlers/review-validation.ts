/**
 * Checks a posted review.
 *
 * Models kubernetes pkg/apis/authorization/validation validation.go and the first lines of each
 * rest.go. In upstream's internal version a review has no kind, so it is empty in messages too.
 */
import type {
  LocalSubjectAccessReview,
  SubjectAccessReviewSpec,
} from '#k8s.io/api/authorization/v1';
import { badRequest, invalid } from '#k8s.io/apimachinery/errors';
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';

const internalKind = { group: 'authorization.k8s.io', kind: '' };

const wrong = (field: string, badValue: unknown, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  badValue,
  detail,
});

const refusal = (errors: readonly FieldError[]): Status | undefined =>
  errors.length === 0 ? undefined : invalid(internalKind, '', errors);

type Check = (object: KubeObject) => Status | undefined;

const checks: Readonly<Record<string, Check | undefined>> = {
  tokenreviews: ({ spec }) =>
    ((spec ?? {}) as { readonly token?: string }).token
      ? undefined
      : badRequest('token is required for TokenReview in authentication'),
  selfsubjectrulesreviews: ({ spec }) =>
    ((spec ?? {}) as { readonly namespace?: string }).namespace
      ? undefined
      : badRequest('no namespace on request'),
  selfsubjectaccessreviews: (object) => refusal(questionErrors(specOf(object))),
  subjectaccessreviews: (object) =>
    refusal([...questionErrors(specOf(object)), ...subjectErrors(specOf(object))]),
  localsubjectaccessreviews: (object) =>
    refusal([
      ...questionErrors(specOf(object)),
      ...subjectErrors(specOf(object)),
      ...localErrors(asObject<LocalSubjectAccessReview>(object)),
    ]),
};

export const reviewRefusal = (plural: string, object: KubeObject): Status | undefined =>
  checks[plural]?.(object);

const specOf = (object: KubeObject): SubjectAccessReviewSpec =>
  (object.spec ?? {}) as SubjectAccessReviewSpec;

function questionErrors(spec: SubjectAccessReviewSpec): readonly FieldError[] {
  const { resourceAttributes: asked, nonResourceAttributes: path } = spec;
  if ((asked === undefined) !== (path === undefined)) return [];
  return path === undefined
    ? [
        wrong(
          'spec.resourceAttributes',
          null,
          'exactly one of nonResourceAttributes or resourceAttributes must be specified',
        ),
      ]
    : [
        wrong(
          'spec.nonResourceAttributes',
          path,
          'cannot be specified in combination with resourceAttributes',
        ),
      ];
}

const subjectErrors = ({
  user = '',
  groups = [],
}: SubjectAccessReviewSpec): readonly FieldError[] =>
  user === '' && groups.length === 0
    ? [wrong('spec.user', '', 'at least one of user or group must be specified')]
    : [];

function localErrors({ metadata, spec }: LocalSubjectAccessReview): readonly FieldError[] {
  const { resourceAttributes: asked, nonResourceAttributes: path } = spec;
  const { namespace = '' } = metadata as { readonly namespace?: string };
  const errors: FieldError[] = [];
  if (asked !== undefined && asked.namespace !== namespace) {
    const field = 'spec.resourceAttributes.namespace';
    errors.push(wrong(field, asked.namespace ?? '', 'must match metadata.namespace'));
  }
  if (path !== undefined) {
    errors.push(wrong('spec.nonResourceAttributes', path, 'disallowed on this kind of request'));
  }
  return errors;
}
