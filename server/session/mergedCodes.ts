import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import type { Executor } from '../db/client.ts';
import { leadingCustomer, leadsOf } from '../db/leadingCustomer.ts';

const PARTS = ['params', 'query', 'body'] as const;

interface Place {
  part: (typeof PARTS)[number];
  name: string;
  /** The part of the body that it stands in. */
  within?: 'filtros';
}

/** Whether a call changes nothing, whatever its method is. */
export const onlyReads = ({ method, changesState, allowedWhileViewingAs }: Route): boolean =>
  method === 'GET' ? !changesState : allowedWhileViewingAs === 'reads';

/** Where a call takes the code of a customer, whose title is the same in every call. */
export const customerCodesOf = (route: Route): Place[] =>
  PARTS.flatMap((part) => codesAmong(route[part]?.properties).map((name) => ({ part, name })));

/** Where a body names a customer to find rows by, as a file or work on all that a list finds does. */
export const filterCodesOf = ({ body }: Route): Place[] =>
  codesAmong(body?.properties?.filtros?.properties).map((name) => ({
    part: 'body',
    name,
    within: 'filtros',
  }));

const codesAmong = (properties: Readonly<Record<string, TSchema>> = {}): string[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const { title, type } = schema.type === 'array' ? (schema.items as TSchema) : schema;
    return type === 'integer' && (title === 'Cliente' || name === 'idCli') ? [name] : [];
  });

/**
 * A page that was opened before a merge, a link or another system may still name the customer that was merged: what is read of it is
 * read of the one that stayed. Whether the person sees that one is for the call to say, as of any other.
 */
export async function followMerges(
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  places: readonly Place[],
  db: Executor,
): Promise<void> {
  for (const { part, name, within } of places) {
    const requestPart = request[part] as Record<string, unknown> | null | undefined;
    const given = within ? (requestPart?.[within] as typeof requestPart) : requestPart;
    const code = given?.[name];
    if (given && typeof code === 'number') given[name] = await leadingCustomer(db, code);
    if (given && Array.isArray(code)) {
      const leads = await leadsOf(db, code);
      given[name] = [...new Set(code.map((each) => leads.get(each) ?? each))];
    }
  }
}
