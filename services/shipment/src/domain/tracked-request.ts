import { matchingNumber } from '@landfall/shipping/request-number';
import { isRequestType, type RequestType } from '@landfall/shipping/request-type';

/** What must be remembered of a tracking request until its number is known: it becomes part of the shipment. */
export type TrackedRequest = {
  id: string;
  accountId: string;
  requestType: string;
  requestNumber: string;
  normalizedNumber: string;
  refNumbers: string[];
  tags: string[];
  customerId?: string;
  userId?: string;
  shipmentFields: InitialField[];
  containerFields: InitialField[];
  createdAt: Date;
  /** Cancelled or failed: nobody waits for it any more. */
  endedAt?: Date;
};

/** `number` names one container; empty means all of them. */
export type InitialField = { apiSlug: string; valueJson: string; number: string };

const asType = (text: string): RequestType => (isRequestType(text) ? text : 'bill_of_lading');

// Rule 12: a public tier that hashes its references gives nothing that could be shown or matched.
const isHashed = (number: string): boolean => /^[0-9a-f]{64}$/i.test(number);

export const readable = (number: string | undefined): string | undefined => (number && !isHashed(number) ? number : undefined);

/** Rule 11: what two documents of one shipment share, with or without the SCAC in front. */
export const matching = (number: string, scac: string, type = 'bill_of_lading'): string => matchingNumber(asType(type), number, [scac]);

export type Named = { billOfLadingNumber?: string; bookingNumber?: string };

/** Under which numbers this account may already have the shipment; a container's number names no shipment. */
export const candidateNumbers = (named: Named, request: TrackedRequest, scac: string): string[] => {
  const own = request.requestType === 'container' ? [] : [request.normalizedNumber, request.requestNumber];
  const numbers = [readable(named.billOfLadingNumber), readable(named.bookingNumber), ...own].filter((number) => number !== undefined);
  return [...new Set(numbers.map((number) => matching(number, scac)))];
};

/** The number a new shipment goes by. */
export const leadingNumber = (named: Named, request: TrackedRequest): string =>
  readable(named.billOfLadingNumber) ?? readable(named.bookingNumber) ?? request.requestNumber;
