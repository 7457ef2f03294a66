import type { CallToolResult } from '@modelcontextprotocol/server';
import { currentCall } from '@landfall/kit/trace';
import { toProblem, type Problem } from '@landfall/kit/problem';

/** What a model can do about it comes with every failure; what only an engineer can do is named by the request. */
const adviceFor = ({ code, detail, more }: Problem, instead: string): string => {
  switch (code) {
    case 'not_found':
      return `Not found in this account. ${instead}`;
    case 'rate_limited':
      return `${detail} Wait ${String(more.meta?.['retry_after'] ?? 60)} seconds, then repeat the call.`;
    case 'unavailable':
    case 'deadline_exceeded':
      return 'A part that this needs does not answer just now. Repeat the call in a few seconds.';
    case 'internal':
      return `Unexpected failure. Request ${currentCall()?.requestId ?? 'unknown'}.`;
    default:
      return [detail, ...(more.others ?? []).map((other) => other.detail)].join(' ');
  }
};

/** A failure the model can recover from: it is told so, instead of the connection. */
export const refused = (thrown: unknown, instead = ''): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: typeof thrown === 'string' ? thrown : adviceFor(toProblem(thrown), instead) }],
});
