/** Who is at the door: programs by their names and persons, with what they have sent. */
import { type OutsideRequest, programOf } from '#trace/outside-action';
import type { DoorVisitor } from '../protocol.ts';

/** Real milliseconds after its last request for which somebody counts as being there. */
const stays = 60_000;
/** Anybody may call themselves anything: no more are kept, and no longer names. */
const most = 50;
const longestName = 60;

interface Visitor {
  readonly program: string;
  readonly person: string | undefined;
  requests: number;
  open: number;
  last: number;
}

export class Visitors {
  readonly #visitors = new Map<string, Visitor>();

  /** Somebody sends a request; to be called back when it is over. */
  came(http: OutsideRequest, now: number): () => void {
    const program = programOf(http).slice(0, longestName);
    const person = personOf(http)?.slice(0, longestName);
    const key = JSON.stringify([program, person]);
    const known = this.#visitors.get(key);
    const visitor = known ?? { program, person, requests: 0, open: 0, last: now };
    if (known === undefined && this.#visitors.size < most) this.#visitors.set(key, visitor);
    visitor.requests++;
    visitor.open++;
    visitor.last = now;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      visitor.open--;
    };
  }

  /** Those who are there; whoever has been quiet for a minute is forgotten. */
  list(now: number): readonly DoorVisitor[] {
    for (const [key, { open, last }] of this.#visitors) {
      if (open <= 0 && now - last > stays) this.#visitors.delete(key);
    }
    return [...this.#visitors.values()].map(({ program, person, requests, open }) => ({
      program,
      ...(person !== undefined && { person }),
      requests,
      open,
    }));
  }
}

/** `undefined`: somebody with a token, whose name only the API server knows. */
function personOf({ certificate, headers }: OutsideRequest): string | undefined {
  if (certificate !== undefined) return certificate.commonName;
  return headers['authorization'] === undefined ? 'system:anonymous' : undefined;
}
