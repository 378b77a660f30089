/** Descriptions by field; the one of the type itself has no name. */
export type Words = Readonly<Record<string, string>>;
