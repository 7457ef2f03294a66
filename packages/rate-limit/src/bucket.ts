/** Kinds of request that are counted apart (D-10). REST and the tool server draw on the same buckets of an account. */
export type Bucket = 'tracking_requests' | 'infer' | 'refresh' | 'other';

/** Requests a minute, by bucket. */
export type Limits = Readonly<Record<Bucket, number>>;

/** What an account was granted; what is missing is the default. */
export interface GrantedLimits {
  readonly trackingRequests?: number | undefined;
  readonly infer?: number | undefined;
  readonly refresh?: number | undefined;
  readonly other?: number | undefined;
}

export const bucketKey = (accountId: string, bucket: Bucket): string => `${accountId}.${bucket}`;

export const limitOf = (bucket: Bucket, defaults: Limits, granted: GrantedLimits = {}): number => {
  const own = { tracking_requests: granted.trackingRequests, infer: granted.infer, refresh: granted.refresh, other: granted.other };
  return own[bucket] ?? defaults[bucket];
};
