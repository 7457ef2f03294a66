/** The one search, which `npm test` makes too: a named one, PATH, the user's cache, Debian's package. */
export { findNatsServer } from '../../../scripts/lib/nats-server.mjs';
