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
