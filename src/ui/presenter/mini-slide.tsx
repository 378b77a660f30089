/** The slide in small: where the rooms are, which one it is about, and what is said. */
import type { ReactNode } from 'react';
import type { MiniRoom } from './miniature.ts';
import { spaced } from './sentences.ts';
import type { SpeakerNotes } from './speaker-protocol.ts';

export function MiniSlide({ notes }: { readonly notes: SpeakerNotes }): ReactNode {
  const { slide, blank, now, said, question, number, total } = notes;
  if (blank) return <div className="mini dark" aria-hidden="true" />;
  return (
    <div className="mini" aria-hidden="true">
      {slide.printed.length > 0 ? (
        <pre>{slide.printed.join('\n')}</pre>
      ) : (
        <svg viewBox="0 0 1000 394" preserveAspectRatio="xMidYMin meet" aria-hidden="true">
          {slide.lines.map((line) => (
            <polyline key={line.join()} points={line.join(' ')} />
          ))}
          {slide.rooms.map((room) => (
            <Room key={room.name} room={room} />
          ))}
        </svg>
      )}
      <p>
        {question === undefined
          ? now.map((sentence, index) => (
              <span key={sentence} className={index === said ? 'told' : undefined}>
                {spaced(sentence)}
              </span>
            ))
          : question.ask}
        <b className="num">
          {number} / {total}
        </b>
      </p>
    </div>
  );
}

function Room({ room }: { readonly room: MiniRoom }): ReactNode {
  const { name, x, y, width, height, on, badge } = room;
  return (
    <g className={on ? 'on' : undefined}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      <text x={x + 16} y={y + 40}>
        {name}
      </text>
      {badge !== '' && (
        <text className="bd" x={x + width - 16} y={y + height - 16}>
          {badge}
        </text>
      )}
    </g>
  );
}
