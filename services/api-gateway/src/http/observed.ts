import { histogram } from '@landfall/kit/metrics';

const seconds = histogram('landfall_http_answered_seconds', 'How long a request took to answer.', ['method', 'route', 'status']);

/** One observation for each answer; the route as it was declared, since ids would make a series each. */
export const observeAnswer = (method: string, route: string, status: number, durationMs: number): void => {
  seconds.observe({ method, route, status: String(status) }, durationMs / 1_000);
};
