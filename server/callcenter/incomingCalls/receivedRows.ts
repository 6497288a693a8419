import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers, incomingCalls, people } from '../../db/tables/index.ts';
import { customerScope, isOutside } from '../../session/scope.ts';
import { maySettle } from './rules.ts';

const teller = alias(people, 'teller');

/** Calls as the list shows them; of an own call with a customer of another branch since, the call stays and the name does not. */
export const selectReceived = (db: Executor, user: User) =>
  db
    .select({
      call: incomingCalls,
      person: people.name,
      teller: teller.name,
      customer: sql<string | null>`coalesce(nullif(${customers.tradeName}, ''), ${customers.legalName})`,
    })
    .from(incomingCalls)
    .innerJoin(people, eq(people.id, incomingCalls.personId))
    .leftJoin(teller, eq(teller.id, incomingCalls.settledById))
    .leftJoin(customers, and(eq(customers.id, incomingCalls.customerId), customerScope(user)));

type Row = Awaited<ReturnType<typeof selectReceived>>[number];

export const shownCall = ({ call, person, teller, customer }: Row, user: User): ReceivedCall => ({
  id: call.id,
  em: call.startedAt.toISOString(),
  numero: call.number && formatPhone(call.number),
  cliente: call.customerId !== null && customer !== null ? { id: call.customerId, nome: customer } : null,
  pessoa: { id: call.personId, nome: person },
  situacao: call.status,
  duracao: call.answeredAt && call.endedAt && secondsBetween(call.answeredAt, call.endedAt),
  desfecho: call.outcome,
  // What is noted is for the company itself.
  obs: isOutside(user) ? '' : call.note,
  registradoPor:
    call.settledById !== null && teller !== null && !isOutside(user)
      ? { id: call.settledById, nome: teller }
      : null,
  podeDizer: maySettle(user, call),
  versao: call.version,
});

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
