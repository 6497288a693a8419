import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import { isAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { invoices, invoiceTitles, parameters } from '#server/db/tables/index.ts';
import { type DocumentsFixture, documentsFixture } from './documentsFixture.ts';

let fixture: DocumentsFixture;
beforeAll(async () => {
  fixture = await documentsFixture();
});
afterAll(() => fixture?.close());

const get = (path: string, token = fixture.seller) => fixture.server.call('GET', path, { token });
const rawOf = async (path: string) => {
  const { app } = fixture.server;
  const headers = { App: 'teste', authorization: `Bearer ${fixture.seller}` };
  return (await app.inject({ method: 'GET', url: path, headers })).rawPayload;
};

/** The text of a PDF, if the machine has the tool. */
function textOf(pdf: Buffer): string | null {
  try {
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();
  } catch {
    return null;
  }
}

describe('access to documents of customers', () => {
  it('answers for others as for an unknown id, in both areas', async () => {
    const { foreign, people } = fixture;
    const paths = [
      `/boletos/${foreign.title}/download`,
      `/notasfiscais/${foreign.invoice}/download/xml`,
      `/notasfiscais/${foreign.invoice}/download/pdf`,
      `/clientes/${people.customerIds.second}/boletos-paginate`,
      `/clientes/${people.customerIds.second}/notas-fiscais-paginate`,
      '/transporte/rastreio/TRANSPORTADORA/HZ2',
      '/transporte/rastreio/CORREIOS/HZ1',
    ];
    const unknown = await get('/callcenter/boletos/2147483647/download');
    expect(unknown.status).toBe(404);
    for (const path of paths.flatMap((each) => [`/sac${each}`, `/callcenter${each}`])) {
      const { status, body } = await get(path);
      expect([path, status, body.error, body.code]).toEqual([
        path,
        404,
        unknown.body.error,
        unknown.body.code,
      ]);
    }
  });

  it('is refused to end consumers', async () => {
    const consumer = await fixture.server.sessionOf(fixture.people.people.CONSUMIDOR_FINAL);
    expect((await get(`/sac/boletos/${fixture.mine.title}/download`, consumer)).status).toBe(403);
    expect((await get('/sac/transporte/rastreio/TRANSPORTADORA/HZ1', consumer)).status).toBe(404);
  });
});

describe('lists of titles and invoices', () => {
  it('lead to the order of an invoice by its number and by its key', async () => {
    const { db } = fixture.server.deps;
    const { invoice, order } = fixture.mine;
    const [row] = await db
      .update(invoices)
      .set({ orderId: order })
      .where(eq(invoices.id, invoice))
      .returning();
    await db
      .update(invoices)
      .set({ orderId: fixture.foreign.order })
      .where(eq(invoices.id, fixture.foreign.invoice));
    const [foreign] = await db.select().from(invoices).where(eq(invoices.id, fixture.foreign.invoice));
    const found = async (q: string) => {
      const { body } = await get(`/callcenter/orcamentos?q=${encodeURIComponent(q)}`);
      return body.itens.map(({ id }: { id: number }) => id);
    };
    for (const q of [`NF ${row?.number}`, row?.key ?? '']) expect([q, await found(q)]).toEqual([q, [order]]);
    for (const q of [`NF ${foreign?.number}`, foreign?.key ?? ''])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  it('show open titles with days and digitable line, and invoices of 45 days', async () => {
    const idCli = fixture.people.customerIds.first;
    const { body } = await get(`/callcenter/clientes/${idCli}/boletos-paginate?sortBy=valor&orderBy=DESC`);
    expect(body.itens).toMatchObject([
      {
        nro: '1/1',
        dtVenc: '2026-12-25',
        pagavelAte: '2026-12-28',
        codBarras: expect.stringMatching(/^23791\.23405 9/),
      },
    ]);
    const invoices = await get(`/callcenter/clientes/${idCli}/notas-fiscais-paginate`);
    expect(invoices.body.itens).toMatchObject([
      { id: fixture.mine.invoice, boleto: fixture.mine.title, rastreio: { codigo: 'HZ1' } },
    ]);
    const old = await get(
      `/callcenter/clientes/${idCli}/notas-fiscais-paginate?dtInicial=2020-01-01&dtFinal=2020-02-01`,
    );
    expect(old.body.paginator.total).toBe(0);
    expect((await get(`/callcenter/clientes/${idCli}/boletos-paginate?sortBy=id`)).status).toBe(422);
  });

  it('use the window of days from the parameter for invoices', async () => {
    const idCli = fixture.people.customerIds.first;
    const { db } = fixture.server.database;
    fixture.server.advance(10 * 86_400_000);
    const path = `/callcenter/clientes/${idCli}/notas-fiscais-paginate`;
    const token = await fixture.server.sessionOf(fixture.people.people.VENDEDOR);
    expect((await get(path, token)).body.paginator.total).toBe(1);
    await db.insert(parameters).values({ area: 'CALLCENTER', key: 'diasConsultaNotas', value: 5 });
    expect((await get(path, token)).body.paginator.total).toBe(0);
    await db.delete(parameters).where(eq(parameters.key, 'diasConsultaNotas'));
    fixture.server.advance(-10 * 86_400_000);
  });
});

describe('payment slip', () => {
  it('is a PDF with the digitable line, under its file name', async () => {
    const { status, headers } = await get(`/sac/boletos/${fixture.mine.title}/download`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toContain(`boleto-${fixture.mine.title}.pdf`);
    const pdf = await rawOf(`/sac/boletos/${fixture.mine.title}/download`);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = textOf(pdf);
    if (text !== null) {
      expect(text).toMatch(/23791\.23405 9\d{4}\.\d{6} \d{5}\.\d{6} \d 1671\d{0,1}/);
      expect(text).toContain('1.000,02');
      // Its due date is Christmas, a Friday.
      expect(text).toContain('até 28/12/2026, dia útil seguinte ao vencimento');
    }
  });

  it('is refused with a message when it is paid, or no account is configured', async () => {
    const { db } = fixture.server.database;
    const path = `/callcenter/boletos/${fixture.mine.title}/download`;
    await db.update(parameters).set({ value: '' }).where(eq(parameters.key, 'boletoConta'));
    expect(await get(path)).toMatchObject({ status: 422, body: { code: 'SEM_BOLETO' } });
    await db.update(parameters).set({ value: '7654321' }).where(eq(parameters.key, 'boletoConta'));
    const own = eq(invoiceTitles.id, fixture.mine.title);
    await db.update(invoiceTitles).set({ paidOn: '2026-11-20' }).where(own);
    expect(await get(path)).toMatchObject({ status: 422, body: { code: 'BOLETO_PAGO' } });
    await db.update(invoiceTitles).set({ paidOn: null }).where(own);
  });
});

describe('download of an invoice', () => {
  it('is well-formed XML whose lines add up, and states that it is not authorised', async () => {
    const { body, headers } = await get(`/callcenter/notasfiscais/${fixture.mine.invoice}/download/xml`);
    expect(headers['content-disposition']).toContain(`nfe-${fixture.mine.invoice}.xml`);
    const xml = new new JSDOM('').window.DOMParser().parseFromString(body, 'application/xml');
    expect(xml.querySelector('parsererror')).toBeNull();
    const all = (name: string) => [...xml.getElementsByTagName(name)].map((each) => each.textContent ?? '');
    expect(isAccessKey(xml.querySelector('infNFe')?.getAttribute('Id')?.slice(3) ?? '')).toBe(true);
    expect(all('xProd')[0]).toBe('ÓLEO <1> & CIA');
    expect(all('infCpl')[0]).toContain('<frágil> & "caro"');
    // 80 × 12.50 is 1000.00; two cents are added to the other costs of the last line.
    expect([all('vNF'), all('vOutro').at(-1), all('vDup')]).toEqual([['1000.02'], '0.02', ['1000.02']]);
    expect(all('xMotivo')).toEqual(['DEMONSTRACAO - SEM VALOR FISCAL']);
  });

  it('is a DANFE whose items span several pages', async () => {
    const pdf = await rawOf(`/sac/notasfiscais/${fixture.mine.invoice}/download/pdf`);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1);
    const text = textOf(pdf);
    if (text !== null) {
      expect(text).toContain('CHAVE DE ACESSO');
      expect(text).toContain('ÓLEO <80> & CIA');
      expect(text).toMatch(/folha 2 de \d/);
    }
  });
});

describe('tracking of a delivery', () => {
  it('returns its events', async () => {
    const { body } = await get('/callcenter/transporte/rastreio/TRANSPORTADORA/HZ1');
    expect(body.data.ocorrencias).toMatchObject([{ codigo: 'COL', descricao: 'Coletada' }]);
  });
});
