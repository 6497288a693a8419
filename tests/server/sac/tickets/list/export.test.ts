import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { safeText } from '#server/adapters/spreadsheet/spreadsheet.ts';
import { auditLog, customers, returnInvoices } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

const KEY = '35261012ABC34501DE3555001000000001100000001'.padEnd(44, '7');
let fixture: TicketFixture;
let ids: Record<'plain' | 'formula' | 'north', number>;
beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const createdAt = new Date('2026-10-05T02:30:00Z');
  ids = {
    plain: await fixture.addTicket({ subject: '-12,50', createdAt, dueAt: new Date('2026-10-06T15:00:00Z') }),
    formula: await fixture.addTicket({ subject: '=HYPERLINK("http://mau";"x");\nfim', createdAt }),
    north: await fixture.addTicket({
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
      createdAt,
    }),
  };
  await db.insert(returnInvoices).values({
    ticketId: ids.plain,
    key: KEY,
    total: '10',
    mirrorTotal: '10',
    createdBy: fixture.people.ADMIN,
  });
  await db.update(customers).set({ tradeName: '@Loja' }).where(eq(customers.id, fixture.customerIds.first));
});
afterAll(() => fixture?.server.close());

const ask = async (body: object, who: keyof TicketFixture['tokens'] = 'ADMIN') => {
  const answer = await fixture.server.app.inject({
    method: 'POST',
    url: '/sac/tickets/exportar',
    payload: body,
    headers: { App: 'teste', authorization: `Bearer ${fixture.tokens[who]}` },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
};
const workbook = async (body: object, who?: keyof TicketFixture['tokens']) => {
  const { bytes } = await ask({ formato: 'xlsx', orderBy: 'id', ...body }, who);
  return readXlsx(bytes);
};
const sheet = async (body: object, who?: keyof TicketFixture['tokens']) =>
  (await workbook(body, who)).sheets[0]?.rows ?? [];

describe('cell of an export', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+55 11 9', "'+55 11 9"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\n=1', "'\n=1"],
    [' =1+1', "' =1+1"],
    ['\u00a0@SUM(A1)', "'\u00a0@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['-1', '-1'],
    ['-1.234,56', '-1.234,56'],
    ['-12.5', '-12.5'],
    ['-1-1', "'-1-1"],
    ['=', "'="],
    ['texto = -1', 'texto = -1'],
    ['', ''],
  ])('turns %j into %j', (text, written) => expect(safeText(text)).toBe(written));
});

describe('ticket export as CSV', () => {
  it('opens in Excel: BOM, semicolons, Brazilian dates, intact digits, no formulas', async () => {
    const { status, headers, text, bytes } = await ask({ formato: 'csv', filtros: {}, orderBy: 'id' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/attachment; filename="tickets .*\.csv"/);
    expect(headers['x-total-linhas']).toBe('3');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, plain] = text.split('\r\n');
    expect(head).toContain('Ticket;Situação;Tipo;Assunto');
    expect(plain).toContain(';-12,50;');
    expect(plain).toContain(";'@Loja;");
    expect(plain).toContain(';12.ABC.345/01DE-35;');
    expect(plain).toContain(';04/10/2026 23:30;');
    expect(plain).toContain(';06/10/2026 12:00;');
    expect(plain).toContain(`"=""${KEY}"""`);
    expect(text).toContain(`"'=HYPERLINK(""http://mau"";""x"");\nfim"`);
  });
});

describe('ticket export as XLSX', () => {
  it('stores numbers, dates and texts in their own types', async () => {
    const [head = [], plain = [], formula = []] = await sheet({ filtros: {} });
    const cell = (row: unknown[], title: string) => row[head.indexOf(title)];
    expect(cell(plain, 'Ticket')).toBe(ids.plain);
    expect(cell(plain, 'Assunto')).toBe('-12,50');
    expect(cell(formula, 'Assunto')).toBe('=HYPERLINK("http://mau";"x");\nfim');
    const [{ cells = new Map() } = {}] = (await workbook({ filtros: {} })).sheets;
    expect([...cells.values()].filter((each) => each.formula !== undefined)).toEqual([]);
    expect(cell(plain, 'Chave da nota de devolução')).toBe(KEY);
    expect(cell(plain, 'CNPJ ou CPF')).toBe('12.ABC.345/01DE-35');
    expect(new Date(cell(plain, 'Criado em') as string).toISOString()).toBe('2026-10-04T23:30:00.000Z');
  });
});

describe('rows of a ticket export', () => {
  it('stay within the scope, both by filter and by ticket number', async () => {
    const found = async (body: object, who: keyof TicketFixture['tokens']) =>
      (await sheet(body, who)).slice(1).map(([id]) => id);
    expect(await found({ filtros: {} }, 'OPERADOR')).toEqual([ids.plain, ids.formula]);
    expect(await found({ ids: [ids.plain, ids.north, 2_000_000_000] }, 'OPERADOR')).toEqual([ids.plain]);
    expect(await found({ filtros: {} }, 'OTHER_OPERATOR')).toEqual([ids.north]);
    expect(await found({ filtros: {}, excluidos: [ids.plain] }, 'OPERADOR')).toEqual([ids.formula]);
    expect(await found({ filtros: { termo: 'xyzxyz' } }, 'ADMIN')).toEqual([]);
    expect((await ask({ formato: 'csv', filtros: {} }, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await ask({ formato: 'pdf', filtros: {} })).status).toBe(422);
    expect((await ask({ formato: 'csv' })).status).toBe(422);
  });

  it('are audited with what was taken and by which filter', async () => {
    await ask({ formato: 'csv', filtros: { termo: 'Devolução', status: ['ABERTO'] } }, 'OPERADOR');
    const [entry] = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'EXPORTAR'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({
      personId: fixture.people.OPERADOR,
      entity: 'tickets',
      after: { linhas: 0, formato: 'csv', filtros: { termo: 'Devolução', status: ['ABERTO'] } },
    });
  });

  it('are read batch by batch, each ticket once, in the requested order', async () => {
    await fixture.server.deps.pool.query(
      `insert into tickets (type_id, customer_id, branch_id, creator_id, origin, flow_key, flow_version, step_key, created_at)
       select type_id, customer_id, branch_id, creator_id, origin, flow_key, flow_version, step_key,
         created_at + (n % 7) * interval '1 day'
       from tickets, generate_series(1, 2500) n where id = $1`,
      [ids.plain],
    );
    for (const orderBy of ['dtCriacao', 'tipo', 'prazo'] as const) {
      const rows = (await sheet({ filtros: {}, orderBy, direction: 'DESC' })).slice(1);
      expect(rows).toHaveLength(2503);
      expect(new Set(rows.map(([id]) => id)).size).toBe(2503);
    }
  });
});
