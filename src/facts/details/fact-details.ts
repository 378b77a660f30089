/**
 * What the interface knows about a kind of fact once somebody looks for more: the inspector's rows,
 * log lines and sources, and how an export draws it.
 *
 * Apart from `fact-kind.ts`, so that the first load of the page does not wait for it.
 */
import type { MessageId } from '#i18n/t';
import type { Fact, FactOf } from '#trace/facts';
import type { Citation } from './places.ts';
import type { SpanDetails } from './span.ts';

/** A label of the catalogue, or a name that stays as it is, and its value. */
export type StoryRow = readonly [label: string, value: string];

/** klog's letter: information, warning, error. */
export type Severity = 'I' | 'W' | 'E';

/** Where the source of Kubernetes does what a kind of fact reports. */
export interface Source<F extends Fact> {
  /** The code that always does it; without it, only the code that decided. */
  readonly place?: Citation;
  /** The plugins, steps and controllers that a fact names: readers look for these. */
  readonly decidedBy?: (fact: F) => readonly (Citation | undefined)[];
  /** The address of the repository, if it is not Kubernetes' own. */
  readonly repository?: string;
}

/**
 * For programs outside of Kubernetes' repository (etcd's Raft, containerd, the kernel, the network
 * plugins, CoreDNS, a registry), and for the simulation itself.
 */
export const elsewhere: Source<Fact> = {};

/** The kind of a line between two rooms in a sequence diagram. */
export type Message = 'request' | 'response' | 'watch event' | 'write' | 'call' | 'return';

export interface FactDetails<F extends Fact> {
  readonly source: Source<F>;
  /** The rows of its fields, where these need nothing else from the run. */
  readonly rows?: (fact: F) => readonly StoryRow[];
  /** The severity of its line in a component's log. Without it: information. */
  readonly severity?: (fact: F) => Severity;
  /**
   * What the simulator leaves out at this place; `members`: etcd has several, which agree on a
   * write.
   */
  readonly leftOut?: (fact: F, members: boolean) => MessageId | undefined;

  /**
   * The span that it begins or is; `asked`: the request information, if it belongs to a request.
   */
  readonly span?: (
    fact: F,
    asked: FactOf<'RequestInfoResolved'> | undefined,
  ) => SpanDetails | undefined;
  /** Whether it is a span of its own that began at its cause. */
  readonly isWholeSpan?: true;
  /** The attributes that it adds to the span that it ends. */
  readonly answer?: (fact: F) => SpanDetails['attributes'];
  /** Why the span that it ends has failed; `undefined` if it has not. */
  readonly failure?: (fact: F) => string | undefined;
  /** How a sequence diagram draws it. Without it: as a note. */
  readonly message?: Message;
}

/** The failure of a fact with an error of its own. */
export const severityOfError = ({ error }: { readonly error?: unknown }): Severity =>
  error === undefined ? 'I' : 'E';

/** The failure of an HTTP status. */
export const severityOfCode = ({ code }: { readonly code: number }): Severity =>
  code >= 500 ? 'E' : code >= 400 ? 'W' : 'I';

/** The controller of a fact, by its program's name. */
export const programOf = ({ component }: { readonly component: string }): string =>
  component.slice(component.lastIndexOf('/') + 1);
