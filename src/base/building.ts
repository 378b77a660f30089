/**
 * A value while it is put together: members that not every one has are set one by one, in their
 * order, which costs a fraction of a conditional spread. Only its maker holds it so.
 */
export type Building<T> = { -readonly [Member in keyof T]: T[Member] };
