/**
 * The statements of the four texts that this product is made from that differ from v1.36, and the
 * place where a reader looks for each. The words are in a file for each language, under the same
 * id.
 */

/** The texts: a short walk, the kubelet, the components, a long walk. */
export type OldText = '000' | '001' | '002' | '003';

/** At steps of the walk, by their ids, or beside a component. */
export type NotePlace = { readonly at: RegExp } | { readonly component: string };

export interface Note {
  readonly id: string;
  /** Absent: in other texts of their years. */
  readonly text?: OldText;
  /** The release that changed it, if one did. */
  readonly since?: string;
  /** Whether nothing is left of it. */
  readonly gone?: true;
  readonly place: NotePlace;
  /** Statements of the texts that it answers, by the ids of their list. */
  readonly covers?: readonly string[];
}

export interface NoteWords {
  readonly was: string;
  readonly is: string;
}

export type NoteWordsById = Readonly<Record<string, NoteWords | undefined>>;
