/**
 * How a beat is told: the sentence, what it names, what changed, why, and what if not.
 *
 * A telling is data; its words are in the story's own catalogues (`i18n/story/`), which are fetched
 * beside the run. In a sentence `[[anchor|words]]` marks what is named: `anchors` lists the paths
 * of these things, and the picture has the same paths on what it draws (`data-anchor`).
 */
import type { MessageParams } from '#i18n/t';

/**
 * Something in the picture, as a path: a room (`kube-apiserver`, `kubectl`, `node-1`), a part of
 * one (`kube-apiserver/authorize`, `replicaset-controller/queue`, `node-1/sandbox`), an object by
 * its key without `/registry/` (`etcd/pods/default/web`, `node-1/pods/default/web`), or the line on
 * which a component hears of changes (`watch/kube-scheduler`). When the same words name several
 * things, their paths stand in one anchor, with a space between them, as in a `class`.
 */
export type Anchor = string;

/** A message of the story's catalogues together with the values for its holes. */
export interface StoryMessage {
  readonly id: string;
  readonly params: MessageParams;
}

/** One line of what changed, as in a diff. `literal` is output of Kubernetes, never translated. */
export interface ChangedLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: StoryMessage | { readonly literal: string };
}

export interface Telling {
  readonly line: StoryMessage;
  /** The thing in the picture for each `[[anchor|…]]` of the line, in reading order. */
  readonly anchors: Readonly<Record<string, Anchor>>;
  /** What must be readable in the picture. The movement begins at the first. */
  readonly cast: readonly Anchor[];
  /** One to three lines; empty if no object, queue or process changed. */
  readonly changed: readonly ChangedLine[];
  /** The rule that decided, with numbers of this run. */
  readonly why: StoryMessage | undefined;
  /** The failure that a person would see, with its symptom in kubectl. */
  readonly whatIf: StoryMessage | undefined;
  /** Of a refusal, in the place of `whatIf`: what a person can do about it. */
  readonly help?: StoryMessage | undefined;
  /** Terms of the glossary that the line uses. */
  readonly terms: readonly string[];
}
