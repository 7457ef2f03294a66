/** A place in an answer: where to go on, of which question, as things stood when it was asked. */
export type Cursor = { offset: number; question: string; now: number };

export type PageOf<Item> = { items: Item[]; first: Cursor; current: Cursor; previous: Cursor | null; next: Cursor | null; last: Cursor };

/** One page, and the ways to the others. The sandbox time of the first page holds for all, so that none shifts meanwhile. */
export const pageOf = <Item>(all: readonly Item[], limit: number, current: Cursor): PageOf<Item> => {
  const at = (offset: number): Cursor => ({ ...current, offset });
  const { offset } = current;
  const lastOffset = Math.max(0, Math.floor((all.length - 1) / limit) * limit);
  return {
    items: all.slice(offset, offset + limit),
    first: at(0),
    current,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    next: offset + limit < all.length ? at(offset + limit) : null,
    last: at(lastOffset),
  };
};
