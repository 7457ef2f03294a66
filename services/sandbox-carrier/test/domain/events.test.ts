import { readFileSync, writeFileSync } from 'node:fs';
import { PUBLIC_EVENT_NAMES, type PublicEventName } from '@landfall/shipping/public-event';
import { expect } from 'chai';
import { GOLDEN_FOLDER, goldens, type Golden } from '../goldens.js';

const TABLE = new URL('EVENTS.md', GOLDEN_FOLDER);

/** What no journey can bring about, and why. */
const NEVER: Partial<Record<PublicEventName, string>> = {
  'container.transport.estimated.vessel_arrived': 'transport events are past only (rule 10); `shipment.estimated.arrival` tells it',
  'container.transport.estimated.vessel_departed': 'transport events are past only (rule 10)',
  'container.transport.delivered': 'said by hand only; carriers tell it as a raw event',
};

/** Fields of a golden file that are told by an event of their own when they come to be. */
const FIELDS: Record<string, PublicEventName> = {
  pickup_lfd: 'container.pickup_lfd.changed',
  'import_deadlines.pickup_lfd_line': 'container.pickup_lfd_line.changed',
  'import_deadlines.pickup_lfd_terminal': 'container.pickup_lfd_terminal.changed',
  'import_deadlines.pickup_lfd_rail': 'container.pickup_lfd_rail.changed',
  pickup_appointment_at: 'container.pickup_appointment.changed',
};

const told = (golden: Golden): Set<PublicEventName> => {
  const when = (event: PublicEventName, happens: boolean): PublicEventName[] => (happens ? [event] : []);
  const known = (field: string) => golden.fields.some(({ container }) => (container[field] ?? null) !== null);
  return new Set([
    ...golden.milestones.map(({ event }) => event),
    ...when('tracking_request.succeeded', golden.request.status === 'created'),
    ...when('tracking_request.failed', golden.request.status === 'failed'),
    ...when('tracking_request.awaiting_manifest', (golden.request.before ?? []).some(({ status }) => status === 'awaiting_manifest')),
    ...when('tracking_request.tracking_stopped', golden.tracking_stopped !== null),
    ...when('container.created', golden.containers > 0),
    // Availability, holds, deadlines and what was taken back are changes of a container.
    ...when('container.updated', golden.available !== null || golden.withdrawn.length > 0),
    ...when('container.pod_terminal_changed', golden.pod_terminal_changed !== undefined),
    ...when('container.transport.available', golden.available !== null),
    ...when('container.transport.not_available', golden.not_available !== undefined),
    ...when('shipment.estimated.arrival', golden.estimated_arrivals.length > 0),
    ...when('container.transport.estimated.arrived_at_inland_destination', golden.estimated_inland_arrivals.length > 0),
    ...Object.entries(FIELDS).flatMap(([field, event]) => when(event, known(field))),
  ]);
};

const scenariosOf = (event: PublicEventName): string[] => goldens().filter((golden) => told(golden).has(event)).map(({ scenario }) => scenario);

const table = (): string =>
  [
    '# Which scenario tells which event',
    '',
    'Printed from the golden files; `test/domain/events.test.ts` holds it to them (`UPDATE_EVENTS=1` lets it write them).',
    '',
    '| event | scenarios |',
    '|---|---|',
    ...PUBLIC_EVENT_NAMES.map((event) => `| \`${event}\` | ${NEVER[event] ? `none: ${NEVER[event]}` : scenariosOf(event).map((name) => name.replace('TEST-', '')).join(', ')} |`),
    '',
  ].join('\n');

describe('the events that a webhook can ask for', () => {
  for (const event of PUBLIC_EVENT_NAMES) {
    const why = NEVER[event];
    it(why === undefined ? `${event} is told by a scenario [D-61] [D-33]` : `${event} is told by none: ${why} [D-33]`, () => {
      expect(scenariosOf(event).length > 0).to.equal(why === undefined);
    });
  }

  it('stand in a table with the scenarios that tell them [D-61]', () => {
    if (process.env['UPDATE_EVENTS']) writeFileSync(TABLE, table());
    expect(readFileSync(TABLE, 'utf8')).to.equal(table());
  });
});
