import { facts } from '@landfall/contracts/facts';
import { consumer } from '@landfall/kit/consumer';
import type { App } from '../app/index.js';
import { fromReportTaken } from '../messages/from-carrier.js';

/** A terminal answered for one container. Safe to repeat: a report that is not newer changes nothing. */
export const applyTerminalReport = (app: App) =>
  consumer({
    durable: 'shipment__apply_terminal_report',
    reads: facts.terminal.reportTaken,
    inOrderBy: ({ watchId, report }) => `${watchId} ${report?.containerNumber ?? ''}`,
    handle: async (message) => {
      const taken = fromReportTaken(message, app.now());
      if (taken) await app.applyTerminalReport(taken);
    },
  });
