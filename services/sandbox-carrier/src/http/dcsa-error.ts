import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';

export type Reason = { reason: string; message: string };

/** The error body of Track & Trace 2.2. */
export const sendDcsaError = (req: Request, res: Response, status: number, errors: readonly Reason[], now: Date): void => {
  res.status(status).setHeader('API-Version', '2.2.0');
  res.json({
    httpMethod: req.method,
    requestUri: req.originalUrl,
    errors,
    statusCode: status,
    statusCodeText: STATUS_CODES[status] ?? 'Error',
    errorDateTime: now.toISOString(),
  });
};
