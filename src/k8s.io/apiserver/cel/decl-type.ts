/**
 * The type of a value, with how large it can be in one request.
 *
 * Models k8s.io/apiserver pkg/cel types.go DeclType.
 */
export interface DeclType {
  readonly kind: 'object' | 'list' | 'map' | 'string' | 'bytes' | 'scalar' | 'dyn';
  /** Characters, items or entries; nothing for what has no size. */
  readonly maxElements: number;
  /** Bytes of the smallest JSON of such a value. */
  readonly minSerializedSize: number;
  /** Of an object, by the name that an expression has for it. */
  readonly fields?: ReadonlyMap<string, DeclType>;
  /** Of a list or a map. */
  readonly element?: DeclType;
}
