import type { TrackingRequest } from '@landfall/contracts/gen/tracking_request/v1/tracking_request';
import type { Container } from '@landfall/contracts/gen/shipment/v1/shipment';
import { problem, toProblem } from '@landfall/kit/problem';
import { documentOf } from '@landfall/resources/document';
import { REQUEST_TYPES } from '@landfall/shipping/request-type';
import { normalisedRequestNumber } from '@landfall/shipping/request-number';
import { parseScac } from '@landfall/shipping/scac';
import { z } from 'zod';
import { given } from '../../domain/compact.js';
import { containerLink } from '../links.js';
import { recordsOf, shaped } from '../records.js';
import type { Session } from '../session.js';
import { text } from '../schema.js';
import { tool, type Answer } from '../tool.js';
import { containerShape, containerView } from '../views/container.js';
import { requestShape, requestView } from '../views/tracking-request.js';

const INPUT = {
  number: z.string().trim().min(1).max(64).describe('Master bill of lading (best), booking or container number of the line. No house bills.'),
  numberType: z.enum([...REQUEST_TYPES, 'booking']).optional().describe('Kind of number; detected when left out.'),
  scac: z.string().trim().refine((given) => parseScac(given) !== null, 'must be a SCAC such as MAEU').optional().describe('The line; detected when left out.'),
  refNumbers: z.array(z.string().trim().min(1).max(100)).max(50).default([]).describe('Your own references.'),
};

type Input = z.output<z.ZodObject<typeof INPUT>>;

/** What is tracked already is shown and not asked for again. */
const tracked = async ({ owners, accountId }: Session, number: string): Promise<Container | undefined> => {
  const { hits } = await owners.shipments.search({ accountId, query: number, limit: 5 });
  const wanted = normalisedRequestNumber(number);
  const hit = hits.find((each) => each.entityType === 'cargo' && normalisedRequestNumber(each.number) === wanted);
  return hit === undefined ? undefined : owners.shipments.getContainer({ accountId, id: hit.id });
};

const requested = async ({ owners, accountId }: Session, { number, scac }: Input): Promise<TrackingRequest | undefined> => {
  const filters = [{ field: 'status', op: 'eq', values: ['pending', 'awaiting_manifest', 'created'] }, ...(scac === undefined ? [] : [{ field: 'scac', op: 'eq', values: [scac.toUpperCase()] }])];
  const { items } = await owners.trackingRequests.listTrackingRequests({ accountId, page: { number: 1, size: 10, after: '' }, filters, sort: [], q: number });
  const wanted = normalisedRequestNumber(number);
  return items.find((each) => [each.requestNumber, each.normalizedNumber].some((one) => normalisedRequestNumber(one) === wanted));
};

/** Asks which line a number is of, and leaves the choice to the caller where there is one. */
const detected = async (session: Session, { number, numberType, scac }: Input): Promise<{ scac: string; type: string }> => {
  if (scac !== undefined && numberType !== undefined) return { scac: scac.toUpperCase(), type: numberType };
  await session.count('infer');
  const { numberType: type, decision, selected, candidates } = await session.owners.carriers.inferNumber({ accountId: session.accountId, number });
  const kind = numberType ?? (type === '' ? 'bill_of_lading' : type);
  if (scac !== undefined) return { scac: scac.toUpperCase(), type: kind };
  if (decision === 'auto_select' && selected !== undefined) return { scac: selected.scac, type: kind };
  const known = candidates.slice(0, 5).map((one) => `${one.scac} (${one.name})`).join(', ');
  throw problem('blank', known === '' ? 'The line cannot be told from this number. Pass scac; get_supported_shipping_lines lists them.' : `Several lines may have this number. Call track_container again with scac as one of ${known}.`, { parameter: 'scac' });
};

const create = async (session: Session, input: Input): Promise<{ request: TrackingRequest; created: boolean }> => {
  const { scac, type } = await detected(session, input);
  await session.count('tracking_requests');
  try {
    const request = await session.owners.trackingRequests.createTrackingRequest({
      accountId: session.accountId, requestType: type, requestNumber: input.number, scac, autoDetectScac: false, refNumbers: input.refNumbers, tags: [], userId: session.principal.userId,
    });
    return { request, created: true };
  } catch (error) {
    // Somebody asked for the same meanwhile.
    const request = toProblem(error).code === 'duplicate' ? await requested(session, input) : undefined;
    if (request === undefined) throw error;
    return { request, created: false };
  }
};

const NEXT: Readonly<Record<string, string>> = {
  pending: 'The line is being asked. Look again with search_container in some seconds.',
  awaiting_manifest: 'The line has not published it yet; it is asked every day.',
  created: 'It is tracked: see get_shipment_details with shipmentId.',
};

const answerRequest = (request: TrackingRequest, created: boolean): Answer => ({
  rows: 0,
  mapped: () => given({ trackingRequestCreated: created, trackingRequest: requestView(request), next: NEXT[request.status] }),
  raw: () => documentOf(shaped('tracking_request', request), { meta: { tracking_request_created: created } }),
});

export const trackContainer = tool({
  name: 'track_container',
  title: 'Track',
  says: 'Shows a container that is tracked, or starts tracking a number. The line answers later: look again with search_container.',
  input: INPUT,
  output: { trackingRequestCreated: z.boolean(), container: containerShape, trackingRequest: requestShape, next: text },
  acts: true,
  instead: 'Check the number.',
  answer: async (session, input) => {
    const container = await tracked(session, input.number);
    if (container === undefined) {
      const known = await requested(session, input);
      if (known !== undefined) return answerRequest(known, false);
      const { request, created } = await create(session, input);
      return answerRequest(request, created);
    }
    const records = await recordsOf(session, { shipments: [container.shipmentId], terminals: [container.podTerminalId] });
    return {
      rows: 0,
      mapped: () => ({ trackingRequestCreated: false, container: containerView(container, records, session.now()) }),
      raw: () => documentOf(shaped('container', container), { meta: { tracking_request_created: false } }),
      links: [containerLink(container)],
    };
  },
});
