/** What is known of the kinds that people added, for those who only ask. */
import type { Duration } from '#base/sim-time';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';

/** What the handlers and discovery ask of custom resources. */
export interface CustomResourceLookup {
  /** Changes with every change of what is served. */
  readonly revision: number;
  find(group: string, version: string, plural: string): ResourceInfo | undefined;
  findKind(apiVersion: string, kind: string): ResourceInfo | undefined;
  /** How long a new object is held up: a while, when its definition was only just established. */
  delayOfNew(resource: ResourceInfo): Duration;
  /** Whether its definition is on its way out. */
  isTerminating(resource: ResourceInfo): boolean;
  list(): readonly ResourceInfo[];
}
