/** A server with the admission plugins that a test names, and the outcome of each for a request. */
import { resourceOf } from '#k8s.io/apimachinery/resources';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { type ApiCall, ApiFixture } from '../api.test.fixture.ts';

/** A manifest as a user writes it. Without a namespace it goes to `default`. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
}

interface SendOptions extends ApiCall {
  readonly subresource?: string;
  readonly dryRun?: boolean;
}

const pathOf = (manifest: Manifest): string => {
  const { groupVersionPath, namespaced, plural } = resourceOf(manifest as never);
  const { namespace = 'default' } = manifest.metadata;
  return `${groupVersionPath}${namespaced ? `/namespaces/${namespace}` : ''}/${plural}`;
};

export class AdmissionBed {
  readonly api: ApiFixture;

  constructor(...enableAdmissionPlugins: readonly string[]) {
    this.api = new ApiFixture({ enableAdmissionPlugins });
  }

  /** Creates the object of a manifest. */
  send(manifest: Manifest, { dryRun = false, ...call }: SendOptions = {}): HttpResponse {
    return this.api.create(`${pathOf(manifest)}${dryRun ? '?dryRun=All' : ''}`, manifest, call);
  }

  /** Changes the object of a manifest, or a subresource of it, by a merge patch. */
  change(manifest: Manifest, patch: object, options: SendOptions = {}): HttpResponse {
    const { subresource, dryRun = false, ...call } = options;
    const name = `${pathOf(manifest)}/${manifest.metadata.name}`;
    const path = subresource === undefined ? name : `${name}/${subresource}`;
    return this.api.patch(`${path}${dryRun ? '?dryRun=All' : ''}`, 'merge-patch+json', patch, call);
  }

  delete(manifest: Manifest): HttpResponse {
    return this.api.call('DELETE', `${pathOf(manifest)}/${manifest.metadata.name}`);
  }

  /** Creates a namespace with its default service account. */
  namespace(name: string, metadata: object = {}): void {
    this.send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } });
    const account = { name: 'default', namespace: name };
    this.send({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: account });
  }

  /** Grants alice the rights of a rule, in every namespace. */
  grant(name: string, rule: object): void {
    const apiGroup = 'rbac.authorization.k8s.io';
    const apiVersion = `${apiGroup}/v1`;
    const role = { apiVersion, kind: 'ClusterRole', metadata: { name }, rules: [rule] };
    this.send(role);
    const binding = {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup, kind: 'ClusterRole', name },
      subjects: [{ apiGroup, kind: 'User', name: 'alice' }],
    };
    this.send(binding);
  }

  /** The outcomes of a plugin for the last request: in the mutating and in the validating pass. */
  outcomes(plugin: string): readonly string[] {
    const { facts } = this.api.tracer;
    const mutated = facts.findLast((fact) => fact.type === 'Mutated');
    const admitted = facts.findLast((fact) => fact.type === 'Admitted');
    return [mutated, admitted].map((pass) => {
      const found = pass?.plugins.find((each) => each.plugin === plugin);
      return found === undefined ? '' : [found.outcome, found.detail].filter(Boolean).join(': ');
    });
  }
}

export const podOf = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: { containers: [{ name: 'a', image: 'nginx' }], ...spec },
});

/** The spec of the returned object. */
export const specOf = ({ body }: HttpResponse): unknown =>
  (body as { readonly spec?: unknown }).spec;
