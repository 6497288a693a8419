import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { RetentionPreview, RetentionRule } from '#contract/config/people/retention.ts';
import * as t from '#server/db/tables/index.ts';
import type { TicketFixture } from '../../sac/tickets/ticketFixture.ts';

const DAY = 24 * 60 * 60 * 1000;
const YEAR = 365.25 * DAY;

/** Helpers for retention suites: setting and previewing rules, letting nights pass, creating old data. */
export function retentionCalls(fixture: () => TicketFixture) {
  const deps = () => fixture().server.deps;
  const ago = (years: number) => new Date(deps().now().getTime() - years * YEAR);

  const call = (
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    body?: object,
    token = fixture().tokens.ADMIN,
  ) => fixture().server.call(method, `/config/guarda${path}`, { token, ...(body && { body }) });
  const rule = async (key: string): Promise<RetentionRule> => (await call('GET', `/${key}`)).body.data;
  const preview = async (key: string): Promise<RetentionPreview> => {
    const { status, body } = await call('GET', `/${key}/previa`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data;
  };
  const setMonths = async (key: string, meses: number | null) =>
    (await call('PUT', `/${key}`, { meses, versao: (await rule(key)).versao })).body.data as RetentionRule;
  const confirm = async (key: string, selo: string, versao?: number) =>
    call('POST', `/${key}/confirmar`, { selo, versao: versao ?? (await rule(key)).versao });

  /** Advances the clock to three in the morning, this many days from now. */
  async function night(days: number): Promise<void> {
    const { now } = deps();
    const hour = Number(
      new Intl.DateTimeFormat('en', {
        hour: '2-digit',
        hourCycle: 'h23',
        timeZone: 'America/Sao_Paulo',
      }).format(now()),
    );
    fixture().server.advance(days * DAY + (3 - hour) * 60 * 60 * 1000);
    // The proof of a session expires.
    fixture().tokens.ADMIN = await fixture().server.sessionOf(fixture().people.ADMIN);
  }

  /** Sets, previews and confirms a rule, and lets the grace days pass. */
  async function letAct(key: string, months: number): Promise<RetentionPreview> {
    await setMonths(key, months);
    const seen = await preview(key);
    expect((await confirm(key, seen.selo)).status).toBe(200);
    await night(8);
    return seen;
  }

  /** A finished ticket that ended this many years ago. */
  const ended = (years: number, given: Partial<typeof t.tickets.$inferInsert> = {}) =>
    fixture().addTicket({
      status: 'FINALIZADO',
      createdAt: ago(years),
      finishedAt: ago(years),
      updatedAt: ago(years),
      message: 'Segredo',
      ...given,
    });
  const subjectOf = async (id: number) =>
    (await deps().db.select().from(t.tickets).where(eq(t.tickets.id, id)))[0]?.subject;
  return {
    deps,
    ago,
    call,
    rule,
    preview,
    setMonths,
    confirm,
    night,
    letAct,
    ended,
    subjectOf,
  };
}
