/** The describer of one kind. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import type { Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

export interface DescribeRequest {
  readonly session: Session;
  readonly resource: DiscoveredResource;
  readonly namespace: string;
  readonly name: string;
  readonly showEvents: boolean;
  readonly chunkSize: number;
}

/** Reads what it needs and returns the text, without the gap to the next object. */
export type Describer = (request: DescribeRequest) => Process<Outcome<string>>;

/** Reads the object again, the first step of every describer. */
export function* getObject<T extends KubeObject>({
  session,
  resource,
  namespace,
  name,
}: DescribeRequest): Process<Outcome<T>> {
  return yield* session.client.get<T>(resource, { namespace, name });
}
