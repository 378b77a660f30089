/**
 * A value while it is built: optional members are set one by one, in their order, which costs a
 * fraction of a conditional spread. Only the function that builds it may see it like this.
 */
export type Building<T> = { -readonly [Member in keyof T]: T[Member] };
