import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, inArray, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { call } from '#contract/expression/tree.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { branches, records, tickets } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';
import { campo, hold } from './conditionedFields.ts';

// A day with an hour, by the clock of the record's branch, at each door of tickets and of own records.

const VISITA: ExtraField = { chave: 'visita', titulo: 'Visita em', tipo: 'INSTANTE', publico: true };
const MANAUS = 'America/Manaus';
const KEY = 'visitas';
const visits: CustomTypeDefinition = {
  formato: 2,
  chave: KEY,
  titulo: { um: 'visita', muitos: 'visitas', genero: 'f' },
  descricao: 'Visitas às lojas.',
  codigo: ['numero'],
  nome: 'numero',
  escopo: ['empresa'],
  permissoes: {
    ler: 'CLIENTE',
    criar: 'CLIENTE_EDITAR',
    alterar: 'CLIENTE_EDITAR',
    importar: 'CLIENTE_EDITAR',
  },
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'filial', titulo: 'Filial', tipo: 'REFERENCIA', referencia: 'filiais' },
    { chave: 'marcada', titulo: 'Marcada para', tipo: 'INSTANTE' },
  ],
  lista: { ordenaveis: ['marcada'] },
};

let fixture: TicketFixture;
let folder: string;
let ticket: number;
beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  folder = await mkdtemp(path.join(os.tmpdir(), 'visitas-'));
  await mkdir(path.join(folder, 'records'));
  await writeFile(path.join(folder, 'records', `${KEY}.json`), JSON.stringify(visits));
  await hold(db, 'ticket', [
    { ...VISITA, filtravel: true, exportar: true, coluna: true },
    {
      ...{ chave: 'noDia', titulo: 'No dia 21', tipo: 'CHECKBOX', publico: true },
      formula: call('igual', call('dia', campo('visita')), { data: '2026-11-21' }),
    },
  ]);
  await db.update(branches).set({ timeZone: MANAUS }).where(eq(branches.id, fixture.branchIds[0]));
  const { broken } = await loadDefinitions(db, folder, { ...fixture.server.deps, user: null });
  expect(broken).toEqual([]);
  ticket = await fixture.addTicket();
});
afterAll(async () => {
  await fixture?.server.close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (visita: string) => {
  const { body } = await fixture.get(`tickets/${ticket}/campos-adicionais`);
  return fixture.server.call('PUT', `/sac/tickets/${ticket}/campos-adicionais`, {
    token: fixture.tokens.ADMIN,
    body: { versao: body.versao, valores: { visita } },
  });
};
const held = async () => {
  const [row] = await fixture.server.deps.db.select().from(tickets).where(eq(tickets.id, ticket));
  return row?.extraFields;
};

describe('an hour of a ticket', () => {
  it('typed by the clock of its branch is stored as that instant, and its day is that of the branch', async () => {
    const saved = await put('2026-11-21T23:30');
    expect([saved.status, await held()]).toEqual([200, { visita: '2026-11-21T23:30:00-04:00', noDia: true }]);
    expect(saved.body.exibicao).toContainEqual(expect.objectContaining({ texto: '21/11/2026 23:30' }));
    expect(saved.body.formulario.fatos).toEqual({ 'registro.fuso': MANAUS });
  });

  it('sent with an offset is kept as the same instant, and what is the same instant writes nothing', async () => {
    expect((await put('2026-11-22T02:30:00Z')).status).toBe(200);
    expect(await held()).toEqual({ visita: '2026-11-21T22:30:00-04:00', noDia: true });
    const { body } = await fixture.get(`tickets/${ticket}/campos-adicionais`);
    expect((await put('2026-11-21T23:30:00-03:00')).body.versao).toBe(body.versao);
    expect(await held()).toEqual({ visita: '2026-11-21T22:30:00-04:00', noDia: true });
  });

  it('that does not exist is refused at its field', async () => {
    const refused = await put('2026-02-31T10:00');
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['visita']]);
  });

  it('is found by its day, and a cell of a sheet', async () => {
    for (const [asked, found] of [
      ['visita:2026-11-21..2026-11-21', [ticket]],
      ['visita:2026-11-22..', []],
    ] as const) {
      const { body } = await fixture.get(`tickets?campos=${encodeURIComponent(asked)}`);
      expect([asked, body.itens.map(({ id }: { id: number }) => id)]).toEqual([asked, found]);
    }
    const answer = await fixture.server.app.inject({
      method: 'POST',
      url: '/sac/tickets/exportar',
      payload: { formato: 'xlsx', filtros: { campos: ['visita:2026-11-21..'] } },
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.ADMIN}` },
    });
    const [head = [], line = []] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? [];
    expect(line[head.indexOf('Visita em')]).toEqual(new Date('2026-11-21T22:30:00.000Z'));
  });

  it('is an instant to reports, and what is none is empty', async () => {
    const { db } = fixture.server.deps;
    const { rows } = await db.execute(sql`select
      relatorio.momento('2026-11-21T22:30:00-04:00') = timestamptz '2026-11-22 02:30Z' as same,
      relatorio.momento('2026-02-31T10:00:00-03:00') is null as odd,
      relatorio.momento('21/11/2026 10:00') is null as typed,
      public.extra_instant('1960-01-01T00:00:00+05:30') = extract(epoch from timestamptz '1959-12-31 18:30Z') as early`);
    expect(rows).toEqual([{ same: true, odd: true, typed: true, early: true }]);
  });
});

describe('an hour of a record', () => {
  const save = (dados: object) =>
    fixture.server.call('POST', `/config/cadastros/${KEY}`, { token: fixture.tokens.ADMIN, body: { dados } });

  it('is by the clock of the branch that it refers to, else of the company, and sorts by the instant', async () => {
    const { db } = fixture.server.deps;
    const [one] = await db
      .select()
      .from(branches)
      .where(inArray(branches.id, [fixture.branchIds[0]]));
    const filial = one?.cnpj ?? '';
    expect((await save({ numero: '1', filial, marcada: '2026-11-21T14:30' })).status).toBe(200);
    expect((await save({ numero: '2', marcada: '2026-11-21T15:00' })).status).toBe(200);
    expect((await save({ numero: '3', filial, marcada: '2026-11-21T14:10' })).status).toBe(200);
    const rows = await db.select().from(records).where(eq(records.type, KEY)).orderBy(records.id);
    expect(rows.map(({ data }) => (data as Record<string, unknown>).marcada)).toEqual([
      '2026-11-21T14:30:00-04:00',
      '2026-11-21T15:00:00-03:00',
      '2026-11-21T14:10:00-04:00',
    ]);
    const { body } = await fixture.server.call(
      'GET',
      `/config/cadastros/${KEY}?orderBy=marcada&direction=ASC`,
      {
        token: fixture.tokens.ADMIN,
      },
    );
    expect(body.itens.map(({ numero }: { numero: string }) => numero)).toEqual(['2', '3', '1']);
  });
});
