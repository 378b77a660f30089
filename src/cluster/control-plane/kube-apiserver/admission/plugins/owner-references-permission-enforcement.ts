/** Source: kubernetes plugin/pkg/admission/gc gc_admission.go. */
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import {
  type AdmissionAttributes,
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
} from '../admission.ts';
import { switchedPlugin } from '../switched.ts';

const prefix =
  "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";

const ownersOf = (object: AdmissionAttributes['object'] | undefined): readonly OwnerReference[] =>
  object?.metadata?.ownerReferences ?? [];

export const ownerReferencesPermissionEnforcement = (
  environment: AdmissionEnvironment,
): AdmissionPlugin =>
  switchedPlugin(environment, 'OwnerReferencesPermissionEnforcement', {
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    *validate(attributes) {
      const { object, old, request } = attributes;
      if (deepEqual(ownersOf(object), ownersOf(old))) return admitted;
      const { user, resource, namespace } = request;
      const { name } = object.metadata;
      const mayDelete = environment.authorize({
        user,
        verb: 'delete',
        group: resource.group,
        resource: resource.plural,
        subresource: request.subresource,
        namespace,
        name,
      });
      if (!mayDelete.allowed) {
        const why = "cannot set an ownerRef on a resource you can't delete";
        return deny(attributes, `${why}: ${mayDelete.reason}, <nil>`);
      }
      for (const owner of newlyBlocking(ownersOf(object), ownersOf(old))) {
        const found = environment.resourceForKind(owner.apiVersion, owner.kind);
        if (found === undefined) {
          const match = `no matches for kind "${owner.kind}" in version "${owner.apiVersion}"`;
          const why =
            'cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion';
          return deny(attributes, `${why} ${owner.apiVersion} Kind ${owner.kind}: ${match}`);
        }
        const answer = environment.authorize({
          user,
          verb: 'update',
          group: found.group,
          resource: found.plural,
          subresource: 'finalizers',
          namespace: found.namespaced ? namespace : '',
          name: owner.name,
        });
        if (!answer.allowed) return deny(attributes, `${prefix}: ${answer.reason}, <nil>`);
      }
      return admitted;
    },
  });

/**
 * References that block the deletion of their owner now and did not before. Source:
 * newBlockingOwnerDeletionRefs.
 */
function newlyBlocking(
  now: readonly OwnerReference[],
  before: readonly OwnerReference[],
): readonly OwnerReference[] {
  const blocked = new Set(
    before.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).map(({ uid }) => uid),
  );
  return now.filter(
    ({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && !blocked.has(uid),
  );
}
