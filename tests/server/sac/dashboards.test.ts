import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Dashboards, Share } from '#contract/sac/reports/dashboards.ts';
import { carriers, people, reasons } from '#server/db/tables/index.ts';
import { ageBands, bandStarts, daysOf, largest, periodOf } from '#server/sac/dashboards/rules.ts';
import { countQueries, type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OPEN = ticketStatus.filter(({ closed }) => !closed).map(({ value }) => `status[]=${value}`);

let fixture: TicketFixture;
let carrier: number;
let reason: number;

beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  const company = { legalName: 'Rápido Sul Ltda.', tradeName: 'Rápido Sul', cnpj: '11444777000161' };
  carrier = (await db.insert(carriers).values(company).returning())[0]?.id ?? 0;
  const [row] = await db.select().from(reasons).where(eq(reasons.kind, 'ABERTURA')).limit(1);
  reason = row?.id ?? 0;
  await db
    .update(people)
    .set({ sectorId: fixture.sectorIds[1] ?? null })
    .where(eq(people.id, fixture.people.OPERADOR));
  await fill();
});
afterAll(() => fixture?.server.close());

/** Nine tickets that can be counted by hand. */
async function fill() {
  const now = fixture.server.deps.now().getTime();
  const ago = (time: number) => new Date(now - time);
  const [, north] = fixture.branchIds;
  const why = [{ id: reason, descricao: 'Avaria' }];
  const add = fixture.addTicket;
  await add({
    createdAt: ago(0),
    dueAt: ago(HOUR),
    operatorId: fixture.people.OPERADOR,
    representativeId: fixture.representativeId,
    carrierId: carrier,
    reasons: [...why, { id: 99, descricao: 'Caixa amassada' }],
  });
  await add({
    status: 'EM_ATENDIMENTO',
    stepKey: 'COLETA',
    createdAt: ago(3 * DAY),
    dueAt: ago(-30 * DAY),
    sectorId: fixture.sectorIds[1] ?? null,
    reasons: why,
  });
  await add({
    status: 'AGUARDANDO_CLIENTE',
    stepKey: 'COMPLEMENTO_CLIENTE',
    createdAt: ago(40 * DAY),
    operatorId: fixture.people.OPERADOR,
  });
  await add({
    branchId: north,
    customerId: fixture.customerIds.second,
    createdAt: ago(0),
    dueAt: ago(2 * HOUR),
    operatorId: fixture.otherOperator,
    sectorId: fixture.sectorIds[1] ?? null,
  });
  await add({ customerId: fixture.customerIds.consumer, createdAt: ago(0) });
  const finished = { status: 'FINALIZADO', stepKey: 'FINALIZADO' } as const;
  await add({ ...finished, createdAt: ago(4 * DAY), finishedAt: ago(2 * DAY) });
  await add({ ...finished, branchId: north, createdAt: ago(5 * DAY), finishedAt: ago(DAY) });
  await add({ ...finished, archived: true, createdAt: ago(20 * DAY), finishedAt: ago(19 * DAY) });
  await add({ status: 'CANCELADO', createdAt: ago(DAY) });
}

type Who = Parameters<TicketFixture['get']>[1];
const figures = async (who?: Who, query = ''): Promise<Dashboards> =>
  (await fixture.get(`home/dashboards${query}`, who)).body;
const totals = (
  shares: readonly (Pick<Share, 'total' | 'atrasados'> & { chave?: string | null; faixa?: string })[],
) =>
  Object.fromEntries(
    shares.map(({ chave, faixa, total, atrasados }) => [faixa ?? chave, [total, atrasados]]),
  );

describe('calculations of the dashboards', () => {
  it('split the days since opening into age bands without a gap', () => {
    const bands = ageBands('2026-03-02');
    expect(bands.map(({ de, ate }) => [de, ate])).toEqual([
      ['2026-03-01', '2026-03-02'],
      ['2026-02-27', '2026-02-28'],
      ['2026-02-23', '2026-02-26'],
      ['2026-02-15', '2026-02-22'],
      ['2026-01-31', '2026-02-14'],
      [null, '2026-01-30'],
    ]);
    const starts = bandStarts(bands, 'America/Sao_Paulo').map((date) => date.toISOString());
    expect(starts).toEqual([...starts].sort());
    expect([starts.length, starts[4]]).toEqual([5, '2026-03-01T03:00:00.000Z']);
  });

  it('count today as the last day of a period', () => {
    const period = periodOf(7, '2026-03-02', 'America/Manaus');
    expect(daysOf(period)).toHaveLength(7);
    expect([period.de, period.range.end.toISOString()]).toEqual(['2026-02-24', '2026-03-03T04:00:00.000Z']);
  });

  it('sum up everything that is not among the largest', () => {
    expect(largest([{ total: 1 }, { total: 5 }, { total: 3 }], 1)).toEqual({
      maiores: [{ total: 5 }],
      demais: 4,
    });
  });
});

describe('GET home/dashboards', () => {
  it('counts open tickets by step, age, reason, carrier and operator', async () => {
    const all = await figures();
    expect(all.abertos).toEqual({ total: 5, atrasados: 2, vencendo: 0, semPrazo: 2 });
    expect(totals(all.porEtapa)).toEqual({ ABERTURA: [3, 2], COLETA: [1, 0], COMPLEMENTO_CLIENTE: [1, 0] });
    expect(all.porEtapa.map(({ descricao }) => descricao)[0]).toBe('Abertura');
    expect(totals(all.porIdade)).toMatchObject({
      '0 a 1 dias': [3, 2],
      '2 a 3 dias': [1, 0],
      'mais de 30 dias': [1, 0],
    });
    expect(totals(all.porMotivo.maiores)).toEqual({ [reason]: [2, 1], null: [3, 1] });
    expect(totals(all.porTransportadora.maiores)).toEqual({ [carrier]: [1, 1], null: [4, 1] });
    expect(all.porTransportadora.maiores[1]?.descricao).toBe('Rápido Sul');
    expect(totals(all.porOperador.maiores)).toEqual({
      [fixture.people.OPERADOR]: [2, 1],
      [fixture.otherOperator]: [1, 1],
      null: [2, 0],
    });
  });

  it('counts created and finished tickets per day, archived or not', async () => {
    const { periodo } = await figures();
    expect(periodo).toMatchObject({ criados: 8, finalizados: 3, mediaHoras: 56 });
    expect(periodo.porDia).toHaveLength(30);
    expect(periodo.porDia.at(-1)).toEqual({ dia: periodo.ate, criados: 3, finalizados: 0 });
    expect(periodo.porDia.at(-3)).toMatchObject({ criados: 0, finalizados: 1 });
    expect((await figures('ADMIN', '?dias=7')).periodo).toMatchObject({
      criados: 7,
      finalizados: 2,
      mediaHoras: 72,
    });
  });

  it('covers the branches of an operator and the customers of a representative', async () => {
    const own = await figures('OPERADOR');
    expect([own.abertos.total, own.periodo.criados, own.periodo.finalizados]).toEqual([4, 6, 2]);
    expect(totals(own.porOperador.maiores)).not.toHaveProperty(`${fixture.otherOperator}`);
    const north = await figures('OTHER_OPERATOR');
    expect([north.abertos.total, north.periodo.criados, north.periodo.finalizados]).toEqual([1, 2, 1]);
    const hers = await figures('REPRESENTANTE');
    expect([hers.abertos.total, hers.periodo.criados, hers.periodo.mediaHoras]).toEqual([1, 1, null]);
  });

  it('does not widen the scope by a filter', async () => {
    const foreign = await figures('OPERADOR', `?filial[]=${fixture.branchIds[1]}`);
    expect([foreign.abertos.total, foreign.periodo.criados]).toEqual([0, 0]);
    const north = await figures('ADMIN', `?filial[]=${fixture.branchIds[1]}&tipo[]=DEVOLUCAO`);
    expect([north.abertos.total, north.periodo.criados]).toEqual([1, 2]);
    expect((await figures('ADMIN', '?tipo[]=NENHUM')).abertos.total).toBe(0);
  });

  it('returns 403 to end consumers and 422 for an unsupported period', async () => {
    expect((await fixture.get('home/dashboards', 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await fixture.get('home/dashboards?dias=3650')).status).toBe(422);
  });

  it.each(['ADMIN', 'OPERADOR', 'REPRESENTANTE'] as const)(
    'agrees with the ticket list that it links to, for %s',
    async (who) => {
      const all = await figures(who);
      const listed = async (query: string) =>
        (await fixture.get(`tickets?${[...OPEN, query].join('&')}`, who)).body.paginator.total;
      const ways = (key: string, shares: readonly Share[]) =>
        shares
          .filter(({ chave }) => chave !== null)
          .map(({ chave, total }) => [`${key}[]=${chave}`, total] as const);
      const leads = [
        ...ways('etapa', all.porEtapa),
        ...ways('motivo', all.porMotivo.maiores),
        ...ways('transportadora', all.porTransportadora.maiores),
        ...ways('operador', all.porOperador.maiores),
        ...all.porIdade.map(
          ({ de, ate, total }) => [`${de ? `dtIni=${de}&` : ''}dtFim=${ate}`, total] as const,
        ),
        ['prazo=ATRASADO', all.abertos.atrasados] as const,
      ];
      for (const [query, total] of leads) expect([query, await listed(query)]).toEqual([query, total]);
    },
  );

  it('needs at most 14 queries', async () => {
    expect(await countQueries(fixture, () => figures())).toBeLessThanOrEqual(14);
  });
});

describe('GET home/pendencias', () => {
  it('counts pending tickets of the person and of their sector, within scope', async () => {
    expect((await fixture.get('home/pendencias', 'OPERADOR')).body).toEqual({
      meus: { total: 2, atrasados: 1, vencendo: 0 },
      setor: { id: fixture.sectorIds[1], desc: expect.any(String), total: 1, atrasados: 0, vencendo: 0 },
    });
    expect((await fixture.get('home/pendencias', 'OTHER_OPERATOR')).body).toEqual({
      meus: { total: 1, atrasados: 1, vencendo: 0 },
      setor: null,
    });
  });

  it('returns zeros to an end consumer', async () => {
    const { db } = fixture.server.deps;
    await db
      .update(people)
      .set({ sectorId: fixture.sectorIds[1] ?? null })
      .where(eq(people.id, fixture.people.CONSUMIDOR_FINAL));
    expect((await fixture.get('home/pendencias', 'CONSUMIDOR_FINAL')).body).toEqual({
      meus: { total: 0, atrasados: 0, vencendo: 0 },
      setor: null,
    });
  });
});
