import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { PersonType } from '#contract/permissions.ts';
import { replyAddress } from '#server/adapters/mail/signedAddress.ts';
import {
  customers,
  parameters,
  products,
  reasons,
  receivedEmails,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { receiveMail } from '#server/sac/inbox/commands.ts';
import { installationSecret } from '#server/session/secrets.ts';
import type { TestAnswer } from '../../../support/servers/server.ts';
import { addInvoice, picture } from '../../sac/returnsFixture.ts';
import { type StepsFixture, stepsFixture } from '../../sac/tickets/steps/stepsFixture.ts';

type Who = PersonType | 'OTHER_OPERATOR';

/** A company for all cases of tickets, with a product whose photo is demanded and a mailbox that opens tickets. */
export interface TicketWorld extends StepsFixture {
  photoProduct: number;
  windowDays: number;
  /** The access key of a new invoice of the first customer, of 10 pieces of a product. */
  bought: (
    productId: number,
    part?: { daysAgo?: number; unit?: string; factor?: string; baseUnit?: string },
  ) => Promise<string>;
  /** A return of some pieces of the first product of an invoice, with the reasons that it demands. */
  goods: (nfe: string, part?: object) => Record<string, unknown>;
  open: (body: object, headers?: Record<string, string>) => Promise<TestAnswer>;
  /** The request of the call center, and what is added to one; the same, and the ticket that it became. */
  request: (path: '' | '/produtos', body: object) => Promise<TestAnswer>;
  requested: (body: object) => Promise<{ idDevolucao: number; status: number; errors: unknown }>;
  /** A move below a ticket, and a bulk action over several. */
  move: (id: number, name: string, body?: object, who?: Who) => Promise<TestAnswer>;
  bulk: (action: string, ids: number[], dados?: object, who?: Who) => Promise<TestAnswer>;
  ticket: (id: number) => Promise<typeof tickets.$inferSelect>;
  said: (id: number) => Promise<string[]>;
  /** The first customer writes by e-mail: an answer to a ticket, or of their own accord. */
  mail: (text: string, ticketId?: number) => ReturnType<typeof receiveMail>;
  received: (id: number) => Promise<typeof receivedEmails.$inferSelect | undefined>;
  /** The type of the tickets that mails open. */
  mailType: (key: string) => Promise<unknown>;
  photo: (who?: PersonType) => Promise<{ id: string }>;
  /** The draft of a new ticket. */
  draft: () => Promise<string>;
  /** The body that makes a ticket a return, with reasons and message but without goods. */
  asReturn: () => Record<string, unknown>;
  /** A reason with which a ticket of any type may end. */
  solved: number;
}

const BASE = 'atendimento@empresa.com.br';
const BUYER = 'compras@exemplo.com.br';

export async function openTicketWorld(): Promise<TicketWorld> {
  const fixture = await stepsFixture();
  const { server, tokens, customerIds, branchIds } = fixture;
  const { db } = server.deps;
  const windowDays = 180;
  await db
    .insert(parameters)
    .values([
      { area: 'SAC', key: 'emailResposta', value: BASE, branchId: 0 },
      { area: 'SAC', key: 'emailDesconhecido', value: 'ABRIR', branchId: 0 },
      { area: 'SAC', key: 'emailTipoTicket', value: 'DUVIDA_PRODUTO', branchId: 0 },
      { area: 'SAC', key: 'diasLimiteDevolucao', value: windowDays, branchId: 0 },
    ])
    .onConflictDoUpdate({
      target: [parameters.area, parameters.key, parameters.branchId],
      set: { value: sql`excluded.value` },
    });
  // The address names one customer, so that a mail of theirs does not wait for a choice.
  await db.update(customers).set({ email: '' }).where(eq(customers.id, customerIds.second));
  const [photo] = await db
    .insert(products)
    .values({ code: 'P-9', description: 'Vidro', brand: 'Cor', photoRequired: true })
    .returning();
  const [ending] = await db
    .select()
    .from(reasons)
    .where(and(eq(reasons.kind, 'FINALIZACAO'), eq(reasons.description, 'Resolvido com o cliente')));
  const secret = await installationSecret(db);
  let numbers = 3000;
  const asReturn = () => ({
    idTipo: fixture.types.get('DEVOLUCAO') ?? 0,
    motivo1: 1001,
    motivo2: 1002,
  });
  const request: TicketWorld['request'] = (path, body) => {
    const { motivo1, motivo2 } = asReturn();
    const answers = { idCli: customerIds.first, idFil: branchIds[0], motivo1, motivo2 };
    return server.call('POST', `/callcenter/devolucoes${path}`, {
      token: tokens.VENDEDOR,
      body: path === '' ? { ...answers, ...body } : body,
    });
  };
  return {
    ...fixture,
    request,
    async requested(body) {
      const { status, body: answer } = await request('', body);
      return { idDevolucao: answer.data?.id ?? 0, status, errors: answer.errors };
    },
    photoProduct: photo?.id ?? 0,
    windowDays,
    solved: ending?.id ?? 0,
    bought: (productId, { daysAgo = 5, ...line } = {}) =>
      addInvoice(server, {
        number: ++numbers,
        customerId: customerIds.first,
        branchId: branchIds[0],
        daysAgo,
        lines: [{ productId, purchased: '10', ...line }],
      }),
    goods: (nfe, part = {}) => ({
      produto_id: fixture.productIds[0],
      nfe,
      qtd_solicitada: '1',
      motivo_id: 1,
      ...part,
    }),
    asReturn,
    open: (body, headers = {}) =>
      server.call('POST', '/sac/tickets', {
        token: tokens.OPERADOR,
        headers,
        body: {
          origem: 'SAC',
          tipo: 'DEVOLUCAO',
          ...asReturn(),
          idCli: customerIds.first,
          idFil: branchIds[0],
          ...body,
        },
      }),
    move: (id, name, body = {}, who = 'ADMIN') => fixture.post(`tickets/${id}/${name}`, body, who),
    bulk: async (action, ids, dados = {}, who = 'ADMIN') => {
      const answer = await fixture.post(`tickets/lote/${action}`, { ids, dados }, who);
      return { ...answer, body: answer.body.data ?? answer.body };
    },
    async ticket(id) {
      const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
      if (!row) throw new Error(`no ticket ${id}`);
      return row;
    },
    said: async (id) =>
      (
        await db
          .select()
          .from(ticketMessages)
          .where(eq(ticketMessages.ticketId, id))
          .orderBy(ticketMessages.id)
      ).map(({ html }) => html),
    mail(text, ticketId) {
      const to = ticketId ? replyAddress(secret, { base: BASE, ticketId, recipient: BUYER }) : BASE;
      const head = {
        From: `Compras <${BUYER}>`,
        To: to,
        Subject: 'Pedido',
        'Message-ID': `<m${++numbers}@exemplo.com.br>`,
        'Content-Type': 'text/plain; charset=utf-8',
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
      const log = { warn: () => {} } as unknown as FastifyBaseLogger;
      const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
      // No case is about how long a reader may take, also on a machine that is full.
      return receiveMail({ ...server.deps, log }, raw, { limits: { step: 120_000, whole: 300_000 } });
    },
    received: async (id) => (await db.select().from(receivedEmails).where(eq(receivedEmails.id, id)))[0],
    mailType: (key) => db.update(parameters).set({ value: key }).where(eq(parameters.key, 'emailTipoTicket')),
    photo: async (who = 'OPERADOR') =>
      (await fixture.upload(`foto ${++numbers}.jpg`, await picture(numbers), who)).body.data,
    async draft() {
      const url = '/config/rascunhos/ticket-novo';
      await server.call('DELETE', url, { token: tokens.OPERADOR });
      const body = { conteudo: { mensagem: 'x' }, versao: 0 };
      return (await server.call('PUT', url, { token: tokens.OPERADOR, body })).body.data.id;
    },
  };
}
