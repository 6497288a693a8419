import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import type { Executor } from '../db/client.ts';
import { leadingCustomer } from '../db/leadingCustomer.ts';

const PARTS = ['params', 'query', 'body'] as const;

interface Place {
  part: (typeof PARTS)[number];
  name: string;
}

/** Whether a call changes nothing, whatever its method is. */
export const onlyReads = ({ method, changesState, allowedWhileViewingAs }: Route): boolean =>
  method === 'GET' ? !changesState : allowedWhileViewingAs === 'reads';

/** Where a call takes the code of a customer, whose title is the same in every call. */
export const customerCodesOf = (route: Route): Place[] =>
  PARTS.flatMap((part) =>
    Object.entries(route[part]?.properties ?? {}).flatMap(([name, { title, type }]) =>
      type === 'integer' && (title === 'Cliente' || name === 'idCli') ? [{ part, name }] : [],
    ),
  );

/**
 * A page that was opened before a merge, a link or another system may still name the customer that was merged: what is read of it is
 * read of the one that stayed. Whether the person sees that one is for the call to say, as of any other.
 */
export async function followMerges(
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  places: readonly Place[],
  db: Executor,
): Promise<void> {
  for (const { part, name } of places) {
    const given = request[part] as Record<string, unknown> | null | undefined;
    const code = given?.[name];
    if (given && typeof code === 'number') given[name] = await leadingCustomer(db, code);
  }
}
