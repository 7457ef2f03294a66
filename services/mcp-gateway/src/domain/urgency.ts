/** What somebody may have to act on today comes before what is good to know; the first pattern that fits counts. */
const RANKS: readonly (readonly [RegExp, number])[] = [
  [/^container\.pickup_lfd|not_available$|^tracking_request\.failed$/, 0],
  [/^container\.pickup_appointment|transport\.available$|pod_terminal_changed$|tracking_stopped$/, 1],
  [/^shipment\.estimated\.arrival$|^container\.updated$|awaiting_manifest$/, 2],
  [/vessel_arrived$|vessel_discharged$|rail_unloaded$|inland_destination$/, 3],
];

const LEAST = 4;

export const URGENCIES = ['act now', 'act soon', 'plan', 'arriving', 'for information'] as const;

export const rankOf = (event: string): number => RANKS.find(([pattern]) => pattern.test(event))?.[1] ?? LEAST;
