import { asc, eq } from 'drizzle-orm';
import type { ModuleGrant } from '#contract/permissions.ts';
import { outboxEmails, people, roles } from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { db, fixture, MINUTE } from '../reply/replyFixture.ts';

type Who = keyof typeof fixture.tokens;

export const pathOf = (id: number) => `/sac/tickets/${id}/copias`;
export const add = (id: number, email: string, who: Who = 'OPERADOR', key?: string) =>
  fixture.server.call('POST', pathOf(id), {
    token: fixture.tokens[who],
    body: { email },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
export const remove = (id: number, copy: number, who: Who = 'OPERADOR') =>
  fixture.server.call('DELETE', `${pathOf(id)}/${copy}`, { token: fixture.tokens[who] });

interface Seen {
  copias: { id: number; email: string; incluidoPor: string | null; recebe: boolean; chega: boolean }[];
  propostas: { email: string }[];
}
export const seen = async (id: number, who: Who = 'OPERADOR'): Promise<Seen> =>
  (await fixture.server.call('GET', pathOf(id), { token: fixture.tokens[who] })).body.data;
export const emailsOf = async (id: number, who?: Who) =>
  (await seen(id, who)).copias.map(({ email }) => email);
export const copyOf = async (id: number, email: string): Promise<number> => {
  const found = (await seen(id)).copias.find((copy) => copy.email === email);
  if (!found) throw new Error(`${email} is not in copy`);
  return found.id;
};

/** A minute later, what happened on tickets is written to their readers. */
export async function told(): Promise<void> {
  fixture.server.advance(MINUTE);
  await mailCustomers(fixture.server.deps);
}
export const mailsOf = (id: number) =>
  db()
    .select({ to: outboxEmails.toAddress, text: outboxEmails.bodyText, messageId: outboxEmails.messageId })
    .from(outboxEmails)
    .where(eq(outboxEmails.ticketId, id))
    .orderBy(asc(outboxEmails.id));
export const receivers = async (id: number) => (await mailsOf(id)).map(({ to }) => to).sort();
export const open = () =>
  fixture.addTicket({ status: 'EM_ATENDIMENTO', customerId: fixture.customerIds.consumer });

/** The operator's role is without one of its modules or actions for as long as it takes. */
export async function without(name: string, work: () => Promise<void>): Promise<void> {
  const [person] = await db()
    .select({ roleId: people.roleId })
    .from(people)
    .where(eq(people.id, fixture.people.OPERADOR));
  const role = eq(roles.id, person?.roleId ?? 0);
  const [before] = await db().select({ grants: roles.grants }).from(roles).where(role);
  const grants = before?.grants ?? [];
  const turnedOff = <G extends { nome: string; autorizado: boolean }>(one: G): G =>
    one.nome === name ? { ...one, autorizado: false } : one;
  const fewer: ModuleGrant[] = grants.map((one) => ({
    ...turnedOff(one),
    moduloAcoes: one.moduloAcoes.map(turnedOff),
  }));
  await db().update(roles).set({ grants: fewer }).where(role);
  try {
    await work();
  } finally {
    await db().update(roles).set({ grants }).where(role);
  }
}
