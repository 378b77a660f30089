/** Digests of what has none of its own, as image registries write them. */
import { sha256, toHex } from './sha256.ts';
import { encodeUtf8 } from './utf8.ts';

/** The digest of a text as registries write it: `sha256:` and 64 digits. */
export const digestOf = (text: string): string => `sha256:${toHex(sha256(encodeUtf8(text)))}`;
