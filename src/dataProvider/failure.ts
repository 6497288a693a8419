import { ticketWording } from './ticketWording.ts';

/** A refused or failed call. `status` 0 means that the server could not be reached. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by field path (`itens.0.qtd_solicitada`). */
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  /** The whole response body: a 409 carries the current state in `atual`. */
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = undefined) {
    super(message);
    const known = isObject(body) ? body : {};
    this.status = status;
    this.code = typeof known.code === 'string' ? known.code : String(status);
    this.fields = isObject(known.errors) ? fieldTexts(known.errors) : {};
    this.requestId = typeof known.requestId === 'string' ? known.requestId : undefined;
    this.body = body;
  }
}

export const NETWORK_FAILURE = 'Falha na comunicação com o servidor!';

/** The message of a refusal: the response's `err`, `error` or `message`, or else the status text (document 000 section 8). */
export function failureText(body: unknown, statusText: string): string {
  if (isObject(body)) {
    for (const key of ['err', 'error', 'message']) {
      const value = body[key];
      if (typeof value === 'string' && value) return ticketWording(value);
      if (isObject(value) && typeof value.message === 'string') return ticketWording(value.message);
    }
  }
  return statusText || 'Ocorreu um erro desconhecido!';
}

/** A field's message; some back ends send several for one field. */
const fieldTexts = (errors: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field,
      ticketWording(Array.isArray(text) ? text.join('\n') : String(text)),
    ]),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
