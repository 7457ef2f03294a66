import { errors, interactionPolicy } from 'oidc-provider';
import { SCOPE } from '../app/index.js';

const { Check, base } = interactionPolicy;

/**
 * When a person is asked: to sign in without a live session, and to consent every time. A consent that is never reused
 * cannot be reused for another client, scope or callback; tokens that refresh make the question rare enough.
 */
export const oidcPolicy = () => {
  const policy = base();

  const isGone = new Check('person_gone', 'the person may no longer act', 'login_required', ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined);
  // Before anybody is bothered: a request that can be given nothing.
  const isFutile = new Check('nothing_to_grant', 'no scope that could be granted', ({ oidc }) => {
    if (!oidc.requestParamScopes.has(SCOPE)) throw new errors.InvalidScope(`the scope here is ${SCOPE}`, String(oidc.params?.['scope'] ?? ''));
    return false;
  });
  policy.get('login')?.checks.add(isFutile);
  policy.get('login')?.checks.add(isGone);

  const asked = new Check('consent_every_time', 'consent is asked for every time', 'consent_required', ({ oidc }) => oidc.result?.consent === undefined);
  const consent = policy.get('consent');
  consent?.checks.clear();
  consent?.checks.add(asked);
  return policy;
};
