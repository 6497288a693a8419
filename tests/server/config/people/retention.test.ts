import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { RetentionRule } from '#contract/config/people/retention.ts';
import { GONE } from '#server/config/privacy/holdings/holding.ts';
import { runTonight } from '#server/config/retention/commands.ts';
import * as t from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';
import { retentionCalls } from './retentionCalls.ts';

const YEAR = 365.25 * 24 * 60 * 60 * 1000;

let fixture: TicketFixture;
let typeId: number;
let otherTypeId: number;
beforeAll(async () => {
  fixture = await ticketFixture();
  typeId = fixture.types.get('DEVOLUCAO') ?? 0;
  otherTypeId = fixture.types.get('GARANTIA') ?? [...fixture.types.values()][1] ?? 0;
});
afterAll(() => fixture?.server.close());
const { deps, ago, call, rule, preview, setMonths, confirm, night, letAct, ended, subjectOf } =
  retentionCalls(() => fixture);

describe('retention rule', () => {
  const key = () => `TICKETS-${typeId}`;

  it('answers 403 without the permission, and 404 for an unknown kind', async () => {
    for (const who of ['GERENTE', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const) {
      const token = fixture.tokens[who];
      expect((await call('GET', '', undefined, token)).status).toBe(403);
      expect((await call('GET', '/CLIENTES/previa', undefined, token)).status).toBe(403);
      expect((await call('PUT', '/CLIENTES', { meses: 1, versao: 0 }, token)).status).toBe(403);
      expect((await call('POST', '/CLIENTES/confirmar', { selo: 'x', versao: 0 }, token)).status).toBe(403);
      expect((await call('POST', '/CLIENTES/pausar', { versao: 0 }, token)).status).toBe(403);
    }
    expect((await call('GET', '/TICKETS-999999')).status).toBe(404);
    expect((await call('PUT', '/OUTRA', { meses: 1, versao: 0 })).status).toBe(404);
    expect(await deps().db.$count(t.retentionRules)).toBe(0);
  });

  it('keeps everything forever by default', async () => {
    const { itens } = (await call('GET', '')).body as { itens: RetentionRule[] };
    expect(itens.length).toBe(2 * fixture.types.size + 3);
    expect(new Set(itens.map(({ situacao, meses }) => `${situacao} ${meses}`))).toEqual(
      new Set(['PARA_SEMPRE null']),
    );
    expect((await call('GET', `/${key()}/previa`)).body.code).toBe('SEM_PRAZO');
    expect(await runTonight(deps())).toBe(0);
  });

  it('rejects an outdated version, and an invalid number of months', async () => {
    expect((await call('PUT', `/${key()}`, { meses: 0, versao: 0 })).status).toBe(422);
    expect((await call('PUT', `/${key()}`, { meses: 12, versao: 0 })).body.data.versao).toBe(1);
    const late = await call('PUT', `/${key()}`, { meses: 24, versao: 0 });
    expect(late.status).toBe(409);
    expect(late.body.conflito?.estado?.meses ?? late.body.estado?.meses ?? 12).toBe(12);
  });

  it('acts only on a preview of the same person and version, at most half an hour old', async () => {
    const seen = await preview(key());
    expect((await confirm(key(), 'inventado.selo')).body.code).toBe('PREVIA_NAO_VISTA');
    await setMonths(key(), 60);
    expect((await confirm(key(), seen.selo)).body.code).toBe('PREVIA_NAO_VISTA');
    const other = await preview('CLIENTES').catch(() => null);
    expect(other).toBeNull();
    const fresh = await preview(key());
    fixture.server.advance(31 * 60_000);
    fixture.tokens.ADMIN = await fixture.server.sessionOf(fixture.people.ADMIN);
    expect((await confirm(key(), fresh.selo)).body.code).toBe('PREVIA_NAO_VISTA');
    const again = await preview(key());
    const { status, body } = await confirm(key(), again.selo);
    expect([status, body.data.situacao]).toEqual([200, 'ATIVA']);
    expect(body.data.confirmadaPor).toBe('Pessoa admin');
    // The same confirmation again; the version has changed in the meantime.
    expect((await confirm(key(), again.selo, body.data.versao - 1)).status).toBe(409);
    expect((await confirm(key(), again.selo)).body.code).toBe('NADA_A_CONFIRMAR');
    const logged = await deps()
      .db.select({ action: t.auditLog.action })
      .from(t.auditLog)
      .where(eq(t.auditLog.entity, 'retention_rules'));
    expect(logged.map(({ action }) => action).sort()).toEqual(['ALTERAR', 'ALTERAR', 'ATIVAR']);
  });

  it('stops at once when its months change, or when it is paused', async () => {
    const paused = await call('POST', `/${key()}/pausar`, { versao: (await rule(key())).versao });
    expect(paused.body.data).toMatchObject({ situacao: 'PAUSADA', agePartir: null });
    await ended(8);
    await night(9);
    expect(await runTonight(deps())).toBe(0);
    expect((await call('POST', `/${key()}/pausar`, { versao: (await rule(key())).versao })).body.code).toBe(
      'NAO_ATIVA',
    );
    expect(await setMonths(key(), null)).toMatchObject({ situacao: 'PARA_SEMPRE', agePartir: null });
  });
});

describe('retention of tickets of a type', () => {
  const key = () => `TICKETS-${typeId}`;

  it('removes old tickets; not open or legally kept ones, other types, or those of active customers', async () => {
    const { db } = deps();
    const { second, consumer } = fixture.customerIds;
    await db.delete(t.tickets);
    const gone = await ended(8);
    const cancelled = await ended(8, { status: 'CANCELADO', finishedAt: null, updatedAt: ago(8) });
    const young = await ended(0.5);
    const byLaw = await ended(3);
    const otherType = await ended(8, { typeId: otherTypeId });
    // A company's open tickets do not protect its old ones.
    const ofCompany = await ended(8, { customerId: second });
    await fixture.addTicket({ customerId: second });
    const open = await fixture.addTicket({ customerId: consumer, createdAt: ago(9), updatedAt: ago(9) });
    const ofBusy = await ended(8, { customerId: consumer });
    await db.insert(t.ticketMessages).values([
      { ticketId: gone, type: 'PUBLICO', authorId: fixture.people.OPERADOR, html: '<p>Segredo</p>' },
      { ticketId: byLaw, type: 'PUBLICO', authorId: fixture.people.OPERADOR, html: '<p>Guardado</p>' },
    ]);
    const seen = await letAct(key(), 12);
    expect(seen).toMatchObject({ sai: 3, porLei: 1, emAberto: 1, completa: true });
    expect(seen.porLeiAte).not.toBeNull();
    expect(seen.exemplos.find(({ id }) => id === byLaw)).toMatchObject({
      efeito: 'LEI',
      descricao: `Ticket ${byLaw}`,
    });
    expect(await runTonight(deps())).toBe(3);
    for (const id of [gone, cancelled, ofCompany]) expect(await subjectOf(id)).toBe(GONE);
    for (const id of [young, byLaw, otherType, open, ofBusy])
      expect(await subjectOf(id)).toBe('Devolução de mercadoria');
    const messages = await db.select().from(t.ticketMessages).orderBy(t.ticketMessages.ticketId);
    expect(messages.map(({ html }) => html).sort()).toEqual([`<p>${GONE}</p>`, '<p>Guardado</p>'].sort());
    const entry = await db.select().from(t.auditLog).where(eq(t.auditLog.action, 'ANONIMIZAR'));
    expect(entry).toMatchObject([
      { entityId: key(), after: { meses: 12, tickets: [gone, cancelled, ofCompany] } },
    ]);
    expect((await rule(key())).noites).toMatchObject([{ sairam: 3, porLei: 1, emAberto: 1, falhas: 0 }]);
    // Its last movement is unchanged, so it does not move to the top of any list.
    const [row] = await db.select().from(t.tickets).where(eq(t.tickets.id, gone));
    expect(row?.updatedAt.getTime()).toBeLessThan(ago(7).getTime());
  });

  it('removes once: another run, the same night or the next, finds nothing more', async () => {
    expect(await runTonight(deps())).toBe(0);
    await night(1);
    expect(await runTonight(deps())).toBe(0);
    expect(await preview(key())).toMatchObject({ sai: 0, porLei: 1, emAberto: 1 });
    expect(await deps().db.$count(t.auditLog, eq(t.auditLog.action, 'ANONIMIZAR'))).toBe(1);
  });

  it('waits for the night, and is resumed by any node after one was killed', async () => {
    const { db, pool } = deps();
    await db.delete(t.ticketMessages);
    await db.delete(t.tickets);
    for (let n = 0; n < 25; n++) await Promise.all(Array.from({ length: 20 }, () => ended(8)));
    const [last] = await db.select({ id: sql<number>`max(${t.tickets.id})` }).from(t.tickets);
    await night(1);
    fixture.server.advance(10 * 60 * 60 * 1000);
    expect(await runTonight(deps())).toBe(0);
    await night(1);
    // The last of them terminates the connection, like a dying process.
    await pool.query(`create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await pool.query(
      `create trigger die before update on tickets for each row when (new.id = ${last?.id}) execute function die()`,
    );
    await expect(runTonight(deps())).rejects.toThrow();
    const left = await db.$count(t.tickets, isNotNull(t.tickets.personalGoneAt));
    expect(left).toBe(400);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 400, fim: null });
    await pool.query('drop trigger die on tickets');
    const both = await Promise.all([runTonight(deps()), runTonight(deps())]);
    expect(both.reduce((sum, one) => sum + one)).toBe(100);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 500, falhas: 0 });
    expect((await rule(key())).noites[0]?.fim).not.toBeNull();
    const reported = await db.select().from(t.auditLog).where(eq(t.auditLog.action, 'ANONIMIZAR'));
    const numbers = reported.flatMap(({ after }) => (after as { tickets?: number[] }).tickets ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('skips a ticket that cannot be written, and reports it without its content', async () => {
    const { pool } = deps();
    const [good, bad] = [await ended(8), await ended(8)];
    await pool.query(`create or replace function die() returns trigger language plpgsql as $$
      begin raise exception 'Segredo de %', new.message; end $$`);
    await pool.query(
      `create trigger die before update on tickets for each row when (new.id = ${bad}) execute function die()`,
    );
    await night(1);
    expect(await runTonight(deps())).toBe(1);
    expect([await subjectOf(good), await subjectOf(bad)]).toEqual([GONE, 'Devolução de mercadoria']);
    expect((await rule(key())).noites[0]).toMatchObject({ sairam: 1, falhas: 1, erro: `${bad}: P0001` });
    await pool.query('drop trigger die on tickets');
    await night(1);
    expect(await runTonight(deps())).toBe(1);
  });

  it('treats a ticket reopened after its removal like any other, and removes it again', async () => {
    const { db } = deps();
    const id = await ended(8);
    await night(1);
    expect(await runTonight(deps())).toBe(1);
    fixture.server.advance(60_000);
    await db
      .update(t.tickets)
      .set({ status: 'FINALIZADO', subject: 'De novo', finishedAt: deps().now(), updatedAt: deps().now() })
      .where(eq(t.tickets.id, id));
    fixture.server.advance(6 * YEAR);
    await night(0);
    expect(await runTonight(deps())).toBe(1);
    expect(await subjectOf(id)).toBe(GONE);
    await setMonths(key(), null);
  });

  it('removes only the files where the rule says so, and nothing of another type', async () => {
    const { db } = deps();
    const key = `ANEXOS-${typeId}`;
    const [id, other] = [await ended(8), await ended(8, { typeId: otherTypeId })];
    const [fileId, otherFile] = [await attached(id), await attached(other)];
    expect(await letAct(key, 60)).toMatchObject({ sai: 1 });
    expect(await runTonight(deps())).toBe(1);
    expect(await db.$count(t.ticketAttachments, eq(t.ticketAttachments.ticketId, id))).toBe(0);
    const [file] = await db.select().from(t.files).where(eq(t.files.id, fileId));
    expect(file).toMatchObject({ linkedAt: null, name: 'eliminado' });
    expect(await subjectOf(id)).toBe('Devolução de mercadoria');
    const [kept] = await db.select().from(t.files).where(eq(t.files.id, otherFile));
    expect(kept).toMatchObject({ name: 'foto.jpg' });
    await setMonths(key, null);
  });
});

async function attached(ticketId: number): Promise<string> {
  const { db } = deps();
  const id = crypto.randomUUID();
  const linkedAt = deps().now();
  const file = { id, name: 'foto.jpg', mime: 'image/jpeg', size: 1, sha256: 'x', storedAs: id, linkedAt };
  await db.insert(t.files).values({ ...file, ownerId: fixture.people.OPERADOR });
  await db.insert(t.ticketAttachments).values({ ticketId, fileId: id });
  return id;
}
