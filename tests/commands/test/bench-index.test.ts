import { expect } from 'chai';
import { benchIndex, chaptersOf } from '../../../scripts/lib/bench-index.mjs';

const LATEST = `# Bench, 2026-01-01

Preface.

## @landfall/shipment

| what | per second | ratio |
|---|---|---|
| snapshot, first [D-74]: ≥ 150/s | 180 |  |
| something else | 1 | 0.10 |

## @landfall/webhook-dispatch

Publish to receipt [D-73]: p50 18 ms, p95 32 ms.
`;

describe('the page of figures', () => {
  const page = benchIndex('2026-01-02', '2 × Test', chaptersOf(LATEST));
  const chapter = (id: string) => page.split('## ').find((part) => part.startsWith(id)) ?? '';

  it('shows beside each goal the lines that a bench marked with its id, under the heads of their table', () => {
    expect(chapter('D-74')).to.include('- snapshot, first: ≥ 150/s → per second 180 (`@landfall/shipment`)');
    expect(chapter('D-73')).to.include('- Publish to receipt: p50 18 ms, p95 32 ms. (`@landfall/webhook-dispatch`)');
    expect(page).not.to.include('something else');
  });

  it('says so when nobody measured, and how to repeat it', () => {
    expect(chapter('D-70')).to.include('not measured in this run');
    expect(page).to.include('2 × Test').and.to.include('`npm run bench`');
    for (const id of ['D-70', 'D-71', 'D-72', 'D-73', 'D-74', 'D-75']) expect(chapter(id), id).not.to.equal('');
  });
});
