/** Read access to the served custom resources, and to built-in ones behind feature gates. */
import type { Duration } from '#base/sim-time';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

/** What the handlers and discovery need to know about what not every server serves. */
export interface CustomResourceLookup {
  /** Changes whenever the served resources change. */
  readonly revision: number;
  find(group: string, version: string, plural: string): ResourceInfo | undefined;
  findKind(apiVersion: string, kind: string): ResourceInfo | undefined;
  /** How long a create is delayed: not zero when the definition was established only just now. */
  delayOfNew(resource: ResourceInfo): Duration;
  /** Whether its definition is being deleted. */
  isTerminating(resource: ResourceInfo): boolean;
  list(): readonly ResourceInfo[];
}
