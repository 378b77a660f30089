/** Lines that only their place identifies: two may read alike, and React's keys must differ. */
export const byPlace = <Item>(
  items: readonly Item[],
): readonly { readonly item: Item; readonly place: number }[] =>
  items.map((item, place) => ({ item, place }));
