import { createHash, createVerify, X509Certificate } from 'node:crypto';

const decoded = (part: string | undefined): Record<string, unknown> => JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;

export const decodeProtectedHeader = (token: string): Record<string, unknown> => decoded(token.split('.')[0]);

/** The claims, if the certificate named in the header is this one and its key signed them. */
export const decodeJwt = (token: string, pem: string): Record<string, unknown> => {
  const certificate = new X509Certificate(pem);
  const thumbprint = createHash('sha1').update(certificate.raw).digest('base64url');
  if (decodeProtectedHeader(token)['x5t'] !== thumbprint) throw new Error('another certificate');
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (!createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(certificate.publicKey, signature, 'base64url')) throw new Error('a wrong signature');
  return decoded(claims);
};
