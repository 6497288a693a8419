import type { FastifyRequest } from 'fastify';
import type { PublicContext } from '../context.ts';

/** Marks a body that came as multipart: its values are text. */
export const MULTIPART = Symbol('multipart');

/** Reads a multipart body: bracketed fields, and files that are stored first and stand as their records. */
export async function readMultipart(_request: FastifyRequest, _ctx: PublicContext): Promise<object> {
  throw new Error('not written yet');
}
