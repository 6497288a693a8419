import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import {
  carriers,
  extensionDecisions,
  invoiceItems,
  invoiceTitles,
  pickups,
  pickupTickets,
  returnInvoices,
  ticketAttachments,
  ticketEvents,
  ticketInvoices,
  ticketItems,
  tickets,
} from '../../../../server/db/tables/index.ts';
import { picture, sendForm } from '../returnsWorld.ts';
import { invoiceXml, PDF, type Returning, returnKey, type StepsWorld, stepsWorld } from './stepsWorld.ts';

jest.setTimeout(120_000);

let world: StepsWorld;
beforeAll(async () => {
  world = await stepsWorld();
});
afterAll(() => world?.close());

const approveAll = ({ lineIds }: Returning, quantities: readonly string[]) => ({
  analise: { linhas: lineIds.map((id, at) => ({ id, autorizada: quantities[at] })) },
});

describe('analysis of a return', () => {
  it('is nobody else’s: foreign 404, without the permission 403, stray data 422', async () => {
    const ticket = await world.returning('ANALISE_DEVOLUCAO', ['3']);
    const body = approveAll(ticket, ['3']);
    expect((await world.advance(ticket.id, body, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await world.advance(ticket.id, body, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await world.advance(ticket.id, body, 'VENDEDOR')).status).toBe(403);
    const stray = await world.advance(ticket.id, { ...body, conferencia: { linhas: [] } });
    expect([stray.status, Object.keys(stray.body.errors)]).toEqual([422, ['conferencia']]);
    expect((await world.lines(ticket.id)).map(({ status }) => status)).toEqual(['AN']);
  });

  it('says line by line what is missing, and writes nothing', async () => {
    const ticket = await world.returning('ANALISE_DEVOLUCAO', ['3', '4', '5']);
    const other = await world.returning('ANALISE_DEVOLUCAO', ['1']);
    const [first, second] = ticket.lineIds;
    const answer = await world.advance(ticket.id, {
      analise: {
        linhas: [
          { id: first, autorizada: '2' },
          { id: second, autorizada: '3', avaria: 1 },
          { id: other.lineIds[0], autorizada: '1' },
        ],
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      'analise.linhas.0.autorizada': 'P-1 - Linha 1: faltam 1 de 3.',
      'analise.linhas.1.motivoAnalise': 'P-2 - Linha 2: informe o motivo do que não foi autorizado.',
      'analise.linhas.2.id': 'Este produto não está entre os que esta etapa trata.',
      'analise.linhas.3': 'Falta analisar: P-1 - Linha 3.',
    });
    expect(answer.body.error).toContain('Há mais 3 pontos a corrigir.');
    const nothing = await world.advance(ticket.id, {});
    expect(Object.keys(nothing.body.errors)).toHaveLength(3);
    expect((await world.lines(ticket.id)).map(({ status, held }) => [status, held])).toEqual([
      ['AN', '3.000'],
      ['AN', '4.000'],
      ['AN', '5.000'],
    ]);
  });

  it('judges every line, gives back what was cut and tells it once', async () => {
    const ticket = await world.returning('ANALISE_DEVOLUCAO', ['3', '4.5']);
    const [first, second] = ticket.lineIds;
    const answer = await world.advance(ticket.id, {
      analise: {
        linhas: [
          { id: first, autorizada: 0, fora_prazo: '3', motivoAnalise: ' Passou do prazo ' },
          { id: second, autorizada: '2.5', falta: 1, quebra_direta: '1', motivoAnalise: 'Contado' },
        ],
      },
    });
    expect([answer.status, answer.body.data?.etapaAtual?.chave]).toEqual([200, 'ENVIO_NF_DEVOLUCAO']);
    expect(await world.lines(ticket.id)).toMatchObject([
      {
        status: 'N',
        authorized: '0.000',
        outOfTerm: '3.000',
        held: '0.000',
        analysisReason: 'Passou do prazo',
      },
      { status: 'A', authorized: '2.500', missing: '1.000', broken: '1.000', held: '2.500' },
    ]);
    const events = await world.server.deps.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, ticket.id));
    expect(events.map(({ note }) => note)).toEqual([
      expect.stringContaining('Análise: 1 produto aprovado, 1 produto negado.'),
    ]);
  });

  it('takes more in a second analysis only while it is free', async () => {
    const { db } = world.server.deps;
    const ticket = await world.returning('ANALISE_DEVOLUCAO', ['8']);
    const [line = 0] = ticket.lineIds;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '2', damaged: '6', held: '1', checked: '1' })
      .where(eq(ticketItems.id, line));
    const rival = await world.addTicket({ status: 'EM_ATENDIMENTO', stepKey: 'ANALISE_DEVOLUCAO' });
    const [own] = await world.lines(ticket.id);
    await db.insert(ticketItems).values({
      ticketId: rival,
      line: 1,
      invoiceItemId: own?.invoiceItemId ?? 0,
      productId: own?.productId ?? 0,
      description: 'Rival',
      requested: '7',
      held: '7',
    });
    const more = await world.advance(ticket.id, approveAll(ticket, ['8']));
    expect([more.status, more.body.errors]).toEqual([
      422,
      {
        'analise.linhas.0.autorizada':
          'P-1 - Linha 1: outro ticket já solicitou parte desta quantidade. Autorize menos.',
      },
    ]);
    expect(await world.lines(ticket.id)).toMatchObject([{ held: '1.000', checked: '1.000' }]);
    const less = await world.advance(ticket.id, {
      analise: { linhas: [{ id: line, autorizada: '3', avaria: '5', motivoAnalise: 'Contado de novo' }] },
    });
    expect(less.status).toBe(200);
    expect(await world.lines(ticket.id)).toMatchObject([{ held: '3.000', checked: null }]);
  });

  it('never takes the same unit twice when two analyse again at once', async () => {
    const { db } = world.server.deps;
    const one = await world.returning('ANALISE_DEVOLUCAO', ['8']);
    const two = await world.returning('ANALISE_DEVOLUCAO', ['8']);
    const [line] = await world.lines(one.id);
    const bought = line?.invoiceItemId ?? 0;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '1', held: '1', invoiceItemId: bought })
      .where(inArray(ticketItems.ticketId, [one.id, two.id]));
    const answers = await Promise.all(
      [one, two].map((ticket) => world.advance(ticket.id, approveAll(ticket, ['8']))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const held = await db.select().from(ticketItems).where(eq(ticketItems.invoiceItemId, bought));
    expect(held.reduce((sum, each) => sum + Number(each.held), 0)).toBe(9);
  });
});

describe('return invoice', () => {
  /** Approved lines of 10.00 without tax 9.00: three pieces are worth 27.00. */
  const waiting = async (given = {}) => {
    const ticket = await world.returning('ENVIO_NF_DEVOLUCAO', ['3'], given);
    await world.server.deps.db
      .update(ticketItems)
      .set({ status: 'A', authorized: '3' })
      .where(eq(ticketItems.ticketId, ticket.id));
    return ticket;
  };
  const proof = async (name = 'nota.pdf', content: Buffer | string = PDF, who?: 'OPERADOR') =>
    (await world.upload(name, content, who)).body.data;

  it('is compared with the mirror, and stored with its proof', async () => {
    const ticket = await waiting();
    const arquivos = [await proof()];
    const key = returnKey(1);
    const wrong = await world.advance(
      ticket.id,
      { notaDevolucao: { chave: key, total: '27.11', arquivos } },
      'OPERADOR',
    );
    expect(wrong.body.errors).toMatchObject({
      'notaDevolucao.arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
      'notaDevolucao.total': expect.stringContaining('Peça a um supervisor'),
    });
    const right = await world.advance(ticket.id, { notaDevolucao: { chave: key, total: '27,10', arquivos } });
    expect(right.status).toBe(200);
    const [row] = await world.server.deps.db
      .select()
      .from(returnInvoices)
      .where(eq(returnInvoices.ticketId, ticket.id));
    expect(row).toMatchObject({
      key,
      total: '27.1000',
      mirrorTotal: '27.0000',
      fileId: arquivos[0].id,
      overriddenBy: null,
    });
    const linked = await world.get(`tickets/${ticket.id}/anexos`);
    expect(linked.body.map((each: { nome_exibicao: string }) => each.nome_exibicao)).toEqual(['nota.pdf']);
  });

  it('differs only with the reason of somebody who may let it', async () => {
    const ticket = await waiting();
    const file = await proof('nota.pdf', PDF, 'OPERADOR');
    const note = (more: object) => ({
      notaDevolucao: { chave: returnKey(2), total: '30', arquivos: [file], ...more },
    });
    const release = { liberacao: { motivo: 'Frete incluído' } };
    const operator = await world.advance(ticket.id, note(release), 'OPERADOR');
    expect(Object.keys(operator.body.errors)).toEqual(['notaDevolucao.total']);
    const silent = await world.advance(
      ticket.id,
      note({ arquivos: [await proof()], liberacao: { motivo: ' ' } }),
    );
    expect(Object.keys(silent.body.errors)).toEqual(['notaDevolucao.liberacao.motivo']);
    const released = await world.advance(ticket.id, note({ ...release, arquivos: [await proof()] }));
    expect(released.status).toBe(200);
    const staff = await world.get(`tickets/${ticket.id}`);
    expect(staff.body.data.notaDevolucao).toMatchObject({ motivoLiberacao: 'Frete incluído' });
  });

  it('is read from its XML, which must be a note and say the same', async () => {
    const ticket = await waiting();
    const key = returnKey(3);
    const send = async (xml: string, total = '27.00') =>
      world.advance(ticket.id, {
        notaDevolucao: { chave: key, total, arquivos: [await proof('nota.xml', xml)] },
      });
    expect((await send(invoiceXml(returnKey(4), '27.00'))).body.errors).toEqual({
      'notaDevolucao.chave': 'A chave é diferente da que está no XML anexado.',
    });
    expect(Object.keys((await send(invoiceXml(key, '28.00'))).body.errors)).toEqual(['notaDevolucao.total']);
    expect(Object.keys((await send('<pedido><vNF/></pedido>')).body.errors)).toEqual([
      'notaDevolucao.arquivos',
    ]);
    expect(
      (await send(`<!-- <vNF>1</vNF> -->${invoiceXml(key, '27.00').replace(/^<\?.*?\?>/, '')}`)).status,
    ).toBe(200);
  });

  it('takes XML for this purpose alone, and never one that declares a type', async () => {
    const bomb = '<!DOCTYPE nfe [<!ENTITY a "b">]><nfe>&a;</nfe>';
    expect((await world.upload('nota.xml', bomb)).body.code).toBe('ARQUIVO_TIPO_FALSO');
    expect((await world.upload('nota.svg', '<svg/>')).body.code).toBe('ARQUIVO_NAO_ACEITO');
    const page = await world.upload('nota.xml', '<html><script>1</script></html>');
    expect(page.body.code).toBe('ARQUIVO_TIPO_FALSO');
    const note = invoiceXml(returnKey(5), '1');
    expect((await world.upload('nota.xml', note)).body.data.mime).toBe('application/xml');
    for (const purpose of ['', 'OUTRA']) {
      const answer = await sendForm(world, '/config/arquivos', world.tokens.ADMIN, [
        ['finalidade', purpose],
        ['arquivo', [note, 'nota.xml']],
      ]);
      expect([purpose, answer.status, answer.body.code]).toEqual([purpose, 422, 'ARQUIVO_NAO_ACEITO']);
    }
    // On another route the field is no key to anything.
    const ticket = await sendForm(world, '/sac/tickets', world.tokens.ADMIN, [
      ['finalidade', 'NOTA_DEVOLUCAO'],
      ['arquivos[0]', [note, 'nota.xml']],
    ]);
    expect([ticket.status, ticket.body.code]).toEqual([422, 'ARQUIVO_NAO_ACEITO']);
  });

  it('belongs to one ticket: of two that race for a key one wins', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const key = returnKey(6);
    const bodies = await Promise.all(
      [one, two].map(async () => ({ notaDevolucao: { chave: key, total: '27', arquivos: [await proof()] } })),
    );
    const answers = await Promise.all(
      [one, two].map((ticket, at) => world.advance(ticket.id, bodies[at] ?? {})),
    );
    const lost = answers.filter(({ status }) => status !== 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(lost[0]?.body.errors).toEqual({
      'notaDevolucao.chave': 'Esta chave já está em outro ticket.',
    });
  });

  it('may be sent again with the same proof after a step back', async () => {
    const ticket = await waiting();
    await world.server.deps.db.insert(ticketEvents).values({
      ticketId: ticket.id,
      type: 'AVANCO',
      data: { de: 'ANALISE_DEVOLUCAO', para: 'ENVIO_NF_DEVOLUCAO' },
    });
    const key = returnKey(7);
    const body = { notaDevolucao: { chave: key, total: '27', arquivos: [await proof()] } };
    expect((await world.advance(ticket.id, body)).status).toBe(200);
    const back = await world.post(`tickets/${ticket.id}/retroceder-etapa`, { motivo: 'Conferir' });
    expect(back.status).toBe(200);
    const again = await world.advance(ticket.id, { notaDevolucao: { chave: key, total: '27.05' } });
    expect([again.status, again.body.errors]).toEqual([200, undefined]);
    const rows = await world.server.deps.db.select().from(returnInvoices).where(eq(returnInvoices.key, key));
    expect(rows).toMatchObject([{ total: '27.0500', fileId: body.notaDevolucao.arquivos[0].id }]);
  });

  it('sent again without its XML is still held against it', async () => {
    const ticket = await waiting();
    await world.server.deps.db.insert(ticketEvents).values({
      ticketId: ticket.id,
      type: 'AVANCO',
      data: { de: 'ANALISE_DEVOLUCAO', para: 'ENVIO_NF_DEVOLUCAO' },
    });
    const key = returnKey(8);
    const note = { chave: key, total: '27', arquivos: [await proof('nota.xml', invoiceXml(key, '27.00'))] };
    expect((await world.advance(ticket.id, { notaDevolucao: note })).status).toBe(200);
    await world.post(`tickets/${ticket.id}/retroceder-etapa`, { motivo: 'Conferir' });
    const send = async (total: string) =>
      (await world.advance(ticket.id, { notaDevolucao: { chave: key, total } })).body.errors;
    expect(Object.keys(await send('27.05'))).toEqual(['notaDevolucao.total']);
    expect(await send('27.00')).toBeUndefined();
  });
});

describe('pickup', () => {
  it('must be confirmed before the goods can arrive', async () => {
    const { db } = world.server.deps;
    const ticket = await world.returning('COLETA', ['3'], { status: 'AGUARDANDO_TERCEIRO' });
    expect((await world.advance(ticket.id, {})).body.code).toBe('SEM_COLETA');
    const [pickup] = await db
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: world.people.ADMIN })
      .returning();
    await db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId: ticket.id });
    expect((await world.advance(ticket.id, {})).body.code).toBe('COLETA_NAO_CONFIRMADA');
    await db.update(pickups).set({ status: 'CONFIRMADA' });
    expect((await world.advance(ticket.id, {})).status).toBe(200);
  });
});

describe('check-in', () => {
  const arriving = async () => {
    const ticket = await world.returning('CONFERENCIA_DEVOLUCAO', ['3', '4', '5']);
    const [first = 0, second = 0, third = 0] = ticket.lineIds;
    const { db } = world.server.deps;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '3' })
      .where(inArray(ticketItems.id, [first, second]));
    await db.update(ticketItems).set({ status: 'N', held: '0' }).where(eq(ticketItems.id, third));
    return { ...ticket, first, second, third };
  };
  const photo = async () => (await world.upload('avaria.jpg', await picture(3))).body.data;

  it('counts the approved lines, with a photo of what is damaged', async () => {
    const { id, first, second, third } = await arriving();
    const check = (linhas: object[], more = {}) => world.advance(id, { conferencia: { linhas }, ...more });
    const wrong = await check([
      { id: first, recebida: '3.5' },
      { id: third, recebida: '0' },
    ]);
    expect(wrong.body.errors).toEqual({
      'conferencia.linhas.0.recebida': 'P-1 - Linha 1: foram autorizados 3: não registre mais do que isso.',
      'conferencia.linhas.1.id': 'Este produto não está entre os que esta etapa trata.',
      'conferencia.linhas.2': 'Falta conferir: P-2 - Linha 2.',
    });
    const unproved = await check([
      { id: first, recebida: '3' },
      { id: second, recebida: '3', avariada: true },
    ]);
    expect(Object.keys(unproved.body.errors)).toEqual(['conferencia.linhas.1.arquivos']);
    const linhas = [
      { id: first, recebida: '3' },
      { id: second, recebida: '2', avariada: true, obs: 'Lata amassada', arquivos: [await photo()] },
    ];
    const differing = await check(linhas);
    expect(differing.body.code).toBe('ESCOLHA_ETAPA');
    const done = await check(linhas, { etapa: 'DIVERGENCIA', motivo: 'Faltou um' });
    expect(done.status).toBe(200);
    expect(await world.lines(id)).toMatchObject([
      { checked: '3.000', held: '3.000' },
      { checked: '2.000', held: '2.000', checkNote: 'Chegou avariado. Lata amassada' },
      { checked: null, held: '0.000' },
    ]);
    const photos = await world.server.deps.db
      .select()
      .from(ticketAttachments)
      .where(eq(ticketAttachments.itemId, second));
    expect(photos).toHaveLength(1);
  });
});

describe('extension of a payment', () => {
  const late = async (stepKey: string) => {
    const { db } = world.server.deps;
    const { invoiceId } = await world.returning('ABERTURA', ['1']);
    const id = await world.addTicket({
      typeId: world.types.get('PRORROGACAO') ?? 0,
      flowKey: 'PRORROGACAO',
      status: 'EM_ATENDIMENTO',
      stepKey,
      extension: { responsavel: 'REPRESENTANTE', responsavelId: world.representativeId, diasAtraso: 3 },
    });
    await db.insert(ticketInvoices).values({ ticketId: id, invoiceId });
    const titles = await db.select().from(invoiceTitles).where(eq(invoiceTitles.invoiceId, invoiceId));
    const [paid = 0, open = 0] = titles.map((title) => title.id).sort((a, b) => a - b);
    return { id, paid, open };
  };

  it('is confirmed by logistics, with somebody who exists', async () => {
    const { id } = await late('PRORROGACAO_LOGISTICA');
    const [carrier] = await world.server.deps.db
      .insert(carriers)
      .values({ legalName: 'Rápida', tradeName: 'Rápida', cnpj: '11444777000161' })
      .returning();
    const confirm = (more: object) =>
      world.advance(id, {
        prorrogacaoLogistica: {
          responsavel: 'TRANSPORTADORA',
          responsavel_id: carrier?.id,
          dias_atraso: 5,
          ...more,
        },
      });
    expect(Object.keys((await world.advance(id, {})).body.errors)).toEqual(['prorrogacaoLogistica']);
    expect(Object.keys((await confirm({ dias_atraso: 366, responsavel_id: 99_999 })).body.errors)).toEqual([
      'prorrogacaoLogistica.dias_atraso',
      'prorrogacaoLogistica.responsavel_id',
    ]);
    expect((await confirm({})).body.data.etapaAtual.chave).toBe('PRORROGACAO_FINANCEIRO');
    const [row] = await world.server.deps.db.select().from(tickets).where(eq(tickets.id, id));
    expect(row?.extension).toEqual({
      responsavel: 'TRANSPORTADORA',
      responsavelId: carrier?.id,
      diasAtraso: 5,
      logistica: 'CONFIRMADA',
    });
  });

  it('is refused by logistics with a word, and only the end is left', async () => {
    const { id } = await late('PRORROGACAO_LOGISTICA');
    const refusal = { responsavel: 'TRANSPORTADORA', responsavel_id: 1, dias_atraso: 0, recusada: true };
    const silent = await world.advance(id, { prorrogacaoLogistica: refusal });
    expect(Object.keys(silent.body.errors)).toEqual(['prorrogacaoLogistica.obs']);
    const said = await world.advance(id, { prorrogacaoLogistica: { ...refusal, obs: 'Entregue no prazo' } });
    expect([said.body.code, said.body.caminhos?.map(({ para }: { para: string }) => para)]).toEqual([
      'ESCOLHA_ETAPA',
      ['FINALIZADO'],
    ]);
  });

  it('finance decides the open titles and moves their due dates', async () => {
    const { db } = world.server.deps;
    const { id, paid, open } = await late('PRORROGACAO_FINANCEIRO');
    const shown = await world.get(`tickets/${id}/titulos`);
    expect(shown.body).toMatchObject([
      { id: paid, pagoEm: '2026-11-01', decisao: null },
      { id: open, dtVenc: '2027-01-01', pagoEm: null },
    ]);
    expect((await world.get(`tickets/${id}/titulos`, 'OTHER_OPERATOR')).status).toBe(404);
    const decide = (titulos: object[]) =>
      world.advance(id, { prorrogacaoFinanceiro: { titulos }, finalizacao: { idMotivo: 104 } });
    expect((await decide([])).body.errors).toMatchObject({
      'prorrogacaoFinanceiro.titulos.0': expect.stringMatching(/^Falta decidir: Título \d+\/2\.$/),
    });
    const early = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '2027-01-01' }]);
    expect(Object.keys(early.body.errors)).toEqual(['prorrogacaoFinanceiro.titulos.0.novoVencimento']);
    const never = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '9999-12-31' }]);
    expect(never.body.error).toContain('pode ser até');
    const done = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '2027-02-01' }]);
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const [title] = await db.select().from(invoiceTitles).where(eq(invoiceTitles.id, open));
    expect(title?.dueOn).toBe('2027-02-01');
    const decisions = await db.select().from(extensionDecisions).where(eq(extensionDecisions.ticketId, id));
    expect(decisions).toMatchObject([
      { titleId: open, decision: 'CONCEDIDA', oldDueOn: '2027-01-01', newDueOn: '2027-02-01' },
    ]);
  });
});

describe('what nobody may ever see', () => {
  it('holds for every invoice line: held and returned never exceed what was bought', async () => {
    const { db } = world.server.deps;
    const bought = await db.select().from(invoiceItems);
    const held = await db.select().from(ticketItems);
    for (const line of bought) {
      const taken = held
        .filter(({ invoiceItemId }) => invoiceItemId === line.id)
        .reduce((sum, each) => sum + Number(each.held), Number(line.returned));
      expect(taken).toBeLessThanOrEqual(Number(line.purchased));
    }
  });
});
