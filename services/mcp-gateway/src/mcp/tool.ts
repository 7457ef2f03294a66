import type { JsonApiDocument } from '@landfall/resources/document';
import { toProblem } from '@landfall/kit/problem';
import type { CallToolResult, McpServer, ResourceLink } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fit } from '../domain/budget.js';
import { mayWrite } from '../domain/grants.js';
import { refused } from './refused.js';
import { prepared, strict, text } from './schema.js';
import type { Session } from './session.js';

/** An answer that can be made with fewer rows when all of them would be too long. */
export interface Answer {
  readonly rows: number;
  readonly mapped: (count: number) => Record<string, unknown>;
  readonly raw: (count: number) => JsonApiDocument;
  readonly links?: readonly ResourceLink[];
}

interface Given<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly input: Shape;
  readonly output: z.ZodRawShape;
  /** It changes something; all others only read. */
  readonly acts?: true;
  /** Which call finds what this one did not. */
  readonly instead: string;
  readonly answer: (session: Session, input: z.output<z.ZodObject<Shape>>) => Promise<Answer>;
}

export interface Tool {
  readonly name: string;
  readonly register: (server: McpServer, session: Session) => void;
}

type Format = 'mapped' | 'raw' | 'both';

const FORMAT = z.enum(['mapped', 'raw', 'both']).default('mapped').describe('mapped: short, ids resolved. raw: JSON:API.');
// Clients written for the original send it with every call; it changes nothing.
const INTENT = z.string().max(200).optional().describe('Why you ask.');

const DOCUMENT = { data: z.unknown(), included: z.array(z.unknown()), meta: z.unknown() };

/** Every format of an answer in one schema: what is not part of a format is not there. */
const outputOf = (mapped: z.ZodRawShape) => z.strictObject({ ...mapped, note: text, ...DOCUMENT, raw: z.unknown(), mapped: z.unknown() }).partial();

const shapedAs = (format: Format, answer: Answer) => (count: number): Record<string, unknown> => {
  if (format === 'mapped') return answer.mapped(count);
  const raw = { ...answer.raw(count) };
  return format === 'raw' ? raw : { raw, mapped: answer.mapped(count) };
};

/** Makes one tool; its schemas are converted here, once, when the module is loaded. */
export const tool = <Shape extends z.ZodRawShape>(given: Given<Shape>): Tool => {
  const { name, title, says, acts = false, instead } = given;
  const inputSchema = prepared(strict({ ...given.input, format: FORMAT, intent: INTENT }));
  const outputSchema = prepared(outputOf(given.output));
  const annotations = { readOnlyHint: !acts, destructiveHint: false, idempotentHint: !acts, openWorldHint: acts };

  const attempt = async (session: Session, input: unknown): Promise<CallToolResult> => {
    const { format, intent: _intent, ...own } = input as { format: Format; intent?: string };
    if (acts && !mayWrite(session.principal.scopes)) return refused('The API key may only read. Ask the account owner for a key with the scope write.');
    const answer = await given.answer(session, own as z.output<z.ZodObject<Shape>>);
    const { value, text: json, fits } = fit(answer.rows, shapedAs(format, answer));
    if (!fits) return refused(`The answer is too long as ${format}. Ask with format mapped.`);
    return { content: [{ type: 'text', text: json }, ...(answer.links ?? [])], structuredContent: value };
  };

  const call = async (session: Session, input: unknown): Promise<CallToolResult> => {
    const beganAt = performance.now();
    const { accountId, log } = session;
    const tell = (code: string, more: object = {}) => log.info({ tool: name, account_id: accountId, code, duration_ms: Math.round(performance.now() - beganAt), ...more }, 'tool.called');
    try {
      const result = await attempt(session, input);
      tell(result.isError === true ? 'refused' : 'ok');
      return result;
    } catch (error) {
      const { code } = toProblem(error);
      tell(code, code === 'internal' ? { err: error } : {});
      return refused(error, instead);
    }
  };

  return {
    name,
    register: (server, session) => void server.registerTool(name, { title, description: says, inputSchema, outputSchema, annotations }, (input) => call(session, input)),
  };
};
