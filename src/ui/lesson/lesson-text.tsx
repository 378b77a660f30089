/** A text of a lesson with its marks, as elements of text: nothing of it is read as HTML. */
import type { ReactNode } from 'react';
import { type Piece, piecesOf } from '#scenarios/lessons/marks';
import { WholeNames } from './whole-names.tsx';

interface LessonTextProps {
  /** The text with its marks; empty: it has none. */
  readonly text: string;
  readonly plain: string;
}

export function LessonText({ text, plain }: LessonTextProps): ReactNode {
  if (text === '') return <WholeNames text={plain} />;
  return piecesOf(text).map((piece) => <PieceOfText key={piece.at} piece={piece} />);
}

/** The pieces of a text by where they stand in it without its marks, as the story reads it. */
export function piecesInLine(text: string): readonly Piece[] {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const own = { ...piece, text: piece.text.replaceAll('**', ''), at };
    at += own.text.length;
    return own;
  });
}

interface PartOfTextProps {
  /** As `piecesInLine` gives them. */
  readonly pieces: readonly Piece[];
  readonly from: number;
  readonly to: number;
}

/** What stands between two places of a text, with the marks that reach into it. */
export function PartOfText({ pieces, from, to }: PartOfTextProps): ReactNode {
  return pieces.flatMap((piece) => {
    const [start, end] = [Math.max(from, piece.at), Math.min(to, piece.at + piece.text.length)];
    if (start >= end) return [];
    const text = piece.text.slice(start - piece.at, end - piece.at);
    return [<PieceOfText key={start} piece={{ ...piece, text }} />];
  });
}

function PieceOfText({ piece: { kind, text, href } }: { readonly piece: Piece }): ReactNode {
  if (kind === 'bold') return <b>{text}</b>;
  if (kind === 'light') return <i>{text}</i>;
  if (kind === 'code') return <code>{text}</code>;
  if (kind !== 'link') return <WholeNames text={text} />;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
