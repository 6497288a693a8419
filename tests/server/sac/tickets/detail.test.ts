import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { newFileId } from '../../../../server/adapters/files/fileStore.ts';
import { folderStore } from '../../../../server/adapters/files/folderStore.ts';
import {
  carriers,
  customers,
  invoiceItems,
  invoices,
  products,
  ticketEvents,
  ticketInvoices,
  ticketItems,
  ticketMessages,
  tickets,
} from '../../../../server/db/tables/index.ts';
import { addAttachment, countQueries, type TicketWorld, ticketWorld } from './ticketWorld.ts';

jest.setTimeout(60_000);

const KEY = '3'.repeat(44);
let world: TicketWorld;
let folder: string;
/** Of the consumer, so that everybody but the other branch and the representative sees it. */
let ticket: number;
let items: number[];
const attachments: Record<string, number> = {};
const messages: Record<string, number> = {};

beforeAll(async () => {
  world = await ticketWorld();
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-detail-'));
  world.server.deps.files = folderStore(folder);
  ticket = await world.addTicket({
    customerId: world.customerIds.consumer,
    stepKey: 'ANALISE_DEVOLUCAO',
    status: 'EM_ATENDIMENTO',
    reasons: [{ id: 1, descricao: 'Avaria' }],
    message: 'não sai na resposta',
  });
  items = await addLines(ticket, 3);
  await addConversation();
});
afterAll(async () => {
  await world?.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ways = () => [
  `tickets/${ticket}`,
  `tickets/${ticket}/historico`,
  `tickets/${ticket}/atividades`,
  `tickets/${ticket}/anexos`,
  `tickets/${ticket}/produtos`,
  `tickets/${ticket}/anexos/${attachments.public}`,
  `tickets/${ticket}/anexos/${attachments.picture}?miniatura=true`,
];

describe('a ticket of somebody else', () => {
  it.each(['OTHER_OPERATOR', 'REPRESENTANTE'] as const)('is unknown to %s, by every way', async (who) => {
    for (const way of ways()) {
      const foreign = await world.get(way, who);
      const unknown = await world.get(way.replace(`/${ticket}`, '/999999'), who);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  });

  it('is unknown to another consumer', async () => {
    const { db } = world.server.deps;
    const foreign = await world.addTicket();
    for (const part of ['', '/historico', '/atividades', '/anexos', '/produtos'])
      expect((await world.get(`tickets/${foreign}${part}`, 'CONSUMIDOR_FINAL')).status).toBe(404);
    await db.delete(tickets).where(eq(tickets.id, foreign));
  });

  it('does not give its file away below a ticket that one may see', async () => {
    const own = await world.addTicket({ branchId: world.branchIds[1], customerId: world.customerIds.second });
    const way = `tickets/${own}/anexos/${attachments.public}`;
    expect((await world.get(way, 'OTHER_OPERATOR')).status).toBe(404);
  });

  it.each(['0', '-1', 'abc', '2147483648', '1%2F2'])('%s is no ticket', async (id) => {
    expect((await world.get(`tickets/${id}`)).status).toBe(404);
  });
});

describe('GET tickets/{id}', () => {
  it('says what the page of a ticket shows', async () => {
    const { status, body } = await world.get(`tickets/${ticket}`, 'OPERADOR');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: ticket,
      versao: 1,
      status: 'EM_ATENDIMENTO',
      tipo: { chave: 'DEVOLUCAO' },
      etapaAtual: { chave: 'ANALISE_DEVOLUCAO', descricao: 'Análise da devolução' },
      proximaEtapa: null,
      motivos: [{ id: 1, descricao: 'Avaria' }],
      origem: { chave: 'SAC', descricao: 'SAC' },
      consumidorFinal: false,
      contato: { nome: 'Clara Consumidora', email: 'clara@exemplo.com.br' },
      transportadora: null,
      prorrogacao: null,
      notas: [{ chave: KEY, numNf: 4321, dtSai: '2026-11-03', vlTot: '150.0000' }],
      totalItens: 3,
      totalAnexos: 6,
      valorItens: '60.30',
    });
    expect(body.data.message).toBeUndefined();
    const states = body.data.etapas.map((step: { situacao: string }) => step.situacao);
    expect(states.slice(0, 3)).toEqual(['FEITA', 'ATUAL', 'CONDICIONAL']);
    expect(body.data.etapas[1].setor).toBe('Devoluções');
    expect(body.data.etapasCondicionais).toMatchObject([{ chave: 'COMPLEMENTO_CLIENTE', setor: 'SAC' }]);
  });

  it('counts for a consumer the files that they may see', async () => {
    expect((await world.get(`tickets/${ticket}`, 'CONSUMIDOR_FINAL')).body.data.totalAnexos).toBe(3);
  });

  it('names the consumer that it was opened for, the carrier, and who was late', async () => {
    const [carrier] = await world.server.deps.db
      .insert(carriers)
      .values({ legalName: 'Rápido Ltda.', tradeName: 'Rápido', cnpj: '11444777000161' })
      .returning();
    const carrierId = carrier?.id ?? 0;
    const consumer = { documento: '111', nome: 'Ana Souza', email: 'ana@exemplo.com.br', telefone: '11' };
    const late = { responsavelId: carrierId, diasAtraso: 4 };
    const byCarrier = await world.addTicket({
      carrierId,
      finalConsumer: true,
      extraFields: { consumidorFinal: consumer },
      extension: { responsavel: 'TRANSPORTADORA', ...late },
    });
    const { data } = (await world.get(`tickets/${byCarrier}`)).body;
    expect(data).toMatchObject({
      consumidorFinal: true,
      contato: consumer,
      transportadora: { id: carrierId, razSoc: 'Rápido Ltda.' },
      prorrogacao: { responsavel: 'TRANSPORTADORA', nome: 'Rápido Ltda.', diasAtraso: 4 },
    });
    const byRepresentative = await world.addTicket({
      extension: { responsavel: 'REPRESENTANTE', responsavelId: world.otherRepresentative, diasAtraso: 2 },
    });
    expect((await world.get(`tickets/${byRepresentative}`)).body.data.prorrogacao.nome).toBe('Rita Lemos');
  });

  it('shows who is a contributor the way of the return invoice once all is judged', async () => {
    const { db } = world.server.deps;
    await db
      .update(customers)
      .set({ stateRegistration: '110042490114' })
      .where(eq(customers.id, world.customerIds.first));
    const judged = await world.addTicket({ stepKey: 'ANALISE_DEVOLUCAO' });
    await addLines(judged, 1, { status: 'A', authorized: '1' });
    const { data } = (await world.get(`tickets/${judged}`)).body;
    expect(data.proximaEtapa).toMatchObject({ chave: 'ENVIO_NF_DEVOLUCAO', exigencia: 'ENVIO_NF_DEVOLUCAO' });
  });
});

describe('GET tickets/{id}/historico', () => {
  const texts = (body: { itens: { mensagem: string }[] }) => body.itens.map(({ mensagem }) => mensagem);

  it('gives staff everything, eight a page, the newest first', async () => {
    const first = (await world.get(`tickets/${ticket}/historico`, 'OPERADOR')).body;
    expect(texts(first)[0]).toBe('<p>encaminhada</p>');
    expect(first.itens).toHaveLength(8);
    expect(first.paginator).toEqual({ current_page: 1, per_page: 8, total: 10, last_page: 2 });
    const second = (await world.get(`tickets/${ticket}/historico?page=2`, 'OPERADOR')).body;
    expect(second.itens).toHaveLength(2);
    const shown = [...texts(first), ...texts(second)];
    expect(new Set(shown).size).toBe(10);
    expect(first.itens[1].anexos.map((file: { id: number }) => file.id)).toEqual([
      attachments.ofPrivate,
      attachments.ofPrivateUnmarked,
    ]);
  });

  it('gives a consumer nothing of what is private or forwarded, not even in the count', async () => {
    const { itens, paginator } = (await world.get(`tickets/${ticket}/historico?take=100`, 'CONSUMIDOR_FINAL'))
      .body;
    expect(paginator.total).toBe(8);
    expect(new Set(itens.map(({ tipo }: { tipo: string }) => tipo))).toEqual(new Set(['PUBLICO']));
    const files = itens.flatMap(({ anexos }: { anexos: { id: number }[] }) => anexos.map(({ id }) => id));
    expect(files).toEqual([attachments.ofPublic]);
  });

  it.each(['page=0', 'page=-1', 'take=101', 'take=0', 'x=1'])('refuses %s', async (query) => {
    expect((await world.get(`tickets/${ticket}/historico?${query}`)).status).toBe(422);
  });

  it('costs no query of its own for a message', async () => {
    const of = (take: number) =>
      countQueries(world, () => world.get(`tickets/${ticket}/historico?take=${take}`));
    expect(await of(10)).toBe(await of(2));
  });
});

describe('GET tickets/{id}/atividades', () => {
  it('gives staff everything, the newest first, and a consumer nothing internal', async () => {
    const types = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
      (await world.get(`tickets/${ticket}/atividades`, who)).body.map(
        (entry: { tipo: string }) => entry.tipo,
      );
    expect(await types('OPERADOR')).toEqual(['ENCAMINHAMENTO', 'AVANCO', 'CRIACAO']);
    expect(await types('CONSUMIDOR_FINAL')).toEqual(['AVANCO', 'CRIACAO']);
  });

  it('says who did it, where a person did', async () => {
    const [last, , first] = (await world.get(`tickets/${ticket}/atividades`)).body;
    expect(last.colaborador).toBeNull();
    expect(first).toMatchObject({ colaborador: { nome: 'Pessoa operador' }, observacao: 'aberto' });
  });
});

describe('GET tickets/{id}/anexos', () => {
  const names = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
    (await world.get(`tickets/${ticket}/anexos`, who)).body.map(
      (file: { nome_exibicao: string }) => file.nome_exibicao,
    );

  it('hides from a consumer what is internal, and what belongs to a private message', async () => {
    expect(await names('OPERADOR')).toEqual([
      'nota.pdf',
      'interno.pdf',
      'foto.jpg',
      'publica.pdf',
      'privada.pdf',
      'sem-marca.pdf',
    ]);
    expect(await names('CONSUMIDOR_FINAL')).toEqual(['nota.pdf', 'foto.jpg', 'publica.pdf']);
    for (const name of ['internal', 'ofPrivate', 'ofPrivateUnmarked'])
      expect(
        (await world.get(`tickets/${ticket}/anexos/${attachments[name]}`, 'CONSUMIDOR_FINAL')).status,
      ).toBe(404);
  });

  it('leads to the file', async () => {
    const [file] = (await world.get(`tickets/${ticket}/anexos`)).body;
    expect(file.link).toBe(`/sac/tickets/${ticket}/anexos/${attachments.public}`);
  });
});

describe('GET tickets/{id}/anexos/{idAnexo}', () => {
  it('sends the file to be saved, never to be interpreted', async () => {
    const { status, headers, body } = await world.get(`tickets/${ticket}/anexos/${attachments.public}`);
    expect(status).toBe(200);
    expect(body).toBe('0123456789');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-length': '10',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="nota.pdf"/);
  });

  it('sends a picture to be saved too, and its thumbnail to be shown', async () => {
    const way = `tickets/${ticket}/anexos/${attachments.picture}`;
    expect((await world.get(way)).headers['content-disposition']).toMatch(/^attachment/);
    const answer = await world.server.app.inject({
      url: `/sac/${way}?miniatura=true`,
      headers: { authorization: `Bearer ${world.tokens.ADMIN}` },
    });
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.headers['content-disposition']).toMatch(/^inline/);
    const { width, height } = await sharp(answer.rawPayload).metadata();
    expect([width, height]).toEqual([240, 160]);
  });

  it('makes no thumbnail of what is no picture', async () => {
    const answer = await world.get(`tickets/${ticket}/anexos/${attachments.public}?miniatura=true`);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toBe('O arquivo "nota.pdf" não é uma imagem: baixe-o para ver.');
  });

  it('answers 404 for a file that the store has lost', async () => {
    expect((await world.get(`tickets/${ticket}/anexos/${attachments.internal}`)).status).toBe(404);
  });
});

describe('GET tickets/{id}/produtos', () => {
  it('gives each line with its invoice, its quantities and its photos', async () => {
    const { body } = await world.get(`tickets/${ticket}/produtos`, 'CONSUMIDOR_FINAL');
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({
      id: items[0],
      idExibicao: expect.stringMatching(/^P-/),
      avulso: false,
      nfe: 4321,
      data_nota: '2026-11-03',
      valor_sem_imposto: '9.0000',
      valor_unitario: '10.0500',
      qtd_comprada: '10.000',
      qtd_solicitada: '2.000',
      status: 'AN',
      motivo: null,
      idImagem: null,
    });
    expect(body[0].anexos.map(({ id }: { id: number }) => id)).toEqual([attachments.picture]);
    expect(body[1].anexos).toEqual([]);
  });

  it('gives a loose product without an invoice', async () => {
    const loose = await world.addTicket();
    await addLines(loose, 1, { invoiceItemId: null });
    const { body } = await world.get(`tickets/${loose}/produtos`);
    expect(body[0]).toMatchObject({ avulso: true, nfe: null, data_nota: null, qtd_comprada: null });
  });

  it('costs no query of its own for a line', async () => {
    const long = await world.addTicket();
    await addLines(long, 40);
    const one = await countQueries(world, () => world.get(`tickets/${ticket}/produtos`));
    expect(await countQueries(world, () => world.get(`tickets/${long}/produtos`))).toBe(one);
    const whole = await countQueries(world, () => world.get(`tickets/${ticket}`));
    expect(await countQueries(world, () => world.get(`tickets/${long}`))).toBe(whole);
    expect(whole).toBeLessThanOrEqual(13);
  });
});

let invoiceNumber = 4320;

/** Lines of an invoice of their own. Answers their ids. */
async function addLines(
  ticketId: number,
  count: number,
  more: Partial<typeof ticketItems.$inferInsert> = {},
): Promise<number[]> {
  const { db } = world.server.deps;
  invoiceNumber++;
  const [invoice] = await db
    .insert(invoices)
    .values({
      key: invoiceNumber === 4321 ? KEY : `${invoiceNumber}`.padStart(44, '0'),
      number: invoiceNumber,
      customerId: world.customerIds.consumer,
      branchId: world.branchIds[0],
      issuedOn: '2026-11-03',
      itemCount: count,
      total: '150',
    })
    .returning();
  const invoiceId = invoice?.id ?? 0;
  await db.insert(ticketInvoices).values({ ticketId, invoiceId });
  const ids: number[] = [];
  for (let line = 1; line <= count; line++) {
    const [product] = await db
      .insert(products)
      .values({ code: `P-${invoiceId}-${line}`, description: 'Tinta', brand: 'Cor', salesClass: 'B' })
      .returning();
    const productId = product?.id ?? 0;
    const description = 'Tinta acrílica';
    const [bought] = await db
      .insert(invoiceItems)
      .values({
        invoiceId,
        line,
        productId,
        description,
        unit: 'LT',
        purchased: '10',
        unitPrice: '10.05',
        unitPriceNoTax: '9',
      })
      .returning();
    const [item] = await db
      .insert(ticketItems)
      .values({
        ticketId,
        line,
        productId,
        description,
        invoiceItemId: bought?.id,
        requested: '2',
        unitPrice: '10.05',
        ...more,
      })
      .returning();
    ids.push(item?.id ?? 0);
  }
  return ids;
}

async function addConversation() {
  const say = async (name: string, type: 'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO', minute: number) => {
    const [row] = await world.server.deps.db
      .insert(ticketMessages)
      .values({
        ticketId: ticket,
        type,
        authorId: world.people.OPERADOR,
        html: `<p>${name}</p>`,
        createdAt: new Date(Date.UTC(2026, 10, 5, 12, minute)),
      })
      .returning();
    messages[name] = row?.id ?? 0;
  };
  for (let minute = 0; minute < 8; minute++) await say(`publica ${minute}`, 'PUBLICO', minute);
  await say('privada', 'PRIVADO', 8);
  await say('encaminhada', 'ENCAMINHAMENTO', 9);

  const happened = (type: string, given: Partial<typeof ticketEvents.$inferInsert>) =>
    world.server.deps.db.insert(ticketEvents).values({ ticketId: ticket, type, ...given });
  const hour = (number: number) => new Date(Date.UTC(2026, 10, 5, number));
  await happened('CRIACAO', { note: 'aberto', personId: world.people.OPERADOR, createdAt: hour(1) });
  await happened('AVANCO', { data: { de: 'ABERTURA', para: 'ANALISE_DEVOLUCAO' }, createdAt: hour(2) });
  await happened('ENCAMINHAMENTO', { internal: true, createdAt: hour(3) });

  const attach = (name: string, given: Partial<Parameters<typeof addAttachment>[1]> = {}) =>
    addAttachment(world, { ticketId: ticket, name, ...given });
  attachments.public = await attach('nota.pdf', { storedAs: await store(Buffer.from('0123456789')) });
  attachments.internal = await attach('interno.pdf', { internal: true });
  attachments.picture = await attach('foto.jpg', {
    mime: 'image/jpeg',
    itemId: items[0],
    storedAs: await store(
      await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    ),
  });
  attachments.ofPublic = await attach('publica.pdf', { messageId: messages['publica 0'] });
  attachments.ofPrivate = await attach('privada.pdf', { messageId: messages.privada, internal: true });
  // Whoever forgets the mark must not give the file away.
  attachments.ofPrivateUnmarked = await attach('sem-marca.pdf', { messageId: messages.privada });
}

async function store(content: Buffer): Promise<string> {
  const id = newFileId();
  await world.server.deps.files.put(() => Readable.from(content), { id, size: content.length, sha256: '' });
  return id;
}
