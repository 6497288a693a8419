import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '../../../support/servers/server.ts';
import { type DoorTable, notApplicable, type Row, type TICKET_RULES } from '../doorTable.ts';
import { NO_IMPORT, NO_SYSTEM } from './reasons.ts';
import type { TicketWorld } from './ticketWorld.ts';

/** A line that breaks a rule, and the field of the line by which it is refused. */
interface BadLine {
  line: (world: TicketWorld) => Promise<Record<string, unknown>>;
  field: string;
  message: string;
}

const NO_GOODS_BY_MAIL = notApplicable(
  'A mail names no goods: a person adds them to its ticket, through the form.',
);
const NO_GOODS_IN_BULK = notApplicable(
  'The bulk actions add no goods; advancing judges those that are there.',
);

/** The doors by which goods get onto a ticket. */
function goodsDoors({ line, field, message }: BadLine) {
  const refuses = ({ status, body }: TestAnswer) =>
    expect([status, body.errors]).toEqual([422, { [`itens.0.${field}`]: expect.stringContaining(message) }]);
  return {
    FORM: async (world: TicketWorld) => {
      refuses(await world.open({ itens: [await line(world)] }));
      const { id } = await world.returning('ANALISE_DEVOLUCAO', ['1']);
      refuses(await world.move(id, 'produtos', { itens: [await line(world)] }));
      // The request of the call center is a ticket too.
      refuses(await world.request('', { itens: [await line(world)] }));
      const itens = [world.goods(await world.bought(world.productIds[0]))];
      const { idDevolucao, ...opened } = await world.requested({ itens });
      expect(opened).toEqual({ status: 200, errors: undefined });
      refuses(await world.request('/produtos', { idDevolucao, itens: [await line(world)] }));
    },
    IMPORT: NO_IMPORT,
    BULK: NO_GOODS_IN_BULK,
    COPY: async (world: TicketWorld) => {
      const id = await world.addTicket({ typeId: world.types.get('ATENDIMENTO') ?? 0 });
      const change = { ...world.asReturn(), motivo: 'Era devolução', mensagem: 'Veio errado.' };
      refuses(await world.move(id, 'reclassificar', { ...change, itens: [await line(world)] }));
      expect((await world.ticket(id)).typeId).toBe(world.types.get('ATENDIMENTO'));
    },
    MAIL: NO_GOODS_BY_MAIL,
    AUTOMATION: notApplicable('No automation opens a ticket or adds goods to one.'),
    DRAFT: async (world: TicketWorld) => {
      const rascunho = await world.draft();
      refuses(await world.open({ itens: [await line(world)] }, { rascunho }));
      // The refusal did not end the draft.
      const good = world.goods(await world.bought(world.productIds[0]));
      expect((await world.open({ itens: [good] }, { rascunho })).status).toBe(200);
    },
    SYSTEM: NO_SYSTEM,
  } satisfies Row<TicketWorld>;
}

const withoutReason: BadLine = {
  line: async (world) => world.goods(await world.bought(world.productIds[0]), { motivo_id: null }),
  field: 'motivo_id',
  message: 'Obrigatório informar o motivo.',
};
const withoutPhoto: BadLine = {
  line: async (world) => {
    const produto_id = world.photoProduct;
    return world.goods(await world.bought(produto_id), { produto_id });
  },
  field: 'arquivos',
  message: 'Obrigatório incluir um anexo.',
};
const tooOld: BadLine = {
  line: async (world) =>
    world.goods(await world.bought(world.productIds[0], { daysAgo: world.windowDays + 1 })),
  field: 'produto_id',
  message: 'O prazo de devolução desta nota terminou.',
};
const tooMany: BadLine = {
  line: async (world) => {
    const { key } = await world.returning('ABERTURA', ['9']);
    return world.goods(key, { qtd_solicitada: '2' });
  },
  field: 'qtd_solicitada',
  message: 'resta 1 de 10 UN para devolver: outro ticket já solicitou 9.',
};

const BOXES = { unit: 'CX', factor: '12', baseUnit: 'UN' };
const tooManyBoxes: BadLine = {
  // Held in pieces; the refusal speaks of what the line says.
  line: async (world) =>
    world.goods(await world.bought(world.productIds[0], BOXES), { qtd_solicitada: '11' }),
  field: 'qtd_solicitada',
  message: 'P-1 - Linha 1: restam 10 de 10 CX para devolver.',
};

/** A ticket whose goods were taken by another one after it ended. */
async function takenSince(world: TicketWorld): Promise<number> {
  const { id, key } = await world.returning('ANALISE_DEVOLUCAO', ['8']);
  expect((await world.move(id, 'cancelar', { motivo: 'Desistiu' })).status).toBe(200);
  const other = await world.open({ itens: [world.goods(key, { qtd_solicitada: '5' })] });
  expect(other.status).toBe(200);
  return id;
}

export const goodsOfTickets: Pick<
  DoorTable<keyof typeof TICKET_RULES, TicketWorld>,
  'askedReasons' | 'demandedPhotos' | 'returnWindow' | 'heldUnits' | 'namedUnits'
> = {
  askedReasons: {
    ...goodsDoors(withoutReason),
    FORM: async (world) => {
      await goodsDoors(withoutReason).FORM(world);
      const itens = [world.goods(await world.bought(world.productIds[0]))];
      expect((await world.open({ itens, motivo2: null })).body.errors).toEqual({
        motivo2: 'Escolha o submotivo.',
      });
    },
    COPY: async (world) => {
      await goodsDoors(withoutReason).COPY(world);
      const id = await world.addTicket({ typeId: world.types.get('ATENDIMENTO') ?? 0 });
      const itens = [world.goods(await world.bought(world.productIds[0]))];
      const { idTipo } = world.asReturn();
      const change = await world.move(id, 'reclassificar', { idTipo, itens, motivo: 'Era devolução' });
      expect(Object.keys(change.body.errors)).toContain('motivo1');
    },
    MAIL: async (world) => {
      // The company's type for mails demands reasons: the mail waits for a person instead of opening a ticket without.
      await world.mailType('ATENDIMENTO');
      const waiting = await world.mail('Como troco?');
      expect(await world.received(waiting.id)).toMatchObject({
        state: 'ESPERA',
        detail: expect.stringContaining('motivo'),
      });
      await world.mailType('DUVIDA_PRODUTO');
      expect((await world.mail('Como troco?')).state).toBe('NO_TICKET');
    },
  },
  demandedPhotos: {
    ...goodsDoors(withoutPhoto),
    DRAFT: async (world) => {
      await goodsDoors(withoutPhoto).DRAFT(world);
      // One photo proves the goods of one ticket.
      const photo = await world.photo();
      const produto_id = world.photoProduct;
      const line = async () => world.goods(await world.bought(produto_id), { produto_id, arquivos: [photo] });
      expect((await world.open({ itens: [await line()] })).status).toBe(200);
      expect((await world.open({ itens: [await line()] })).body.errors).toEqual({
        'itens.0.arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
      });
    },
  },
  returnWindow: {
    ...goodsDoors(tooOld),
    DRAFT: async (world) => {
      await goodsDoors(tooOld).DRAFT(world);
      // The last day passes while the draft is open.
      const daysAgo = world.windowDays;
      const line = world.goods(await world.bought(world.productIds[0], { daysAgo }));
      const rascunho = await world.draft();
      const day = 86_400_000;
      world.server.advance(day);
      const token = await world.server.sessionOf(world.people.OPERADOR);
      const late = await world.open({ itens: [line] }, { rascunho, authorization: `Bearer ${token}` });
      world.server.advance(-day);
      expect(late.body.errors).toEqual({ 'itens.0.produto_id': 'O prazo de devolução desta nota terminou.' });
      expect((await world.open({ itens: [line] }, { rascunho })).status).toBe(200);
    },
  },
  heldUnits: {
    ...goodsDoors(tooMany),
    BULK: async (world) => {
      const [id, free] = [await takenSince(world), await world.addTicket({ status: 'CANCELADO' })];
      const again = await world.bulk('reabrir', [id, free], { motivo: 'Voltaram' });
      expect(again.body).toMatchObject({
        sucesso: [free],
        falhas: [{ id, codigo: 'QUANTIDADE_INDISPONIVEL' }],
      });
    },
    COPY: async (world) => {
      await goodsDoors(tooMany).COPY(world);
      const id = await takenSince(world);
      const again = await world.move(id, 'reabrir', { motivo: 'Voltou' });
      expect([again.status, again.body.code]).toEqual([422, 'QUANTIDADE_INDISPONIVEL']);
      expect((await world.ticket(id)).status).toBe('CANCELADO');
    },
    MAIL: async (world) => {
      // An answer to an ended ticket opens it again only if its goods are still there.
      const id = await takenSince(world);
      await world.server.deps.db
        .update(tickets)
        .set({ status: 'FINALIZADO', stepKey: 'FINALIZADO', finishedAt: world.server.deps.now() })
        .where(eq(tickets.id, id));
      const answer = await world.mail('Quero devolver, sim.', id);
      expect([answer.state, (await world.ticket(id)).status]).toEqual(['ESPERA', 'FINALIZADO']);
    },
    DRAFT: async (world) => {
      const nfe = await world.bought(world.productIds[0]);
      const itens = [world.goods(nfe, { qtd_solicitada: '6' })];
      const answers = await Promise.all([world.open({ itens }), world.open({ itens })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    },
  },
  namedUnits: {
    ...goodsDoors(tooManyBoxes),
    FORM: async (world) => {
      await goodsDoors(tooManyBoxes).FORM(world);
      // Where no number of boxes is what was taken, pieces tell it.
      const nfe = await world.bought(world.productIds[0], BOXES);
      const pieces = world.goods(nfe, { qtd_solicitada: '5', unidade: 'UN' });
      expect((await world.open({ itens: [pieces] })).body.errors).toBeUndefined();
      const boxes = world.goods(nfe, { qtd_solicitada: '10' });
      expect((await world.open({ itens: [boxes] })).body.errors).toEqual({
        'itens.0.qtd_solicitada': expect.stringContaining(
          'restam 115 de 120 UN para devolver: outro ticket já solicitou 5.',
        ),
      });
    },
  },
};
