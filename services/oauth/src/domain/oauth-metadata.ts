import { SCOPE } from './client-registration.js';

/** The paths of the tool server; a client asks for the document of the one it was given. */
export const RESOURCE_PATHS = ['/mcp', '/api/mcp'] as const;

/** Every access token is good for the tool server and for nothing else, by whichever path it is reached. */
export const audienceOf = (origin: string): string => `${origin}/mcp`;

export const resourcesOf = (origin: string): readonly string[] => RESOURCE_PATHS.map((path) => `${origin}${path}`);

/** RFC 8414. */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  introspection_endpoint: `${origin}/oauth/introspect`,
  jwks_uri: `${origin}/oauth/jwks`,
  scopes_supported: [SCOPE],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  introspection_endpoint_auth_methods_supported: ['Bearer'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${origin}/docs`,
});

/** RFC 9728. interface.md calls it "the discovery document", so it carries what RFC 8414 says too. */
export const resourceMetadata = (origin: string, path: string) => ({
  resource: `${origin}${path}`,
  authorization_servers: [origin],
  bearer_methods_supported: ['header'],
  resource_name: 'Landfall',
  resource_documentation: `${origin}/docs`,
  ...serverMetadata(origin),
});
