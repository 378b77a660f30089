/**
 * The bytes of an answer: a whole body, or one piece of a stream, in the media type that the
 * simulated server chose.
 */
import { stringify } from 'yaml';
import {
  asJson,
  asObject,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { withManagedFields } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeList, KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import { isIndented } from '#k8s.io/apiserver/written-body';
import type { Calendar } from './calendar.ts';
import {
  jsonType,
  openApiV2Type,
  openApiV3Type,
  protobufType,
  withoutParameters,
  yamlType,
} from './media-type.ts';
import { openApiV2Bytes } from './openapi-v2-protobuf.ts';
import { openApiV3Bytes } from './openapi-v3-protobuf.ts';
import { encodeEvent, encodeObject } from './protobuf/encode.ts';

/** Bytes, and their media type: JSON for a kind that has no protobuf. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export function encodeBody(body: unknown, contentType: string, calendar: Calendar): Encoded {
  if (body === undefined) return { bytes: Buffer.alloc(0), contentType };
  if (typeof body === 'string') {
    return { bytes: Buffer.from(calendar.outgoingText(body)), contentType };
  }
  const mediaType = withoutParameters(contentType);
  const object = asJson(body ?? {});
  const written = mediaType === protobufType ? withOwners(object) : object;
  return encodeValue(calendar.outgoing(written), contentType);
}

function encodeValue(body: JsonValue, contentType: string): Encoded {
  const mediaType = withoutParameters(contentType);
  if (mediaType === yamlType) return { bytes: Buffer.from(stringify(body)), contentType };
  if (mediaType === protobufType && isJsonObject(body)) {
    const bytes = encodeObject(body);
    if (bytes !== undefined) return { bytes, contentType };
  }
  if (mediaType === openApiV2Type && isJsonObject(body)) {
    return { bytes: openApiV2Bytes(body), contentType };
  }
  if (mediaType === openApiV3Type && isJsonObject(body)) {
    return { bytes: openApiV3Bytes(body), contentType };
  }
  const isOther = mediaType === protobufType;
  return {
    bytes: Buffer.from(
      isIndented(body) ? JSON.stringify(body, null, 2) : `${JSON.stringify(body)}\n`,
    ),
    contentType: isOther ? jsonType : contentType,
  };
}

/** So many objects are remembered: those that are on their way to clients. */
const mostRemembered = 64;

/** What was made of the objects that were asked for last. */
class Remembered<T> {
  readonly #known = new Map<object, { readonly form: string; readonly made: T }>();

  /** `form`: all that it depends on beside the object, which never changes. */
  get(object: object, form: string, make: () => T): T {
    const known = this.#known.get(object);
    if (known?.form === form) return known.made;
    const made = make();
    this.#known.delete(object);
    this.#known.set(object, { form, made });
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest);
    return made;
  }
}

/** Whole answers as bytes. An object that nobody has changed is encoded once for all readers. */
export class BodyEncoder {
  readonly #calendar: Calendar;
  readonly #known = new Remembered<Encoded>();

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** As `encodeBody`. */
  encode(body: unknown, contentType: string): Encoded {
    const make = (): Encoded => encodeBody(body, contentType, this.#calendar);
    if (!isStored(body)) return make();
    return this.#known.get(body, `${contentType} ${this.#calendar.ahead}`, make);
  }
}

/** A list is made anew each time, and so is what says that something failed. */
const isStored = (body: unknown): body is KubeObject =>
  typeof body === 'object' &&
  body !== null &&
  (body as Partial<KubeObject>).metadata?.uid !== undefined;

/** The events of watches as bytes. The same event goes to many watchers, and is encoded once. */
export class PieceEncoder {
  readonly #calendar: Calendar;
  readonly #known = new Remembered<Uint8Array>();

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** As `encodePiece`. */
  encode(piece: WatchEvent | string, contentType: string): Uint8Array {
    if (typeof piece === 'string') return encodePiece(piece, contentType, this.#calendar);
    const { type, object } = piece;
    const form = `${type} ${contentType} ${this.#calendar.ahead}`;
    return this.#known.get(object, form, () => encodePiece(piece, contentType, this.#calendar));
  }
}

/** One event of a watch, as a frame of its own, or a piece of text as it is. */
function encodePiece(
  piece: WatchEvent | string,
  contentType: string,
  calendar: Calendar,
): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(calendar.outgoingText(piece));
  const object = calendar.outgoing(writtenOut(piece));
  if (withoutParameters(contentType) === protobufType && isJsonObject(object)) {
    const event = encodeEvent(piece.type, object);
    if (event !== undefined) return event;
  }
  return Buffer.from(`${JSON.stringify({ type: piece.type, object })}\n`);
}

/** Objects that a cache holds get their managedFields when somebody reads them. */
function writtenOut({ type, object }: WatchEvent): JsonObject {
  if (type === 'ERROR' || type === 'BOOKMARK') return asJson(object);
  return asJson(withManagedFields(object));
}

function withOwners(body: JsonObject): JsonObject {
  const { items } = asObject<Partial<KubeList>>(body);
  if (items === undefined) return asJson(withManagedFields(asObject<KubeObject>(body)));
  return asJson({ ...body, items: items.map(withManagedFields) });
}
