/**
 * What the interface knows about a kind of fact once somebody asks for more: the inspector's rows,
 * log lines and sources, and how an export draws it.
 *
 * Apart from `fact-kind.ts`, so that the first moment of the page does not wait for it.
 */
import type { MessageId } from '#i18n/t';
import type { Fact, FactOf } from '#trace/facts';
import type { Citation } from './places.ts';
import type { SpanDetails } from './span.ts';

/** A label of the catalogue, or a name that stays as it is, and its value. */
export type StoryRow = readonly [label: string, value: string];

/** klog's letter: information, warning, error. */
export type Severity = 'I' | 'W' | 'E';

/** Where Kubernetes does what a kind of fact tells. */
export interface Source<F extends Fact> {
  /** What does it each time; without it, only what decided does. */
  readonly place?: Citation;
  /** The plugins, steps and controllers that a fact names; it is they that readers look for. */
  readonly decidedBy?: (fact: F) => readonly (Citation | undefined)[];
  /** The address of its repository, where that is not Kubernetes'. */
  readonly repository?: string;
}

/**
 * Of programs that are no part of Kubernetes' repository (etcd's Raft, containerd, the kernel, the
 * network plugins, CoreDNS, a registry), and of the simulation itself.
 */
export const elsewhere: Source<Fact> = {};

/** A line between two rooms in a sequence diagram: who asks and who answers. */
export type Message = 'request' | 'response' | 'watch event' | 'write' | 'call' | 'return';

export interface FactDetails<F extends Fact> {
  readonly source: Source<F>;
  /** What it is made of, where its fields say it without the rest of the run. */
  readonly rows?: (fact: F) => readonly StoryRow[];
  /** Of its line in a component's log. Without it: information. */
  readonly severity?: (fact: F) => Severity;
  /** What the simulator leaves out there; `members`: etcd has several, which agree on a write. */
  readonly leftOut?: (fact: F, members: boolean) => MessageId | undefined;

  /** The span that it begins or is; `asked`: what its request asks for, if it is of one. */
  readonly span?: (
    fact: F,
    asked: FactOf<'RequestInfoResolved'> | undefined,
  ) => SpanDetails | undefined;
  /** It is a span of its own that began at its cause. */
  readonly isWholeSpan?: true;
  /** What it adds to the span that it ends. */
  readonly answer?: (fact: F) => SpanDetails['attributes'];
  /** Why the span that it ends has failed; `undefined`: it has not. */
  readonly failure?: (fact: F) => string | undefined;
  /** How a sequence diagram draws it. Without it: as a note. */
  readonly message?: Message;
}

/** Of what fails with an error of its own. */
export const severityOfError = ({ error }: { readonly error?: unknown }): Severity =>
  error === undefined ? 'I' : 'E';

/** Of an HTTP status. */
export const severityOfCode = ({ code }: { readonly code: number }): Severity =>
  code >= 500 ? 'E' : code >= 400 ? 'W' : 'I';

/** The controller of a fact, by its program's name. */
export const programOf = ({ component }: { readonly component: string }): string =>
  component.slice(component.lastIndexOf('/') + 1);
