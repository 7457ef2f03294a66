export interface Limits {
  /** Attempts under way in this process. */
  atOnce: number;
  /** Of them, to one webhook: a slow endpoint may not take everybody's place. */
  atOncePerWebhook: number;
}

/** Who is being sent to right now, in this process. */
export const places = ({ atOnce, atOncePerWebhook }: Limits) => {
  const busy = new Map<string, number>();
  let total = 0;
  return {
    isFull: (): boolean => total >= atOnce,
    hasRoom: (webhookId: string, most = atOncePerWebhook): boolean => total < atOnce && (busy.get(webhookId) ?? 0) < most,
    enter: (webhookId: string): void => {
      total += 1;
      busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    },
    leave: (webhookId: string): void => {
      total -= 1;
      const left = (busy.get(webhookId) ?? 1) - 1;
      if (left === 0) busy.delete(webhookId);
      else busy.set(webhookId, left);
    },
  };
};
