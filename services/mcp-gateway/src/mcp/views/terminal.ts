import type { Terminal } from '@landfall/contracts/gen/shipment/v1/place';
import { given } from '../../domain/compact.js';
import { facts, textFacts } from '../schema.js';

export const terminalShape = facts(textFacts('id', 'name', 'nickname', 'firmsCode', 'city', 'state', 'country'));

export const terminalView = (terminal: Terminal): Record<string, unknown> =>
  given({ id: terminal.id, name: terminal.name, nickname: terminal.nickname, firmsCode: terminal.firmsCode, city: terminal.city, state: terminal.stateAbbr || terminal.state, country: terminal.country });
