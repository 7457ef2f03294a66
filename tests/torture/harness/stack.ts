import { oneService, type OneService } from '../../e2e/harness/one-service.js';

export type Stack = OneService;

/** The service that takes numbers, with its store and bus. */
export const stack = (how: { started: boolean } = { started: true }): Promise<Stack> => oneService('tracking-request', how);
