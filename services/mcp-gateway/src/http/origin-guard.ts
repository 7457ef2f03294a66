import type { RequestHandler } from 'express';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** `https://app.example:8443`, `app.example:8443` and `app.example` name the same host. */
const hostOf = (given: string): string => (given.includes('://') ? new URL(given).hostname : given.replace(/:\d+$/, ''));

export interface Allowed {
  readonly publicUrl: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

/**
 * A page in a browser may reach a server on its user's machine under a name of its own making; Host and Origin tell.
 * Answers 403 for names that are not ours.
 */
export const originGuard = ({ publicUrl, hosts, origins }: Allowed): RequestHandler => {
  const own = [hostOf(publicUrl), ...LOOPBACK];
  const checkHost = hosts.includes('*') ? undefined : hostHeaderValidation([...own, ...hosts.map(hostOf)]);
  const checkOrigin = origins.includes('*') ? undefined : originValidation([...own, ...origins.map(hostOf)]);
  return (req, res, next) => {
    if (checkHost !== undefined && !checkHost(req, res)) return;
    if (checkOrigin !== undefined && !checkOrigin(req, res)) return;
    next();
  };
};
