import { randomUUID } from 'node:crypto';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/** What a client keeps of its login. */
export interface Kept {
  client?: OAuthClientInformationMixed;
  tokens?: OAuthTokens;
  /** Where it sent the person. */
  at?: URL;
  verifier: string;
}

/** The store that both SDKs ask an application for, in memory. */
export const loginStore = (redirectUrl: string) => {
  const kept: Kept = { verifier: '' };
  const state = randomUUID();
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [redirectUrl], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    state: () => state,
    clientInformation: () => kept.client,
    saveClientInformation: (client: OAuthClientInformationMixed) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: OAuthTokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.at = url),
    saveCodeVerifier: (text: string) => void (kept.verifier = text),
    codeVerifier: () => kept.verifier,
    invalidateCredentials: () => void delete kept.tokens,
  };
  return { kept, state, provider };
};

export type LoginStore = ReturnType<typeof loginStore>;
