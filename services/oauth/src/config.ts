import { common, count, defineConfig, flag, optionalText, port, secret, text, url } from '@landfall/kit/config';

/** Every variable this service reads. `npm run docs` prints docs/env.md from here. */
export const { schema, load } = defineConfig({
  ...common,
  GRPC_PORT: port(50_055).describe('Serves PrincipalService and AccountService; 0 takes a free one.'),
  HTTP_PORT: port(8_085).describe('Serves sign-in, consent, settings and the OAuth endpoints, which the api-gateway forwards; 0 takes a free one.'),
  PUBLIC_URL: url('http://localhost:8080').describe('Where clients and browsers reach the api-gateway: the issuer of all tokens.'),
  DATA_ENCRYPTION_KEY: secret().describe('32 bytes in base64; encrypts signing keys at rest and signs cookies and forms.'),
  WEBHOOK_DISPATCH_GRPC_URL: optionalText().describe('Where webhook-dispatch answers, for the health of webhooks on the settings page; without it the page says that it is not known.'),
  TRUSTED_PROXIES: text('loopback').describe('Whose X-Forwarded-For is believed: addresses, ranges, or loopback, linklocal, uniquelocal.'),
  AUTHORIZE_LIMIT: count(120).describe('Authorization requests a minute from one address.'),
  TOKEN_LIMIT: count(300).describe('Token, revocation and introspection requests a minute from one address.'),
  REGISTER_LIMIT: count(60).describe('Client registrations an hour from one address.'),
  DEMO_ACCOUNT: flag(false).describe('May a demo account be made at the first start? Never in production.'),
});

export type Config = ReturnType<typeof load>;
