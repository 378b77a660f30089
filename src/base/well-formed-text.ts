/**
 * Text as bytes could carry it: half of a surrogate pair has no bytes, and reads as U+FFFD.
 *
 * A browser's text box, a link or a JSON escape may hold such a half. In Go there is none.
 */
export const wellFormedText = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** A part of a URL, for text of any kind. Source: Go's url.QueryEscape, but for blanks. */
export const escapedPart = (text: string): string => encodeURIComponent(wellFormedText(text));
