import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { loadSheet } from '#server/callcenter/documents/invoiceSheet.ts';
import type { User } from '#server/context.ts';
import {
  auditLog,
  customerBranches,
  customers,
  files,
  invoiceItems,
  invoices,
  invoiceTitles,
  nfeDocuments,
  nfeImports,
  products,
} from '#server/db/tables/index.ts';
import { MAX_ATTEMPTS, SET_ASIDE } from '#server/jobs/attempts.ts';
import { runNfeImport } from '#server/sac/nfe/runNfeImport.ts';
import { personById } from '#server/session/currentUser.ts';
import { CUSTOMER_CNPJ, keyOf, nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { type NfeFixture, nfeFixture, outcomes, zip } from './nfeFixture.ts';

let fixture: NfeFixture;
beforeAll(async () => {
  fixture = await nfeFixture();
});
afterAll(() => fixture?.close());

const xml = (name: string, content: string) => ({ name, content });
const invoiceOf = async (key: string) => {
  const [row] = await fixture.server.deps.db.select().from(invoices).where(eq(invoices.key, key));
  return row;
};

describe('NF-e import', () => {
  it('creates invoice, lines, titles, customer and products from an own sale', async () => {
    const { db } = fixture.server.deps;
    const options = {
      number: '1',
      lines: [
        {
          code: '007',
          unit: 'KG',
          quantity: '1.2345',
          unitPrice: '3.1234567891',
          amount: '3.86',
          description: 'Cola',
        },
        { code: 'TUBO', cfop: '5912', description: 'Tubo em demonstração' },
      ],
      titles:
        '<cobr><dup><nDup>001</nDup><dVenc>2020-06-11</dVenc><vDup>10.00</vDup></dup><dup><nDup>002</nDup><dVenc>2090-06-11</dVenc><vDup>14.86</vDup></dup></cobr>',
    };
    const done = await fixture.importFiles(xml('um.xml', nfeProc(options)));
    expect(done).toMatchObject({ situacao: 'CONCLUIDO', total: 1, processados: 1, falha: '' });
    expect(outcomes(done)).toEqual({ CRIADA: 1 });
    const invoice = await invoiceOf(keyOf(options));
    expect(invoice).toMatchObject({
      number: 1,
      branchId: fixture.ownBranch,
      issuedOn: '2026-05-11',
      total: '24.8600',
      kind: 'VENDA',
      status: 'AUTORIZADA',
      model: '55',
    });
    const [customer] = await db
      .select()
      .from(customers)
      .where(eq(customers.id, invoice?.customerId ?? 0));
    expect(customer).toMatchObject({
      document: CUSTOMER_CNPJ,
      legalName: 'MERCEARIA DO ZÉ & FILHOS LTDA',
      lastPurchaseOn: '2026-05-11',
      address: { cidade: 'Campinas', uf: 'SP', ibge: '3509502' },
    });
    expect(await db.$count(customerBranches, eq(customerBranches.customerId, customer?.id ?? 0))).toBe(1);
    const lines = await db
      .select()
      .from(invoiceItems)
      .where(eq(invoiceItems.invoiceId, invoice?.id ?? 0))
      .orderBy(invoiceItems.line);
    expect(lines).toMatchObject([
      {
        ...{ purchased: '1.2345', unit: 'KG', cfop: '5102', ncm: '39173290', returnable: true },
        notePrice: '3.1234567891',
      },
      { purchased: '2.000', cfop: '5912', returnable: false, notePrice: '10.5000' },
    ]);
    expect(lines[0]?.taxes).toEqual({ icms: { perc: '18', valor: '3.78', cst: '00' } });
    expect(await db.select().from(products).where(eq(products.code, '007'))).toMatchObject([
      { description: 'Cola', unit: 'KG' },
    ]);
    expect(
      await db
        .select({ number: invoiceTitles.number })
        .from(invoiceTitles)
        .where(eq(invoiceTitles.invoiceId, invoice?.id ?? 0)),
    ).toEqual([{ number: '1/002' }]);
    expect(await db.$count(auditLog, eq(auditLog.action, 'IMPORTAR'))).toBe(5);
    expect(await db.$count(files)).toBe(0);
  });

  it('shows the price of the paper, and values a whole line as the paper does', async () => {
    const options = {
      number: '21',
      lines: [
        { code: 'TERCO', quantity: '3.0000', unitPrice: '3.3333000000', amount: '10.00' },
        { code: 'MENOS', quantity: '2.0000', unitPrice: '10.5000000000', amount: '21.00', discount: '1.00' },
      ],
    };
    await fixture.importFiles(xml('preco.xml', nfeProc(options)));
    const shown = await fixture.server.call('GET', `/sac/tickets/notasfiscais/${keyOf(options)}`, {
      token: fixture.token,
    });
    expect(shown.body).toMatchObject([
      { idExibicao: 'TERCO', valor_sem_imposto: '3.3333' },
      { idExibicao: 'MENOS', valor_sem_imposto: '10.0000' },
    ]);
    const { db } = fixture.server.deps;
    const user = (await personById(db, fixture.people.ADMIN)) as User;
    const sheet = await loadSheet({ db, user }, (await invoiceOf(keyOf(options)))?.id ?? 0);
    expect(sheet.lines.map(({ item, amounts }) => [item.notePrice, amounts.products])).toEqual([
      ['3.3333', '10.00'],
      ['10.5000', '20.00'],
    ]);
  });

  it('returns the signed file as the XML of the invoice', async () => {
    const content = nfeProc({ number: '2' });
    await fixture.importFiles(xml('dois.xml', content));
    const invoice = await invoiceOf(keyOf({ number: '2' }));
    const answer = await fixture.server.call('GET', `/sac/notasfiscais/${invoice?.id}/download/xml`, {
      token: fixture.token,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`${keyOf({ number: '2' })}-procNFe.xml`);
    expect(answer.body).toBe(content);
    const { db } = fixture.server.deps;
    const user = (await personById(db, fixture.people.ADMIN)) as User;
    const sheet = await loadSheet({ db, user }, invoice?.id ?? 0);
    expect(sheet).toMatchObject({
      caption: 'ESPELHO DA NOTA - VALE O XML AUTORIZADO',
      protocol: 'Consulte o XML da nota',
    });
  });

  it('reports a repeated file as equal: in the same ZIP, in the next and beside it', async () => {
    const { db } = fixture.server.deps;
    const before = await db.$count(invoices);
    const note = nfeProc({ number: '3' });
    const first = await fixture.importFiles(
      zip('a.zip', { name: 'x/3.xml', content: note }, { name: 'x/copia.xml', content: note }),
      xml('3.xml', note),
    );
    expect(outcomes(first)).toEqual({ CRIADA: 1, IGUAL: 2 });
    expect(outcomes(await fixture.importFiles(xml('3.xml', note)))).toEqual({ IGUAL: 1 });
    expect(await db.$count(invoices)).toBe(before + 1);
  });

  it('does not overwrite existing data', async () => {
    const { db } = fixture.server.deps;
    await db.update(customers).set({ tradeName: 'Zé' }).where(eq(customers.document, CUSTOMER_CNPJ));
    await db.update(products).set({ description: 'Cola branca' }).where(eq(products.code, '007'));
    await fixture.importFiles(
      xml('4.xml', nfeProc({ number: '4', lines: [{ code: '007' }], issuedAt: '2026-01-02T10:00:00-03:00' })),
    );
    expect(await db.select().from(customers).where(eq(customers.document, CUSTOMER_CNPJ))).toMatchObject([
      { tradeName: 'Zé', lastPurchaseOn: '2026-05-11' },
    ]);
    expect(await db.select().from(products).where(eq(products.code, '007'))).toMatchObject([
      { description: 'Cola branca' },
    ]);
  });

  it('reports the result of each file and writes nothing of a refused one', async () => {
    const { db } = fixture.server.deps;
    const before = await db.$count(nfeDocuments);
    const doctype = nfeProc({ number: '9' }).replace('?>', '?><!DOCTYPE x>');
    const done = await fixture.importFiles(
      zip('varios.zip', { name: 'mal.xml', content: '<a>' }, { name: 'dtd.xml', content: doctype }),
      { name: 'falso.xml', content: nfeProc({ number: '9', environment: '2' }) },
      { name: 'partido.zip', content: zip('', { name: 'a.xml', content: '<a/>' }).content.subarray(0, 60) },
    );
    expect(done).toMatchObject({ total: 4, processados: 4, situacao: 'CONCLUIDO' });
    expect(outcomes(done)).toEqual({ RECUSADA: 4 });
    const { itens } = await fixture.get(`importacoes/${done.id}/linhas?resultado=RECUSADA`);
    expect(
      itens.map(({ arquivo, codigo }: { arquivo: string; codigo: string }) => [arquivo, codigo]),
    ).toEqual([
      ['mal.xml', 'XML_MALFORMADO'],
      ['dtd.xml', 'XML_COM_DOCTYPE'],
      ['falso.xml', 'NOTA_DE_TESTE'],
      ['partido.zip', 'ZIP_DANIFICADO'],
    ]);
    for (const { mensagem } of itens) expect(mensagem).toMatch(/\.$/);
    expect(await db.$count(nfeDocuments)).toBe(before);
  });

  it('requires its permission, and rejects other files', async () => {
    const operator = await fixture.server.sessionOf(fixture.people.OPERADOR);
    expect((await fixture.send([xml('a.xml', nfeProc())], operator)).status).toBe(403);
    expect((await fixture.send([xml('a.pdf', 'x')])).status).toBe(422);
    expect((await fixture.send([])).status).toBe(422);
  });
});

describe('interrupted NF-e import', () => {
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${from + index}.xml`,
      content: nfeProc({ number: String(from + index) }),
    }));

  it('resumes without duplicates, also with two processes', async () => {
    const { db } = fixture.server.deps;
    const before = await db.$count(invoices);
    const { body } = await fixture.send([zip('lote.zip', ...many(100, 60)), ...many(200, 2)]);
    const { id } = body.data;
    const stop = new AbortController();
    const first = runNfeImport(fixture.work, id, stop.signal);
    const untilBatch = async () => {
      const { data } = await fixture.get(`importacoes/${id}`);
      if (data.processados > 0) return stop.abort();
      setTimeout(untilBatch, 20);
    };
    await Promise.all([first, untilBatch()]);
    const { data } = await fixture.get(`importacoes/${id}`);
    expect(data).toMatchObject({ situacao: 'EXECUTANDO', total: 62 });
    await Promise.all([runNfeImport(fixture.work, id), runNfeImport(fixture.work, id)]);
    await runNfeImport(fixture.work, id);
    const done = (await fixture.get(`importacoes/${id}`)).data;
    expect(done).toMatchObject({ situacao: 'CONCLUIDO', total: 62, processados: 62 });
    expect(outcomes(done)).toEqual({ CRIADA: 62 });
    expect(await db.$count(invoices)).toBe(before + 62);
  });

  it('is set aside once its files ended six processes at the same place, and no earlier', async () => {
    const { db } = fixture.server.deps;
    const begunBefore = async (number: string, times: number) => {
      const { body } = await fixture.send([xml('seis.xml', nfeProc({ number }))]);
      // A process that ends while it reads leaves its beginning counted.
      await db.update(nfeImports).set({ attempts: times }).where(eq(nfeImports.id, body.data.id));
      await runNfeImport(fixture.work, body.data.id);
      return (await fixture.get(`importacoes/${body.data.id}`)).data;
    };
    expect((await begunBefore('295', MAX_ATTEMPTS - 1)).situacao).toBe('CONCLUIDO');
    expect(await begunBefore('296', MAX_ATTEMPTS)).toMatchObject({ situacao: 'FALHOU', falha: SET_ASIDE });
    expect(await invoiceOf(keyOf({ number: '296' }))).toBeUndefined();
  });

  it('reports as equal what another import writes at the same moment', async () => {
    const { pool } = fixture.server.database;
    const same = xml('mesma.xml', nfeProc({ number: '290' }));
    await fixture.importFiles(same);
    const other = await pool.connect();
    try {
      const where = [keyOf({ number: '290' })];
      await other.query('create temp table held as select * from nfe_documents where false');
      await other.query(
        'with gone as (delete from nfe_documents where key = $1 returning *) insert into held select * from gone',
        where,
      );
      await other.query('begin');
      await other.query('insert into nfe_documents select * from held');
      const importing = fixture.importFiles(same);
      while (!(await pool.query('select from pg_locks where not granted')).rowCount)
        await new Promise((done) => setTimeout(done, 20));
      await other.query('commit');
      expect(outcomes(await importing)).toEqual({ IGUAL: 1 });
    } finally {
      other.release(true);
    }
  });

  it('stops when it is cancelled or the person loses the permission', async () => {
    const { body } = await fixture.send(many(300, 2));
    const { id } = body.data;
    const cancelled = await fixture.server.call('POST', `/config/notas-xml/importacoes/${id}/cancelar`, {
      token: fixture.token,
    });
    expect(cancelled.body.data.situacao).toBe('CANCELADO');
    await runNfeImport(fixture.work, id);
    expect(await invoiceOf(keyOf({ number: '300' }))).toBeUndefined();

    const manager = await fixture.server.sessionOf(fixture.people.GERENTE);
    const sent = await fixture.send(many(310, 1), manager);
    expect(sent.status).toBe(200);
    await fixture.server.database.pool.query(`update people set active = false where id = $1`, [
      fixture.people.GERENTE,
    ]);
    await runNfeImport(fixture.work, sent.body.data.id);
    const { data } = await fixture.get(`importacoes/${sent.body.data.id}`);
    expect(data).toMatchObject({ situacao: 'FALHOU', falha: expect.stringMatching(/permissão/) });
    expect(await invoiceOf(keyOf({ number: '310' }))).toBeUndefined();
  });
});
