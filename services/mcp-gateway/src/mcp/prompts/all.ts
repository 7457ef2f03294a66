import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { completeCarriers, completeContainers } from '../completions.js';
import type { Session } from '../session.js';

const asked = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

/** Prompts complete for one caller, so their arguments are made with the session; they are few and small. */
const containerId = (session: Session) => completable(z.uuid().describe('Container id.'), (typed) => completeContainers(session, typed ?? '', ({ id }) => id));

const trackShipment = (server: McpServer, session: Session): void =>
  void server.registerPrompt('track-shipment', {
    title: 'Track a shipment',
    description: 'Finds or starts tracking a number and sums up where it stands.',
    argsSchema: z.object({
      container_number: completable(z.string().min(1).max(64).describe('Container, bill of lading or booking number.'), (typed) => completeContainers(session, typed ?? '', ({ number }) => number)),
      carrier: completable(z.string().max(100).describe('SCAC of the line.'), (typed) => completeCarriers(session, typed ?? '')).optional(),
    }),
  }, ({ container_number: number, carrier }) => asked([
    `Track ${JSON.stringify(number)}${carrier === undefined ? '' : ` with the line ${JSON.stringify(carrier)}`}.`,
    'First call search_container. If nothing is found, call track_container and say that the line is being asked.',
    'Then call get_container with include shipment and transport_events, and tell: status, last event with place and time, ETA at the port of discharge, and what has to be done next.',
  ].join(' ')));

const checkDemurrage = (server: McpServer, session: Session): void =>
  void server.registerPrompt('check-demurrage', {
    title: 'Check demurrage',
    description: 'Tells how much time is left before storage is charged, and what stands in the way of pick-up.',
    argsSchema: z.object({ container_id: containerId(session) }),
  }, ({ container_id: id }) => asked([
    `Check the demurrage risk of the container ${id}. Call get_container with include pod_terminal.`,
    'Tell the last free day and who gave it, the days left, holds and fees, and whether it can be picked up.',
    'If sources disagree about the last free day, call explain_container with the fields pickup_lfd_line and pickup_lfd_terminal, and name the earlier date. Say plainly when a date is not known.',
  ].join(' ')));

const analyzeDelays = (server: McpServer, session: Session): void =>
  void server.registerPrompt('analyze-delays', {
    title: 'Analyze delays',
    description: 'Compares the journey with its first plan and names where time was lost.',
    argsSchema: z.object({ container_id: containerId(session) }),
  }, ({ container_id: id }) => asked([
    `Analyze the delays of the container ${id}. Call get_container with include shipment, then get_container_route and get_container_transport_events.`,
    'Compare the first ETA with the newest and with what happened, leg by leg. Name the legs and ports where time was lost and how much.',
    'Call what_changed with container_id to cite when each change became known. Keep what happened apart from what is expected.',
  ].join(' ')));

export const registerPrompts = (server: McpServer, session: Session): void => {
  for (const register of [trackShipment, checkDemurrage, analyzeDelays]) register(server, session);
};
