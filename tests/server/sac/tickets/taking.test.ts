import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, desc, eq, gt } from 'drizzle-orm';
import { personChannel } from '#contract/realtime.ts';
import { bulkJobs, outboxEmails, people, realtimeEvents } from '#server/db/tables/index.ts';
import { runBulkJob } from '#server/jobs/runBulkJob.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const run = (acao: string, body: object): Promise<TestAnswer> =>
  fixture.server.call('POST', `/sac/tickets/lote/${acao}`, { token: fixture.tokens.SUPERVISOR, body });
const added = async (count: number, given = {}) =>
  (await Promise.all(Array.from({ length: count }, () => fixture.addTicket(given)))).sort((a, b) => a - b);
const codes = ({ body }: TestAnswer) => body.data.falhas.map(({ codigo }: { codigo: string }) => codigo);
/** What was announced to the person about tickets, the oldest first. */
const told = async (id: number) => {
  const rows = await db().select().from(realtimeEvents).orderBy(asc(realtimeEvents.id));
  return rows.flatMap(({ channels, data }) =>
    channels.includes(personChannel(id)) && 'motivo' in data ? [data] : [],
  );
};

describe('a ticket of a colleague', () => {
  it('is taken only after a question that names them, and they are told', async () => {
    const { OPERADOR: colleague, SUPERVISOR: me, ADMIN: third } = fixture.people;
    const [theirs = 0] = await added(1, { operatorId: colleague, status: 'EM_ATENDIMENTO' });
    const [mine = 0] = await added(1, { operatorId: me, status: 'EM_ATENDIMENTO' });
    const [free = 0] = await added(1);
    const [left = 0] = await added(1, { operatorId: fixture.otherOperator, status: 'EM_ATENDIMENTO' });
    const ids = [theirs, mine, free, left];
    const { body } = await run('atribuir', { ids, dados: { operador: third } });
    // Of those who no longer work at the branch, nobody is asked.
    expect(body.data.sucesso).toEqual([mine, free, left]);
    expect(body.data.falhas).toEqual([
      {
        id: theirs,
        codigo: 'TICKET_DE_COLEGA',
        mensagem: expect.stringContaining('Este ticket está com Pessoa operador.'),
      },
    ]);
    for (const dados of [{ operador: null }, { operador: me }])
      expect(codes(await run('atribuir', { ids: [theirs], dados }))).toEqual(['TICKET_DE_COLEGA']);
    expect(
      codes(
        await run('encaminhar', {
          ids: [theirs],
          dados: { setor: fixture.sectorIds[0], mensagem: 'Com vocês.' },
        }),
      ),
    ).toEqual(['TICKET_DE_COLEGA']);
    const untold = await told(colleague);
    expect(
      codes(await run('atribuir', { ids: [theirs], dados: { operador: third, confirmar: true } })),
    ).toEqual([]);
    expect((await told(colleague)).slice(untold.length)).toEqual([
      { id: theirs, motivo: 'RETIRADO', por: { id: me, nome: 'Pessoa supervisor' } },
    ]);
    const [mail] = await db().select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
    expect(mail?.subject).toBe(`O ticket ${theirs} não está mais com você`);
  });
});

describe('many tickets at once', () => {
  const CONFIRMED = { confirmar: true };
  /** The letters that the work caused, by address. */
  const lettersOf = async (work: () => Promise<unknown>) => {
    const [last] = await db().select().from(outboxEmails).orderBy(desc(outboxEmails.id)).limit(1);
    await work();
    const rows = await db()
      .select()
      .from(outboxEmails)
      .where(gt(outboxEmails.id, last?.id ?? 0))
      .orderBy(asc(outboxEmails.toAddress), asc(outboxEmails.subject));
    return rows.map(({ toAddress, subject, bodyText }) => ({ to: toAddress, subject, text: bodyText }));
  };
  const theirs = (count: number, given = {}) =>
    added(count, { operatorId: fixture.people.OPERADOR, status: 'EM_ATENDIMENTO', ...given });

  it('are told in one letter to each person that lists them', async () => {
    const { ADMIN, GERENTE } = fixture.people;
    const [first = 0, second = 0] = await theirs(2);
    const [third = 0] = await theirs(1, { operatorId: GERENTE });
    const [free = 0] = await added(1);
    const letters = await lettersOf(() =>
      run('atribuir', { ids: [first, second, third, free], dados: { operador: ADMIN, ...CONFIRMED } }),
    );
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['gerente@exemplo.com.br', `O ticket ${third} não está mais com você`],
      ['operador@exemplo.com.br', '2 tickets não estão mais com você'],
    ]);
    for (const id of [first, second])
      expect(letters[1]?.text).toMatch(new RegExp(`^${id}: .*/tickets/${id}$`, 'm'));
    expect(letters[1]?.text).not.toContain(String(third));
  });

  it('are forwarded in one letter, with what was written', async () => {
    const [sector = 0] = fixture.sectorIds;
    await db().update(people).set({ sectorId: sector }).where(eq(people.id, fixture.people.OPERADOR));
    const ids = await added(3);
    const dados = { setor: sector, colaborador_id: fixture.people.OPERADOR, mensagem: 'Conferir já.' };
    const letters = await lettersOf(() => run('encaminhar', { ids, dados }));
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['operador@exemplo.com.br', '3 tickets encaminhados para você'],
    ]);
    for (const id of ids) expect(letters[0]?.text).toContain(`${id}: `);
    expect(letters[0]?.text).toMatch(/Conferir já\.$/);
  });

  it('are told of as far as a stopped job came, and once', async () => {
    const ids = await theirs(201);
    const { body } = await run('atribuir', { ids, dados: { operador: fixture.people.ADMIN, ...CONFIRMED } });
    const { id } = body.data;
    const deps = { ...fixture.server.deps, log: fixture.server.app.log as WorkDeps['log'] };
    const letters = await lettersOf(async () => {
      const ending = new AbortController();
      const work = runBulkJob(deps, id, ending.signal);
      const processed = async () =>
        (await db().select().from(bulkJobs).where(eq(bulkJobs.id, id)))[0]?.processed ?? 0;
      while ((await processed()) < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      ending.abort();
      await work;
      for (let times = 0; times < 2; times += 1)
        await fixture.server.call('POST', `/sac/tickets/lote/${id}/cancelar`, {
          token: fixture.tokens.SUPERVISOR,
        });
      await runBulkJob(deps, id);
    });
    const [job] = await db().select().from(bulkJobs).where(eq(bulkJobs.id, id));
    expect(letters.map(({ subject }) => subject)).toEqual([
      `${job?.processed} tickets não estão mais com você`,
    ]);
  });
});
