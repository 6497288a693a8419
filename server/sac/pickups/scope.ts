import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import type { User } from '../../context.ts';
import { flows, pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { ticketScope } from '../../session/scope.ts';

const query = new QueryBuilder();

/** A pickup holds a ticket that fulfils the condition, and that the person may see. */
export const holdsTicket = (user: User, condition?: SQL): SQL =>
  exists(
    query
      .select({ one: sql`1` })
      .from(pickupTickets)
      .innerJoin(tickets, eq(tickets.id, pickupTickets.ticketId))
      .where(and(eq(pickupTickets.pickupId, pickups.id), ticketScope(user), condition)),
  );

/** Over `pickups`: a person sees those that hold a ticket of theirs. */
export const pickupScope = (user: User): SQL | undefined =>
  ticketScope(user) === undefined ? undefined : holdsTicket(user);

const open = ticketStatus.flatMap(({ value, closed }) => (closed ? [] : [value]));

const pickupSteps = sql`from ${flows}, jsonb_array_elements(${flows.content} -> 'etapas') as step
  where step ->> 'exigencia' = 'COLETA'`;

/** Over `tickets`: open, and on a step that demands a pickup in the ticket's own version of its flow. */
export const waitsOnPickupStep: SQL | undefined = and(
  eq(tickets.archived, false),
  inArray(tickets.status, open),
  // The few keys first, which an index leads to; then the version, in which a key may have meant another step.
  sql`${tickets.stepKey} = any(array(select step ->> 'chave' ${pickupSteps}))`,
  sql`(${tickets.flowKey}, ${tickets.flowVersion}, ${tickets.stepKey}) in (
    select ${flows.key}, ${flows.version}, step ->> 'chave' ${pickupSteps})`,
);
