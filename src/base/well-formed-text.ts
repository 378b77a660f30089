/**
 * Text as bytes could carry it: half of a surrogate pair has no bytes, and reads as U+FFFD.
 *
 * A browser's text box, a link or a JSON escape may hold such a half. In Go there is none.
 */
export const wellFormedText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** A part of a URL, for text of any kind. Source: Go's url.QueryEscape, but for blanks. */
export const escapedPart = (text: string): string => encodeURIComponent(wellFormedText(text));

/** What Go leaves as it is in a path, and what `encodeURIComponent` wrongly leaves. */
const plainInPath = /%(?:2[46BCF]|3[ABD]|40)/g;
const escapedInPath = /[!'()*]/g;
const needsNoEscape = /^[\w\-.~$&+,:;=@]*$/;

/** A segment of a path, for text of any kind. Source: Go's url.URL.EscapedPath. */
export function escapedSegment(text: string): string {
  if (needsNoEscape.test(text)) return text;
  return escapedPart(text)
    .replace(plainInPath, (code) => decodeURIComponent(code))
    .replace(escapedInPath, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
