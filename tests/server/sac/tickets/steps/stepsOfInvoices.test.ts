import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { MissingFile } from '#server/adapters/files/fileStore.ts';
import {
  carriers,
  extensionDecisions,
  installation,
  invoices,
  invoiceTitles,
  returnInvoices,
  ticketEvents,
  ticketInvoices,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { Refusal } from '#server/errors.ts';
import { changesOf } from '#tests/support/changes.ts';
import { keyOf, nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { sendForm } from '../../returnsFixture.ts';
import {
  heldWithinBought,
  invoiceXml,
  PDF,
  returnKey,
  type StepsFixture,
  stepsFixture,
} from './stepsFixture.ts';

let fixture: StepsFixture;
beforeAll(async () => {
  fixture = await stepsFixture();
});
afterAll(() => fixture?.close());

describe('return invoice', () => {
  /** Approved lines at 10.00, or 9.00 without tax: three pieces are worth 27.00. */
  const waiting = async (given = {}) => {
    const ticket = await fixture.returning('ENVIO_NF_DEVOLUCAO', ['3'], given);
    await fixture.server.deps.db
      .update(ticketItems)
      .set({ status: 'A', authorized: '3' })
      .where(eq(ticketItems.ticketId, ticket.id));
    return ticket;
  };
  const proof = async (name = 'nota.pdf', content: Buffer | string = PDF, who?: 'OPERADOR') =>
    (await fixture.upload(name, content, who)).body.data;

  it('is offered from the files of the ticket, and sent with one of them as its proof', async () => {
    const ticket = await waiting();
    const note = (purpose: string, number: string) =>
      nfeProc({ purpose, number, lines: [{ amount: '27.00' }] });
    for (const [name, xml] of [
      ['devolucao.xml', note('4', '881')],
      ['venda.xml', note('1', '882')],
      ['outro.xml', '<?xml version="1.0"?><pedido/>'],
    ] as const)
      await fixture.post(`tickets/${ticket.id}/historico`, {
        tipo: 'PUBLICO',
        mensagem: '<p>Segue a nota</p>',
        arquivos: [await proof(name, xml)],
      });
    const { body } = await fixture.get(`tickets/${ticket.id}/notas-recebidas`);
    expect(body).toEqual([
      {
        anexo: expect.any(Number),
        nome: 'devolucao.xml',
        chave: keyOf({ number: '881' }),
        numero: 881,
        emissao: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        total: expect.stringMatching(/^27(\.0+)?$/),
      },
    ]);
    expect((await fixture.get(`tickets/${ticket.id}/notas-recebidas`, 'OTHER_OPERATOR')).status).toBe(404);
    const [{ anexo, chave, total }] = body;
    const other = await waiting();
    const foreign = await fixture.advance(other.id, { notaDevolucao: { chave, total, anexo } });
    expect(Object.keys(foreign.body.errors)).toContain('notaDevolucao.anexo');
    const cheaper = await fixture.advance(ticket.id, { notaDevolucao: { chave, total: '26.99', anexo } });
    expect(Object.keys(cheaper.body.errors)).toEqual(['notaDevolucao.total']);
    expect((await fixture.advance(ticket.id, { notaDevolucao: { chave, total, anexo } })).status).toBe(200);
  });

  it('is offered of the environment for tests in a rehearsal only, and nothing is said during an outage', async () => {
    const { deps } = fixture.server;
    const ticket = await waiting();
    const xml = nfeProc({ purpose: '4', number: '991', environment: '2', lines: [{ amount: '27.00' }] });
    await fixture.post(`tickets/${ticket.id}/historico`, {
      tipo: 'PUBLICO',
      mensagem: '<p>Segue a nota</p>',
      arquivos: [await proof('ensaio.xml', xml)],
    });
    const offered = async () => {
      const { status, body } = await fixture.get(`tickets/${ticket.id}/notas-recebidas`);
      return status === 200 ? body.map(({ numero }: { numero: number }) => numero) : status;
    };
    expect(await offered()).toEqual([]);
    await deps.db.insert(installation).values({ facts: { ensaio: true } });
    const { files } = deps;
    try {
      expect(await offered()).toEqual([991]);
      deps.files = { ...files, get: (id) => Promise.reject(new MissingFile(id)) };
      expect(await offered()).toEqual([]);
      deps.files = { ...files, get: () => Promise.reject(new Refusal(503, 'ARQUIVOS', 'Fora do ar.')) };
      expect(await offered()).toBe(503);
    } finally {
      deps.files = files;
      await deps.db.delete(installation);
    }
  });

  it('is compared with the mirror and stored with its proof', async () => {
    const ticket = await waiting();
    const arquivos = [await proof()];
    const key = returnKey(1);
    const wrong = await fixture.advance(
      ticket.id,
      { notaDevolucao: { chave: key, total: '27.11', arquivos } },
      'OPERADOR',
    );
    expect(wrong.body.errors).toMatchObject({
      'notaDevolucao.arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
      'notaDevolucao.total': expect.stringContaining('Peça a um supervisor'),
    });
    const right = await fixture.advance(ticket.id, {
      notaDevolucao: { chave: key, total: '27,10', arquivos },
    });
    expect(right.status).toBe(200);
    const [row] = await fixture.server.deps.db
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
    const linked = await fixture.get(`tickets/${ticket.id}/anexos`);
    expect(linked.body.map((each: { nome_exibicao: string }) => each.nome_exibicao)).toEqual(['nota.pdf']);
  });

  it('can differ only with a reason by somebody with permission to accept it', async () => {
    const ticket = await waiting();
    const file = await proof('nota.pdf', PDF, 'OPERADOR');
    const note = (more: object) => ({
      notaDevolucao: { chave: returnKey(2), total: '30', arquivos: [file], ...more },
    });
    const release = { liberacao: { motivo: 'Frete incluído' } };
    const operator = await fixture.advance(ticket.id, note(release), 'OPERADOR');
    expect(Object.keys(operator.body.errors)).toEqual(['notaDevolucao.total']);
    const silent = await fixture.advance(
      ticket.id,
      note({ arquivos: [await proof()], liberacao: { motivo: ' ' } }),
    );
    expect(Object.keys(silent.body.errors)).toEqual(['notaDevolucao.liberacao.motivo']);
    const released = await fixture.advance(ticket.id, note({ ...release, arquivos: [await proof()] }));
    expect(released.status).toBe(200);
    const staff = await fixture.get(`tickets/${ticket.id}`);
    expect(staff.body.data.notaDevolucao).toMatchObject({ motivoLiberacao: 'Frete incluído' });
  });

  it('is read from its XML, which must be an NF-e and agree with the form', async () => {
    const ticket = await waiting();
    const key = returnKey(3);
    const send = async (xml: string, total = '27.00') =>
      fixture.advance(ticket.id, {
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

  it('accepts XML for this purpose only, and never with a DOCTYPE', async () => {
    const bomb = '<!DOCTYPE nfe [<!ENTITY a "b">]><nfe>&a;</nfe>';
    expect((await fixture.upload('nota.xml', bomb)).body.code).toBe('ARQUIVO_TIPO_FALSO');
    expect((await fixture.upload('nota.svg', '<svg/>')).body.code).toBe('ARQUIVO_NAO_ACEITO');
    const page = await fixture.upload('nota.xml', '<html><script>1</script></html>');
    expect(page.body.code).toBe('ARQUIVO_TIPO_FALSO');
    const note = invoiceXml(returnKey(5), '1');
    expect((await fixture.upload('nota.xml', note)).body.data.mime).toBe('application/xml');
    for (const purpose of ['', 'OUTRA']) {
      const answer = await sendForm(fixture, '/config/arquivos', fixture.tokens.ADMIN, [
        ['finalidade', purpose],
        ['arquivo', [note, 'nota.xml']],
      ]);
      expect([purpose, answer.status, answer.body.code]).toEqual([purpose, 422, 'ARQUIVO_NAO_ACEITO']);
    }
    // On another route the field has no effect.
    const ticket = await sendForm(fixture, '/sac/tickets', fixture.tokens.ADMIN, [
      ['finalidade', 'NOTA_DEVOLUCAO'],
      ['arquivos[0]', [note, 'nota.xml']],
    ]);
    expect([ticket.status, ticket.body.code]).toEqual([422, 'ARQUIVO_NAO_ACEITO']);
  });

  it('belongs to one ticket: of two concurrent ones with the same key, one succeeds', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const key = returnKey(6);
    const bodies = await Promise.all(
      [one, two].map(async () => ({ notaDevolucao: { chave: key, total: '27', arquivos: [await proof()] } })),
    );
    const answers = await Promise.all(
      [one, two].map((ticket, at) => fixture.advance(ticket.id, bodies[at] ?? {})),
    );
    const lost = answers.filter(({ status }) => status !== 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(lost[0]?.body.errors).toEqual({
      'notaDevolucao.chave': 'Esta chave já está em outro ticket.',
    });
  });

  it('can be sent again with the same proof after moving back', async () => {
    const ticket = await waiting();
    await fixture.server.deps.db.insert(ticketEvents).values({
      ticketId: ticket.id,
      type: 'AVANCO',
      data: { de: 'ANALISE_DEVOLUCAO', para: 'ENVIO_NF_DEVOLUCAO' },
    });
    const key = returnKey(7);
    const body = { notaDevolucao: { chave: key, total: '27', arquivos: [await proof()] } };
    expect((await fixture.advance(ticket.id, body)).status).toBe(200);
    const back = await fixture.post(`tickets/${ticket.id}/retroceder-etapa`, { motivo: 'Conferir' });
    expect(back.status).toBe(200);
    const again = await fixture.advance(ticket.id, { notaDevolucao: { chave: key, total: '27.05' } });
    expect([again.status, again.body.errors]).toEqual([200, undefined]);
    const rows = await fixture.server.deps.db
      .select()
      .from(returnInvoices)
      .where(eq(returnInvoices.key, key));
    expect(rows).toMatchObject([{ total: '27.0500', fileId: body.notaDevolucao.arquivos[0].id }]);
  });

  it('is still compared with its XML when it is sent again without it', async () => {
    const ticket = await waiting();
    await fixture.server.deps.db.insert(ticketEvents).values({
      ticketId: ticket.id,
      type: 'AVANCO',
      data: { de: 'ANALISE_DEVOLUCAO', para: 'ENVIO_NF_DEVOLUCAO' },
    });
    const key = returnKey(8);
    const note = { chave: key, total: '27', arquivos: [await proof('nota.xml', invoiceXml(key, '27.00'))] };
    expect((await fixture.advance(ticket.id, { notaDevolucao: note })).status).toBe(200);
    await fixture.post(`tickets/${ticket.id}/retroceder-etapa`, { motivo: 'Conferir' });
    const send = async (total: string) =>
      (await fixture.advance(ticket.id, { notaDevolucao: { chave: key, total } })).body.errors;
    expect(Object.keys(await send('27.05'))).toEqual(['notaDevolucao.total']);
    expect(await send('27.00')).toBeUndefined();
  });
});

describe('extension of a payment', () => {
  const late = async (stepKey: string) => {
    const { db } = fixture.server.deps;
    const { invoiceId } = await fixture.returning('ABERTURA', ['1']);
    const id = await fixture.addTicket({
      typeId: fixture.types.get('PRORROGACAO') ?? 0,
      flowKey: 'PRORROGACAO',
      status: 'EM_ATENDIMENTO',
      stepKey,
      extension: { responsavel: 'REPRESENTANTE', responsavelId: fixture.representativeId, diasAtraso: 3 },
    });
    await db.insert(ticketInvoices).values({ ticketId: id, invoiceId });
    const titles = await db.select().from(invoiceTitles).where(eq(invoiceTitles.invoiceId, invoiceId));
    const [paid = 0, open = 0] = titles.map((title) => title.id).sort((a, b) => a - b);
    return { id, paid, open };
  };

  it('is confirmed by logistics with a responsible who exists', async () => {
    const { id } = await late('PRORROGACAO_LOGISTICA');
    const [carrier] = await fixture.server.deps.db
      .insert(carriers)
      .values({ legalName: 'Rápida', tradeName: 'Rápida', cnpj: '11444777000161' })
      .returning();
    const confirm = (more: object) =>
      fixture.advance(id, {
        prorrogacaoLogistica: {
          responsavel: 'TRANSPORTADORA',
          responsavel_id: carrier?.id,
          dias_atraso: 5,
          ...more,
        },
      });
    expect(Object.keys((await fixture.advance(id, {})).body.errors)).toEqual(['prorrogacaoLogistica']);
    expect(Object.keys((await confirm({ dias_atraso: 366, responsavel_id: 99_999 })).body.errors)).toEqual([
      'prorrogacaoLogistica.dias_atraso',
      'prorrogacaoLogistica.responsavel_id',
    ]);
    expect((await confirm({})).body.data.etapaAtual.chave).toBe('PRORROGACAO_FINANCEIRO');
    const [row] = await fixture.server.deps.db.select().from(tickets).where(eq(tickets.id, id));
    expect(row?.extension).toEqual({
      responsavel: 'TRANSPORTADORA',
      responsavelId: carrier?.id,
      diasAtraso: 5,
      logistica: 'CONFIRMADA',
    });
  });

  it('is refused by logistics with a remark, and only the end remains', async () => {
    const { id } = await late('PRORROGACAO_LOGISTICA');
    const refusal = { responsavel: 'TRANSPORTADORA', responsavel_id: 1, dias_atraso: 0, recusada: true };
    const silent = await fixture.advance(id, { prorrogacaoLogistica: refusal });
    expect(Object.keys(silent.body.errors)).toEqual(['prorrogacaoLogistica.obs']);
    const said = await fixture.advance(id, {
      prorrogacaoLogistica: { ...refusal, obs: 'Entregue no prazo' },
    });
    expect([said.body.code, said.body.caminhos?.map(({ para }: { para: string }) => para)]).toEqual([
      'ESCOLHA_ETAPA',
      ['FINALIZADO'],
    ]);
  });

  it('allows finance to decide the open titles and move their due dates', async () => {
    const { db } = fixture.server.deps;
    const { id, paid, open } = await late('PRORROGACAO_FINANCEIRO');
    const shown = await fixture.get(`tickets/${id}/titulos`);
    expect(shown.body).toMatchObject([
      { id: paid, pagoEm: '2026-11-01', decisao: null },
      { id: open, dtVenc: '2027-01-01', pagoEm: null },
    ]);
    expect((await fixture.get(`tickets/${id}/titulos`, 'OTHER_OPERATOR')).status).toBe(404);
    const decide = (titulos: object[]) =>
      fixture.advance(id, { prorrogacaoFinanceiro: { titulos }, finalizacao: { idMotivo: 104 } });
    expect((await decide([])).body.errors).toMatchObject({
      'prorrogacaoFinanceiro.titulos.0': expect.stringMatching(/^Falta decidir: Título \d+\/2\.$/),
    });
    const early = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '2027-01-01' }]);
    expect(Object.keys(early.body.errors)).toEqual(['prorrogacaoFinanceiro.titulos.0.novoVencimento']);
    const never = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '9999-12-31' }]);
    expect(never.body.error).toContain('pode ser até');
    const unfounded = await fixture.advance(id, {
      prorrogacaoFinanceiro: { titulos: [{ id: open, decisao: 'CONCEDIDA', novoVencimento: '2027-02-01' }] },
      finalizacao: { idMotivo: 105, obs: 'Sem atraso' },
    });
    expect(unfounded.body.errors).toEqual({
      'finalizacao.idMotivo': expect.stringContaining('não termina como improcedente'),
    });
    const founded = await decide([{ id: open, decisao: 'NEGADA', obs: 'Sem atraso' }]);
    expect(founded.body.errors).toEqual({
      'finalizacao.idMotivo': expect.stringContaining('não termina como procedente'),
    });
    const done = await decide([{ id: open, decisao: 'CONCEDIDA', novoVencimento: '2027-02-01' }]);
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const [title] = await db.select().from(invoiceTitles).where(eq(invoiceTitles.id, open));
    expect(title?.dueOn).toBe('2027-02-01');
    const [invoice] = await db
      .select()
      .from(invoices)
      .where(eq(invoices.id, title?.invoiceId ?? 0));
    expect(await changesOf(fixture.server, fixture.tokens.ADMIN, 'titulos')).toEqual([
      `titulos ${invoice?.key}~${title?.number} alterado`,
    ]);
    const decisions = await db.select().from(extensionDecisions).where(eq(extensionDecisions.ticketId, id));
    expect(decisions).toMatchObject([
      { titleId: open, decision: 'CONCEDIDA', oldDueOn: '2027-01-01', newDueOn: '2027-02-01' },
    ]);
    const timeline = await fixture.get(`tickets/${id}/atividades`);
    expect(JSON.stringify(timeline.body)).toContain(
      `Prorrogação: título ${title?.number} de 01/01/2027 para 01/02/2027.`,
    );
    const next = await late('PRORROGACAO_FINANCEIRO');
    await db.delete(ticketInvoices).where(eq(ticketInvoices.ticketId, next.id));
    await db.insert(ticketInvoices).values({ ticketId: next.id, invoiceId: title?.invoiceId ?? 0 });
    const again = await fixture.get(`tickets/${next.id}/titulos`);
    expect(again.body).toMatchObject([
      { id: paid, prorrogacaoAnterior: null },
      { id: open, prorrogacaoAnterior: { idTicket: id, vencimentoAnterior: '2027-01-01' } },
    ]);
  });

  it('allows finance to finish when the invoices have no titles', async () => {
    const { db } = fixture.server.deps;
    const { id } = await late('PRORROGACAO_FINANCEIRO');
    await db.delete(ticketInvoices).where(eq(ticketInvoices.ticketId, id));
    const done = await fixture.advance(id, { finalizacao: { idMotivo: 104 } });
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const timeline = await fixture.get(`tickets/${id}/atividades`);
    expect(JSON.stringify(timeline.body)).toContain('Nada a prorrogar: as notas do ticket não têm títulos.');
  });
});

describe('invariant of returned goods', () => {
  it('holds for every invoice line: held and returned never exceed the purchase', () =>
    heldWithinBought(fixture));
});
