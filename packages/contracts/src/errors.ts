/**
 * Every failure somebody outside may see: one row a code, never reused. HTTP, gRPC, the bus and docs/errors.md read
 * this table. `again` says whether the same call may succeed later, unchanged.
 */
const row = (http: number, grpc: number, title: string, says: string, again = false) => ({ http, grpc, title, says, again });

// gRPC status numbers, spelled once so that this package needs no runtime import.
const INVALID = 3, NOT_FOUND = 5, EXISTS = 6, DENIED = 7, EXHAUSTED = 8, PRECONDITION = 9, ABORTED = 10, UNIMPLEMENTED = 12;
const INTERNAL = 13, UNAVAILABLE = 14, DEADLINE = 4, UNAUTHENTICATED = 16;

export const ERRORS = {
  // The request as a whole
  bad_request: row(400, INVALID, 'Bad Request', 'The request cannot be read.'),
  invalid_json: row(400, INVALID, 'Bad Request', 'The body is not JSON.'),
  invalid_document: row(400, INVALID, 'Bad Request', 'The body is not a JSON:API document.'),
  invalid_parameter: row(400, INVALID, 'Bad Request', 'A query parameter has a value that is not allowed.'),
  unknown_parameter: row(400, INVALID, 'Bad Request', 'A query parameter, filter, sort key, include path or field is not known here.'),
  missing_parameter: row(400, INVALID, 'Bad Request', 'A required query parameter is missing.'),
  id_required: row(400, INVALID, 'Bad Request', 'The path carries no id, so the body must.'),
  invalid_idempotency_key: row(400, INVALID, 'Bad Request', 'The Idempotency-Key is empty, too long or not printable.'),
  unauthorized: row(401, UNAUTHENTICATED, 'Unauthorized', 'Invalid or missing API token.'),
  forbidden: row(403, DENIED, 'Forbidden', 'The credential may not do this.'),
  insufficient_scope: row(403, DENIED, 'Forbidden', 'The credential lacks a scope that this needs.'),
  client_id_not_allowed: row(403, DENIED, 'Forbidden', 'Ids are made by the service.'),
  not_found: row(404, NOT_FOUND, 'Not Found', 'There is no such record.'),
  route_not_found: row(404, NOT_FOUND, 'Not Found', 'There is no such path.'),
  method_not_allowed: row(405, UNIMPLEMENTED, 'Method Not Allowed', 'The path exists, the method does not.'),
  not_acceptable: row(406, INVALID, 'Not Acceptable', 'No representation that the Accept header allows.'),
  type_mismatch: row(409, ABORTED, 'Conflict', 'The type in the body is not the type of this path.'),
  id_mismatch: row(409, ABORTED, 'Conflict', 'The id in the body is not the id of this path.'),
  not_cancellable: row(409, PRECONDITION, 'Conflict', 'Only pending and awaiting_manifest requests can be cancelled.'),
  idempotency_in_progress: row(409, ABORTED, 'Conflict', 'The first request with this Idempotency-Key still runs.', true),
  revision_conflict: row(409, ABORTED, 'Conflict', 'The record changed meanwhile.', true),
  precondition_failed: row(412, PRECONDITION, 'Precondition Failed', 'The record is not the version named by If-Match.'),
  payload_too_large: row(413, EXHAUSTED, 'Payload Too Large', 'The body is larger than allowed.'),
  unsupported_media_type: row(415, INVALID, 'Unsupported Media Type', 'The Content-Type is not accepted here.'),
  rate_limited: row(429, EXHAUSTED, 'Too Many Requests', 'The rate limit is exceeded.', true),

  // A field of the body
  blank: row(422, INVALID, 'Unprocessable Entity', 'A required value is missing.'),
  invalid: row(422, INVALID, 'Unprocessable Entity', 'A value is not allowed.'),
  duplicate: row(422, EXISTS, 'Unprocessable Entity', 'The same record exists already.'),
  unknown_attribute: row(422, INVALID, 'Unprocessable Entity', 'The attribute is not known or cannot be edited.'),
  unrecognized_scac: row(422, INVALID, 'Unprocessable Entity', 'The SCAC is not known.'),
  unsupported_scac: row(422, INVALID, 'Unprocessable Entity', 'The carrier is known but cannot be tracked.'),
  invalid_number: row(422, INVALID, 'Unprocessable Entity', 'The number cannot be one of the carrier.'),
  unsupported_number_type: row(422, INVALID, 'Unprocessable Entity', 'The carrier does not answer for this type of number.'),
  idempotency_key_reused: row(422, EXISTS, 'Unprocessable Entity', 'The Idempotency-Key was used with another body.'),
  unknown_reference: row(422, INVALID, 'Unprocessable Entity', 'A record that the request names does not exist.'),
  blocked_address: row(422, INVALID, 'Unprocessable Entity', 'The address is not one that webhooks may be sent to.'),
  limit_reached: row(422, EXHAUSTED, 'Unprocessable Entity', 'The account has as many of these as it may have.'),
  webhook_inactive: row(422, PRECONDITION, 'Unprocessable Entity', 'The webhook is inactive.'),

  // Ours
  internal: row(500, INTERNAL, 'Internal Server Error', 'Unexpected failure.'),
  unavailable: row(503, UNAVAILABLE, 'Service Unavailable', 'A part that this needs does not answer just now.', true),
  deadline_exceeded: row(504, DEADLINE, 'Gateway Timeout', 'A part that this needs did not answer in time.', true),
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
