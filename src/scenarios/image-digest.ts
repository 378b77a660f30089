/** Digests of images that no recording has: made of what the image is, so that they stay. */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';

export const digestOf = (text: string): string => `sha256:${toHex(sha256(encodeUtf8(text)))}`;
