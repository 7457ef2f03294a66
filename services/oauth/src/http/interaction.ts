import { Router, urlencoded, type Request, type Response } from 'express';
import { audienceOf, redirectHost, SCOPE, subjectOf } from '../app/index.js';
import { binding, param, showConsent, showExpired, showSignIn, type Details, type InteractionOptions } from './interaction-views.js';

type Answer = (options: InteractionOptions, req: Request, res: Response, details: Details) => Promise<unknown>;

const signIn: Answer = async (options, req, res, details) => {
  const { app, provider, session } = options;
  const { email, password } = req.body as Record<string, unknown>;
  const attempt = { email: String(email ?? ''), password: String(password ?? ''), address: req.ip ?? 'unknown' };
  const outcome = await app.signIn(attempt);
  if ('waitSeconds' in outcome) {
    res.set('Retry-After', String(outcome.waitSeconds));
    return showSignIn(options, res, details, { status: 429, fault: `Too many tries. Wait ${Math.ceil(outcome.waitSeconds / 60)} minutes and try again.`, email: attempt.email });
  }
  if ('refused' in outcome) return showSignIn(options, res, details, { status: 401, fault: 'The e-mail or the password is not right.', email: attempt.email });
  const subject = subjectOf({ accountId: outcome.user.accountId, userId: outcome.user.id });
  const returnTo = await provider.interactionResult(req, res, { login: { accountId: subject } }, { mergeWithLastSubmission: false });
  // Else the library would ask with a script whether the other person should be signed out.
  await session.forgetPerson(req, res, subject);
  return res.set('Cache-Control', 'no-store').redirect(303, returnTo);
};

/** Keeps what the person allowed, and tells the library. */
const allow: Answer = async ({ app, provider, origin }, req, res, details) => {
  const clientId = param(details, 'client_id');
  const redirectUri = param(details, 'redirect_uri');
  const person = await app.activePerson(details.session?.accountId ?? '');
  const client = await provider.Client.find(clientId);
  if (!person || !client) return showExpired(res);
  const grant = new provider.Grant({ accountId: subjectOf({ accountId: person.account.id, userId: person.user.id }), clientId });
  grant.addResourceScope(param(details, 'resource') || audienceOf(origin), SCOPE);
  const grantId = await grant.save();
  await app.grants.describe(person.account.id, grantId, { clientName: client.clientName ?? redirectHost(redirectUri), redirectHost: redirectHost(redirectUri) });
  return provider.interactionFinished(req, res, { consent: { grantId } }, { mergeWithLastSubmission: true });
};

const consent: Answer = async (options, req, res, details) => {
  const { decision } = req.body as Record<string, unknown>;
  if (decision === 'allow') return allow(options, req, res, details);
  return options.provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'The person did not allow it.' }, { mergeWithLastSubmission: false });
};

/** Somebody else wants to answer: the question is asked again, beginning with who it is. */
const switchPerson: Answer = async ({ provider, session }, req, res) => {
  const returnTo = await provider.interactionResult(req, res, {}, { mergeWithLastSubmission: false });
  await session.forgetPerson(req, res);
  return res.set('Cache-Control', 'no-store').redirect(303, returnTo);
};

/** The pages between a client's request and its answer. GET shows; only a POST with the form's token decides. */
export const interaction = (options: InteractionOptions): Router => {
  const { provider, forms } = options;
  const router = Router();

  router.get('/oauth/interaction/:uid', async (req, res) => {
    const details = await provider.interactionDetails(req, res);
    if (details.uid !== req.params.uid || details.result !== undefined) return showExpired(res);
    return details.prompt.name === 'login' ? showSignIn(options, res, details, { email: param(details, 'login_hint') }) : showConsent(options, res, details);
  });

  /** Answers only a form that this browser was shown for this very question, and only once. */
  const answer = (step: string, prompt: string, act: Answer) =>
    router.post(`/oauth/interaction/:uid/${step}`, urlencoded({ extended: false, limit: '8kb' }), async (req, res) => {
      const details = await provider.interactionDetails(req, res);
      const { form_token: token } = (req.body ?? {}) as Record<string, unknown>;
      const isOurs = details.uid === req.params['uid'] && details.prompt.name === prompt && details.result === undefined && forms.matches(token, ...binding(details));
      return isOurs ? act(options, req, res, details) : showExpired(res);
    });

  answer('sign-in', 'login', signIn);
  answer('consent', 'consent', consent);
  answer('switch', 'consent', switchPerson);
  return router;
};
