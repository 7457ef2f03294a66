import { ERRORS } from '@landfall/contracts/errors';
import { errorObject } from '@landfall/kit/http';
import { problem, toProblem, type Problem } from '@landfall/kit/problem';
import type { ServerResponse } from 'node:http';
import type { KeptAnswer } from '../app/ports.js';
import { JSON_API } from '../domain/negotiate.js';

/** How Express and its body reader name what they cannot read. */
const TYPES: Readonly<Record<string, () => Problem>> = {
  'entity.too.large': () => problem('payload_too_large', 'The body is larger than 1 MiB.'),
  'encoding.unsupported': () => problem('unsupported_media_type', 'The Content-Encoding is not one that we unpack.', { header: 'Content-Encoding' }),
  'request.aborted': () => problem('bad_request', 'The request ended before its body did.'),
  'request.size.invalid': () => problem('bad_request', 'The body is not as long as Content-Length says.'),
};

/** The framework's own refusals in our words; everything else as the kit translates it. */
export const refusalOf = (thrown: unknown): Problem => {
  const { type, status } = (thrown ?? {}) as { type?: unknown; status?: unknown };
  const known = typeof type === 'string' ? TYPES[type]?.() : undefined;
  if (known !== undefined) return known;
  // A path that is not percent-encoded UTF-8, or a compressed body that does not unpack.
  if (status === 400) return problem('bad_request', 'The request cannot be read.', { cause: thrown });
  return toProblem(thrown);
};

/** The bytes of a refusal, for keeping beside an Idempotency-Key: the kit sends the very same. */
export const renderRefusal = (res: ServerResponse, thrown: unknown): KeptAnswer => {
  const failure = refusalOf(thrown);
  const id = String(res.getHeader('X-Request-Id') ?? '');
  const errors = [failure, ...(failure.more.others ?? [])].map((each) => errorObject(each, id));
  return { status: ERRORS[failure.code].http, headers: { 'Content-Type': JSON_API }, body: Buffer.from(JSON.stringify({ errors })) };
};
