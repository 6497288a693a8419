import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { UNDO_MINUTES, type UndoableAct, undoableActs } from '#contract/rules/undo.ts';
import { UNDOABLE_BULK } from '#contract/sac/tickets/undoableBulk.ts';
import { agendas, customerLog, people, ticketEvents, tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { dueIn } from '../sac/tickets/dueIn.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  await db()
    .update(people)
    .set({ sectorId: fixture.sectorIds[0] ?? null })
    .where(eq(people.id, fixture.people.OPERADOR));
  await publishMacro();
});
afterAll(() => fixture?.server.close());

type Who = keyof TicketFixture['tokens'];
const db = () => fixture.server.deps.db;
const send = (path: string, body: object, who: Who = 'SUPERVISOR') =>
  fixture.server.call('POST', path, { token: fixture.tokens[who], body });
const onTicket = (id: number, what: string, body: object, who?: Who) =>
  send(`/sac/tickets/${id}/${what}`, body, who);
const inBulk = (action: string, body: object, who?: Who) => send(`/sac/tickets/lote/${action}`, body, who);

/** The record without what every write moves. */
async function ticketState(id: number): Promise<object> {
  const [row] = await db().select().from(tickets).where(eq(tickets.id, id));
  const { version: _v, internalVersions: _i, updatedAt: _u, internalAt: _a, ...state } = row ?? ({} as never);
  return state;
}
const agendaState = async (id: number) =>
  (await db().select({ at: agendas.scheduledAt }).from(agendas).where(eq(agendas.id, id)))[0] ?? {};

/** Whether the way back was gone, in the answer of one record or of many. */
const isUndone = ({ status, body }: TestAnswer): boolean =>
  status === 200 && ((body.data?.falhas ?? body.falhas)?.length ?? 0) === 0;

const MACRO = 'assume-com-urgencia';
async function publishMacro() {
  const at = `/config/definicoes/rules/${MACRO}`;
  const conteudo = {
    ...{ formato: 1, id: MACRO, titulo: 'Assume com urgência', entidade: 'tickets' },
    quando: { tipo: 'PESSOA' },
    entao: [
      { acao: 'PRIORIZAR', prioridade: 'ALTA' },
      { acao: 'ATRIBUIR', como: 'QUEM_USA', tirar: true },
      { acao: 'ANOTAR', mensagem: 'Assumido.' },
      { acao: 'PRIORIZAR', prioridade: 'URGENTE' },
    ],
  };
  const as = { token: fixture.tokens.ADMIN };
  const saved = await fixture.server.call('PUT', `${at}/rascunho`, { ...as, body: { conteudo, versao: 0 } });
  const body = { versao: saved.body.data.versao, nota: '' };
  expect((await fixture.server.call('POST', `${at}/publicar`, { ...as, body })).status).toBe(200);
}

interface Case {
  make: () => Promise<number>;
  act: (id: number) => Promise<TestAnswer>;
  undo: (id: number, acted: TestAnswer, who?: Who) => Promise<TestAnswer>;
  state: (id: number) => Promise<object>;
  /** What a colleague does in between. */
  meddle: (id: number) => Promise<TestAnswer>;
}

/** Acts whose way back has a suite of its own. */
interface Elsewhere {
  heldBy: string;
  says: string;
}

const open = () => fixture.addTicket();
const due = () => fixture.addTicket({ dueAt: fixture.server.deps.now(), dueMinutes: 480 });
const closed = (part: object = {}) => fixture.addTicket({ status: 'FINALIZADO', ...part });
const urgent = (id: number) => onTicket(id, 'prioridade', { prioridade: 'URGENTE' }, 'ADMIN');
const undoTicket: Case['undo'] = (id, acted, who) =>
  onTicket(id, 'desfazer', { versao: acted.body.data.versao }, who);
const move =
  (what: string): Case['undo'] =>
  (id, acted, who) =>
    onTicket(id, what, { versao: acted.body.data.versao }, who);

async function lateAgenda(): Promise<number> {
  const now = fixture.server.deps.now().getTime();
  const [row] = await db()
    .insert(agendas)
    .values({
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      personId: fixture.people.SUPERVISOR,
      subject: 'Retornar',
      // Passed, which no form takes as a new moment.
      scheduledAt: new Date(now - 30 * 3_600_000),
    })
    .returning({ id: agendas.id });
  return row?.id ?? 0;
}
const nextYear = `${new Date().getUTCFullYear() + 1}-04-06`;
const change = (id: number, body: object, who: Who) =>
  fixture.server.call('PUT', `/callcenter/agendas/${id}`, { token: fixture.tokens[who], body });
const undoAgenda = (id: number, versao?: number, who?: Who) =>
  send('/callcenter/agendas/desfazer-reagendamento', { agendas: [{ id, versao }] }, who);

const CASES: Record<UndoableAct, Case | Elsewhere> = {
  assignTicket: {
    make: open,
    act: (id) => onTicket(id, 'responsavel', { operador: fixture.people.OPERADOR }),
    undo: undoTicket,
    state: ticketState,
    meddle: urgent,
  },
  forwardTicket: {
    make: () => fixture.addTicket({ status: 'EM_ATENDIMENTO', operatorId: fixture.people.SUPERVISOR }),
    act: (id) =>
      onTicket(id, 'historico', {
        tipo: 'ENCAMINHAMENTO',
        mensagem: '<p>Vejam.</p>',
        setor: fixture.sectorIds[1],
      }),
    undo: undoTicket,
    state: ticketState,
    meddle: urgent,
  },
  prioritizeTicket: {
    make: open,
    act: (id) => onTicket(id, 'prioridade', { prioridade: 'ALTA' }),
    undo: undoTicket,
    state: ticketState,
    meddle: urgent,
  },
  useMacro: {
    make: open,
    act: (id) => onTicket(id, `macros/${MACRO}`, {}),
    undo: undoTicket,
    state: ticketState,
    meddle: (id) => onTicket(id, 'prioridade', { prioridade: 'BAIXA' }, 'ADMIN'),
  },
  changeTicketDue: {
    make: due,
    act: async (id) => onTicket(id, 'prazo', (await dueIn(fixture, 20)).body),
    undo: undoTicket,
    state: ticketState,
    meddle: urgent,
  },
  archiveTicket: {
    make: () => closed(),
    act: (id) => onTicket(id, 'arquivar', {}),
    undo: move('desarquivar'),
    state: ticketState,
    meddle: (id) => onTicket(id, 'desarquivar', {}, 'ADMIN'),
  },
  unarchiveTicket: {
    make: () => closed({ archived: true }),
    act: (id) => onTicket(id, 'desarquivar', {}),
    undo: move('arquivar'),
    state: ticketState,
    meddle: (id) => onTicket(id, 'arquivar', {}, 'ADMIN'),
  },
  bulkOnTickets: {
    make: open,
    act: (id) => inBulk('atribuir', { ids: [id], dados: { operador: fixture.people.OPERADOR } }),
    undo: (id, acted, who) => inBulk('desfazer', { ids: [id], dados: { lote: acted.body.data.id } }, who),
    state: ticketState,
    meddle: urgent,
  },
  mergeTickets: { heldBy: 'tests/server/sac/tickets/merge/merge.test.ts', says: "'desfazer-juncao'" },
  splitTicket: { heldBy: 'tests/server/sac/tickets/split/split.test.ts', says: "'desfazer-divisao'" },
  mergeCustomers: {
    heldBy: 'tests/server/callcenter/customers/merge/mergeCustomers.test.ts',
    says: 'desfazer-uniao',
  },
  dismissDouble: {
    heldBy: 'tests/server/callcenter/customers/merge/customerDoubles.test.ts',
    says: 'pode-ser-o-mesmo',
  },
  rescheduleAgenda: {
    make: lateAgenda,
    act: (id) => change(id, { data_agendada: `${nextYear} 09:00`, motivo: 'Feriado' }, 'SUPERVISOR'),
    undo: (id, acted, who) => undoAgenda(id, acted.body.data?.versao, who),
    state: agendaState,
    meddle: (id) => change(id, { assunto: 'Cobrar' }, 'ADMIN'),
  },
  rescheduleAgendas: {
    make: lateAgenda,
    act: (id) => send('/callcenter/agendas/reagendar', { ids: [id], data: nextYear, motivo: 'Feriado' }),
    undo: (id, _acted, who) => undoAgenda(id, undefined, who),
    state: agendaState,
    meddle: (id) => change(id, { assunto: 'Cobrar' }, 'ADMIN'),
  },
  removeQuoteLine: {
    heldBy: 'tests/server/callcenter/quotes/quoteEditing.test.ts',
    says: 'removido: false',
  },
};

const HERE = Object.entries(CASES).flatMap(([act, each]) => ('make' in each ? [[act, each] as const] : []));

describe('every act that can be undone', () => {
  it.each(HERE)('%s comes back as it was', async (_act, { make, act, undo, state }) => {
    const id = await make();
    const before = await state(id);
    const acted = await act(id);
    expect([acted.status, isUndone(acted)]).toEqual([200, true]);
    expect(await state(id)).not.toEqual(before);
    const undone = await undo(id, acted);
    expect([undone.status, isUndone(undone), undone.body]).toEqual([200, true, undone.body]);
    expect(await state(id)).toEqual(before);
    expect(isUndone(await undo(id, acted))).toBe(false);
    expect(await state(id)).toEqual(before);
  });

  it.each(HERE)('%s stays once a colleague changed something', async (_act, { make, act, ...each }) => {
    const id = await make();
    const acted = await act(id);
    expect((await each.meddle(id)).status).toBe(200);
    const between = await each.state(id);
    const answer = await each.undo(id, acted);
    expect(isUndone(answer)).toBe(false);
    const [row] = answer.body.data?.falhas ?? answer.body.falhas ?? [];
    expect(row?.mensagem ?? answer.body.error).toMatch(/mudou/);
    expect(await each.state(id)).toEqual(between);
  });

  it.each(HERE)('%s is undone by nobody who may not do it', async (_act, { make, act, undo, state }) => {
    const id = await make();
    const acted = await act(id);
    const after = await state(id);
    const others: Who[] = ['OTHER_OPERATOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'];
    for (const who of others) expect([who, isUndone(await undo(id, acted, who))]).toEqual([who, false]);
    expect(await state(id)).toEqual(after);
  });

  it('is undone by its author alone, and only for a while', async () => {
    const [mine, late] = [await open(), await open()];
    const [one, two] = [await urgentBy(mine), await urgentBy(late)];
    expect((await undoTicket(mine, one, 'ADMIN')).body.code).toBe('NADA_A_DESFAZER');
    const ago = new Date(fixture.server.deps.now().getTime() - (UNDO_MINUTES * 60 + 5) * 1000);
    await db().update(ticketEvents).set({ createdAt: ago }).where(eq(ticketEvents.ticketId, late));
    expect((await undoTicket(late, two)).body.code).toBe('TARDE_PARA_DESFAZER');
    const agenda = await lateAgenda();
    const moved = await change(
      agenda,
      { data_agendada: `${nextYear} 11:11`, motivo: 'Ele pediu' },
      'SUPERVISOR',
    );
    expect((await undoAgenda(agenda, moved.body.data.versao, 'ADMIN')).body.falhas).toMatchObject([
      { codigo: 'NADA_A_DESFAZER' },
    ]);
    await db().update(customerLog).set({ at: ago }).where(eq(customerLog.itemId, agenda));
    expect((await undoAgenda(agenda)).body.falhas).toMatchObject([{ codigo: 'TARDE_PARA_DESFAZER' }]);
  });

  it('of a job is not what the same person did to the ticket since', async () => {
    const id = await open();
    const job = await inBulk('atribuir', { ids: [id], dados: { operador: fixture.people.OPERADOR } });
    await urgentBy(id);
    const after = await ticketState(id);
    const undone = await inBulk('desfazer', { ids: [id], dados: { lote: job.body.data.id } });
    expect(undone.body.data.falhas).toMatchObject([{ id, codigo: 'NADA_A_DESFAZER' }]);
    expect(await ticketState(id)).toEqual(after);
  });

  it('is offered by a screen', () => {
    const screens = sourceFiles('src').map((path) => readFileSync(path, 'utf8'));
    const offered = undoableActs.filter((act) => screens.some((text) => text.includes(`'${act}'`)));
    expect(offered).toEqual([...undoableActs]);
  });

  it('has its way back in a suite of its own, where it is not here', () => {
    for (const each of Object.values(CASES))
      if ('heldBy' in each) expect(readFileSync(each.heldBy, 'utf8')).toContain(each.says);
  });
});

const urgentBy = (id: number) => onTicket(id, 'prioridade', { prioridade: 'URGENTE' });

/** What each action of a job takes, and on which ticket. */
const BULK: Record<string, { make: () => Promise<number>; dados?: () => object | Promise<object> }> = {
  atribuir: { make: open, dados: () => ({ operador: fixture.people.OPERADOR }) },
  distribuir: { make: () => fixture.addTicket({ sectorId: fixture.sectorIds[0] ?? null }) },
  encaminhar: { make: open, dados: () => ({ setor: fixture.sectorIds[1], mensagem: 'Vejam.' }) },
  priorizar: { make: open, dados: () => ({ prioridade: 'BAIXA' }) },
  'mudar-prazo': { make: due, dados: async () => (await dueIn(fixture, 20)).body },
  arquivar: { make: () => closed() },
  desarquivar: { make: () => closed({ archived: true }) },
  macro: { make: open, dados: () => ({ macro: MACRO }) },
};

describe('every action of a job that can be undone', () => {
  it.each([...UNDOABLE_BULK])('%s comes back on each ticket', async (action) => {
    const given = BULK[action];
    if (!given) throw new Error(`no case for ${action}`);
    const id = await given.make();
    const before = await ticketState(id);
    const acted = await inBulk(action, { ids: [id], dados: (await given.dados?.()) ?? {} });
    expect(acted.body.data).toMatchObject({ sucesso: [id], falhas: [] });
    const undone = await inBulk('desfazer', { ids: [id], dados: { lote: acted.body.data.id } });
    expect(undone.body.data).toMatchObject({ sucesso: [id], falhas: [] });
    expect(await ticketState(id)).toEqual(before);
  });
});
