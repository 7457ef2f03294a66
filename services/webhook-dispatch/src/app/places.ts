export interface Limits {
  /** Attempts under way in this process. */
  atOnce: number;
  /** Of them, to one webhook: a slow endpoint may not take everybody's place. */
  atOncePerWebhook: number;
}

// A receiver that has been silent for long costs an open socket and no work; so many of them may wait beside the others.
const SILENT_PER_PLACE = 8;

/** Who is being sent to right now, in this process. */
export const places = ({ atOnce, atOncePerWebhook }: Limits) => {
  const busy = new Map<string, number>();
  let total = 0;
  let silent = 0;
  return {
    isFull: (): boolean => total >= atOnce,
    hasRoom: (webhookId: string, most = atOncePerWebhook): boolean => total < atOnce && (busy.get(webhookId) ?? 0) < most,
    enter: (webhookId: string): void => {
      total += 1;
      busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    },
    /** Gives the common place back while the attempt goes on waiting; says whether it did. Its webhook's own stays taken. */
    fallSilent: (): boolean => {
      if (silent >= atOnce * SILENT_PER_PLACE) return false;
      silent += 1;
      total -= 1;
      return true;
    },
    leave: (webhookId: string, wasSilent: boolean): void => {
      if (wasSilent) silent -= 1;
      else total -= 1;
      const left = (busy.get(webhookId) ?? 1) - 1;
      if (left === 0) busy.delete(webhookId);
      else busy.set(webhookId, left);
    },
  };
};
