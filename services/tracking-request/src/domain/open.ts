import { parseContainerNumber } from '@landfall/shipping/container-number';
import { matchingNumber, parseRequestNumber } from '@landfall/shipping/request-number';
import { parseRequestType, type RequestType } from '@landfall/shipping/request-type';
import type { Change, InitialCustomField } from './tracking-request.js';

/** What is known of a shipping line, as far as submitting needs it. */
export interface Line {
  scac: string;
  scacs: readonly string[];
  supports: Readonly<Record<RequestType, boolean>>;
}

export interface Submission {
  accountId: string;
  requestType: string;
  requestNumber: string;
  scac?: string | undefined;
  autoDetectScac: boolean;
  refNumbers: readonly string[];
  tags: readonly string[];
  customerId?: string | undefined;
  userId?: string | undefined;
  initialCustomFields: { shipment: readonly InitialCustomField[]; containers: readonly InitialCustomField[] };
}

export interface Refusal {
  refused: 'blank' | 'invalid' | 'invalid_number' | 'unsupported_number_type' | 'unrecognized_scac' | 'unsupported_scac';
  attribute: 'request_type' | 'request_number' | 'scac';
  detail: string;
}

export type Opened = Change | { refusals: readonly Refusal[] };

/** If the answer to a look-up is lost on the way, it is asked for again after this long. */
export const ANSWER_OVERDUE_MS = 30 * 60_000;

const NUMBER_FAULTS = {
  blank: { refused: 'blank', detail: 'A request number is required.' },
  too_long: { refused: 'invalid_number', detail: 'A request number has at most 64 characters.' },
  not_printable: { refused: 'invalid_number', detail: 'A request number has printable characters only.' },
} as const;

const scacRefusal = ({ scac, autoDetectScac }: Submission, line: Line | undefined): Refusal | undefined => {
  if (!scac) return autoDetectScac ? undefined : { refused: 'blank', attribute: 'scac', detail: 'A SCAC is required, or auto_detect_vocc_scac.' };
  if (!line) return { refused: 'unrecognized_scac', attribute: 'scac', detail: `No shipping line is known by the SCAC ${scac}.` };
  const answersForAny = Object.values(line.supports).some(Boolean);
  return answersForAny ? undefined : { refused: 'unsupported_scac', attribute: 'scac', detail: `The line ${scac} cannot be tracked yet.` };
};

const typeRefusal = (type: RequestType | null, given: string, line: Line | undefined): Refusal | undefined => {
  if (!given.trim()) return { refused: 'blank', attribute: 'request_type', detail: 'A request type is required.' };
  if (!type) return { refused: 'invalid', attribute: 'request_type', detail: 'The request type is bill_of_lading, booking_number or container.' };
  if (!line || line.supports[type] || !Object.values(line.supports).some(Boolean)) return undefined;
  return { refused: 'unsupported_number_type', attribute: 'request_type', detail: `The line ${line.scac} does not answer for a ${type}.` };
};

const numberRefusal = (number: string, type: RequestType | null): Refusal | undefined => {
  const parsed = parseRequestNumber(number);
  if (!parsed.ok) return { attribute: 'request_number', ...NUMBER_FAULTS[parsed.fault] };
  if (type !== 'container' || isSandboxScenario(parsed.normalized)) return undefined;
  const container = parseContainerNumber(number);
  return container.ok ? undefined : { refused: 'invalid_number', attribute: 'request_number', detail: container.reason };
};

// TEST-… numbers name scenarios, whatever type they are asked for under.
const isSandboxScenario = (normalized: string): boolean => normalized.startsWith('TEST');

/** Accepts a submission or says everything that is wrong with it, at once; nothing is kept of a refused one. */
export const open = (submission: Submission, line: Line | undefined, now: Date, id: string): Opened => {
  const type = parseRequestType(submission.requestType.trim());
  const refusals = [typeRefusal(type, submission.requestType, line), numberRefusal(submission.requestNumber, type), scacRefusal(submission, line)].filter((each) => each !== undefined);
  const number = parseRequestNumber(submission.requestNumber);
  if (refusals.length > 0 || !type || !number.ok) return { refusals };

  const { accountId, refNumbers, tags, customerId, userId, initialCustomFields } = submission;
  const request = {
    id, accountId, requestType: type, requestNumber: number.display,
    normalizedNumber: matchingNumber(type, submission.requestNumber, line?.scacs ?? []),
    scac: line?.scac, refNumbers, tags, customerId, userId, initialCustomFields,
    createdAt: now, updatedAt: now, status: 'pending' as const, isRetrying: false, seenByCarrier: false,
    attempt: 0, dueAt: new Date(now.getTime() + ANSWER_OVERDUE_MS), revision: 1,
  };
  return { request, says: [{ says: 'created' }] };
};
