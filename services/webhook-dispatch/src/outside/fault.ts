import type { Outcome } from '../domain/notification.js';

/** Which class of trouble a failed exchange was, by the codes that Node and undici give (D-46). */
const BY_CODE: Readonly<Record<string, Outcome>> = {
  BLOCKED_ADDRESS: 'blocked',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  ETIMEOUT: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
};

const isTls = (code: string): boolean => /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/.test(code);

const codeOf = (error: unknown): string => {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (typeof code === 'string') return code;
  return cause ? codeOf(cause) : '';
};

export const outcomeOf = (error: unknown): { outcome: Outcome; fault: string } => {
  const code = codeOf(error);
  const outcome = BY_CODE[code] ?? (isTls(code) ? 'tls' : 'connect');
  const said = error instanceof Error ? error.message : String(error);
  return { outcome, fault: code ? `${code}: ${said}` : said };
};
