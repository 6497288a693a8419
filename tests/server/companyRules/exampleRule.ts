import { eq, sql } from 'drizzle-orm';
import { notices, outboxEmails, tickets } from '#server/db/tables/index.ts';
import type { RuleFixture } from './ruleFixture.ts';

/** A rule that companies have, what sets it off, and what is looked for afterwards. */
export interface Example {
  /** As service desks and sales teams say it. */
  name: string;
  rule: () => Promise<Readonly<Record<string, unknown>>>;
  /** Makes the event; returns what the effect is looked for by. */
  happen: () => Promise<number>;
  /** The record whose runs are looked at, where it is another than what the effect is looked for by. */
  about?: (id: number) => Promise<number>;
  effects: (id: number) => Promise<number>;
}

export const at = (campo: string) => ({ campo });
export const is = (campo: string, texto: string) => ({ faz: 'igual', de: [at(campo), { texto }] });
export const yes = (campo: string) => ({ faz: 'igual', de: [at(campo), { logico: true }] });
export const above = (campo: string, numero: string) => ({ faz: 'maior', de: [at(campo), { numero }] });
export const all = (...de: object[]) => ({ faz: 'todas', de });
export const event = (evento: string) => ({ tipo: 'EVENTO', evento });
export const EVERY_MORNING = { tipo: 'HORARIO', hora: '00:00', dias: [0, 1, 2, 3, 4, 5, 6] };

/** What several examples look at. */
export function lookingAt(fixture: () => RuleFixture) {
  const db = () => fixture().db;
  return {
    mails: (subject: string) => () => db().$count(outboxEmails, eq(outboxEmails.subject, subject)),
    told: (title: string) => () => db().$count(notices, eq(notices.title, title)),
    async isSo(id: number, holds: (ticket: typeof tickets.$inferSelect) => boolean): Promise<number> {
      const [ticket] = await db().select().from(tickets).where(eq(tickets.id, id));
      return ticket && holds(ticket) ? 1 : 0;
    },
    classified: (customerId: number, name: string) =>
      db().execute(sql`with made as (
        insert into customer_classifications (code, name) values (${name}, ${name})
        on conflict do nothing returning id)
      update customers set classification_id = coalesce((select id from made),
        (select id from customer_classifications where code = ${name})) where id = ${customerId}`),
  };
}
