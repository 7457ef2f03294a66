import { documentOf, textOf, valueOf } from '../wire/command.js';
import { ok, type CommandHandler } from './context.js';

export const configureFailPoint: CommandHandler = ({ command, store }) => {
  store.failPoints.configure(textOf(command, 'configureFailPoint') ?? '', valueOf(command, 'mode'), documentOf(command, 'data') ?? {});
  return ok({ count: 0 });
};
