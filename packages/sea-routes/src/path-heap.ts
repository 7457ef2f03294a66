/** A binary heap of nodes by cost on typed arrays, which grow and are used again for every search. */
export type PathHeap = { nodes: Uint32Array; costs: Float64Array; size: number };

const FIRST_SIZE = 1_024;

export const pathHeap = (): PathHeap => ({ nodes: new Uint32Array(FIRST_SIZE), costs: new Float64Array(FIRST_SIZE), size: 0 });

const grow = (heap: PathHeap): void => {
  const nodes = new Uint32Array(heap.nodes.length * 2);
  const costs = new Float64Array(heap.costs.length * 2);
  nodes.set(heap.nodes);
  costs.set(heap.costs);
  Object.assign(heap, { nodes, costs });
};

const costAt = (heap: PathHeap, at: number): number => (at < heap.size ? (heap.costs[at] ?? Infinity) : Infinity);

const put = (heap: PathHeap, at: number, node: number, cost: number): void => {
  heap.nodes[at] = node;
  heap.costs[at] = cost;
};

const move = (heap: PathHeap, from: number, to: number): void => put(heap, to, heap.nodes[from] ?? 0, costAt(heap, from));

export const push = (heap: PathHeap, node: number, cost: number): void => {
  if (heap.size === heap.nodes.length) grow(heap);
  let at = heap.size;
  heap.size += 1;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (costAt(heap, parent) <= cost) break;
    move(heap, parent, at);
    at = parent;
  }
  put(heap, at, node, cost);
};

/** Takes off the node of least cost; -1 when there is none. */
export const pop = (heap: PathHeap): number => {
  if (heap.size === 0) return -1;
  const top = heap.nodes[0] ?? 0;
  heap.size -= 1;
  const node = heap.nodes[heap.size] ?? 0, cost = heap.costs[heap.size] ?? Infinity;
  let at = 0;
  for (;;) {
    const left = at * 2 + 1;
    const child = costAt(heap, left + 1) < costAt(heap, left) ? left + 1 : left;
    if (costAt(heap, child) >= cost) break;
    move(heap, child, at);
    at = child;
  }
  put(heap, at, node, cost);
  return top;
};
