import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, desc } from 'drizzle-orm';
import { personChannel } from '#contract/realtime.ts';
import { outboxEmails, realtimeEvents } from '#server/db/tables/index.ts';
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
