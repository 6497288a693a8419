import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import { RULE_ENTITIES } from '#contract/rules/companyRules/ruleEntities.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  agendaReasons,
  agendas,
  auditLog,
  customerSellers,
  customers,
  notices,
  people,
  productStock,
  products,
  productWaits,
  serviceReasons,
} from '#server/db/tables/index.ts';
import { above, all } from './exampleRule.ts';
import { type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
let productId: number;
beforeAll(async () => {
  fixture = await ruleFixture();
  const [product] = await fixture.db
    .insert(products)
    .values({ code: 'P1', description: 'Produto', brand: 'Serra', price: '10' })
    .returning({ id: products.id });
  productId = product?.id ?? 0;
});
afterAll(() => fixture?.server.close());

type Who = keyof RuleFixture['tokens'];

const DAY = 24 * 3_600_000;
let minutes = 0;
/** Each its own minute, so that no contact is like another. */
const soon = () => new Date(fixture.deps.now().getTime() + 3 * DAY + minutes++ * 3_600_000).toISOString();
const entao = [{ acao: 'AVISAR', para: 'SUPERVISORES', assunto: 'Aconteceu', texto: 'Veja.' }];

async function done(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null,
  who: Who = 'ADMIN',
) {
  const { status, body: answer } = await fixture.server.call(method, `/callcenter/${path}`, {
    token: fixture.tokens[who],
    ...(body && { body }),
  });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  return Number(answer.data?.id ?? 0);
}

const confirmar = 'Combinado';
const addAgenda = () =>
  done('POST', 'agendas', {
    idCli: fixture.customerIds.first,
    assunto: 'Ligar',
    data_agendada: soon(),
    confirmar,
  });
const change = async (body: object) => {
  const id = await addAgenda();
  await done('PUT', `agendas/${id}`, { ...body, confirmar });
  return id;
};
const firstOf = async (table: typeof agendaReasons | typeof serviceReasons) =>
  (await fixture.db.select({ id: table.id }).from(table).orderBy(table.id).limit(1))[0]?.id ?? 0;

let month = 0;
const goal = () => {
  month += 1;
  const mes = `2031-${String(month).padStart(2, '0')}`;
  const body = { idColab: fixture.people.VENDEDOR, mes, valor: '1000.00', margem: '100.00' };
  return { mes, add: () => done('POST', 'objetivos-operadores', body) };
};

async function campaign(): Promise<{ id: number; body: object }> {
  const today = localDate(fixture.deps.now(), DEFAULT_TIME_ZONE);
  const body = {
    ...{ nome: 'Inverno', descricao: '', tipo: 'PONTOS', valor: '2', inicio: today, fim: addDays(today, 9) },
    ...{ quantidadeMinima: '0', ativa: true, produtos: [productId] },
  };
  return { id: await done('POST', 'campanhas', body), body };
}

/** Each event by what people do; the answer is the record that it happened to. */
const MAKES: Readonly<Record<string, Readonly<Record<string, () => Promise<number>>>>> = {
  agendas: {
    CRIADO: addAgenda,
    CUMPRIDA: async () => change({ idMotivoFinalizacao: await firstOf(agendaReasons) }),
    REAGENDADA: () => change({ data_agendada: soon(), motivo: 'Pediu outro dia' }),
    TRANSFERIDA: () => change({ idColab: fixture.people.GERENTE }),
    LIGACAO: () => change({ discadora_status: 'LIGACAO_ATENDIDA', discadora_origem: 'MANUAL' }),
    ALTERADO: () => change({ assunto: 'Ligar de novo' }),
  },
  metas: {
    CRIADO: () => goal().add(),
    APURADA: async () => {
      const { mes, add } = goal();
      const id = await add();
      await done('POST', 'objetivos-operadores/apurar', { mes });
      return id;
    },
    ALTERADO: async () => {
      const id = await goal().add();
      await done('PUT', `objetivos-operadores/${id}`, { valor: '2000.00', margem: '200.00' });
      return id;
    },
  },
  campanhas: {
    CRIADO: async () => (await campaign()).id,
    APURADA: async () => {
      const { id } = await campaign();
      await done('POST', `campanhas/${id}/apurar`, {});
      return id;
    },
    ALTERADO: async () => {
      const { id, body } = await campaign();
      await done('PUT', `campanhas/${id}`, { ...body, nome: 'Verão' });
      return id;
    },
  },
  atendimentos: {
    CRIADO: async () =>
      done('POST', 'atendimentos', {
        cliente_id: fixture.customerIds.first,
        motivo_id: await firstOf(serviceReasons),
      }),
    INICIADO: async () => {
      const id = await done(
        'POST',
        'atendimento/iniciar',
        { cliente_id: fixture.customerIds.first },
        'GERENTE',
      );
      await done('PUT', 'atendimento/finalizar', { motivo_id: await firstOf(serviceReasons) }, 'GERENTE');
      return id;
    },
    ENCERRADO: async () => {
      await done('POST', 'atendimento/iniciar', { cliente_id: fixture.customerIds.first }, 'GERENTE');
      return done('PUT', 'atendimento/finalizar', {}, 'GERENTE');
    },
  },
};

it('makes each event that rules wait for', () => {
  for (const [entity, makers] of Object.entries(MAKES))
    expect([entity, Object.keys(makers).sort()]).toEqual([
      entity,
      RULE_ENTITIES[entity]?.eventos.map(({ value }) => value).sort(),
    ]);
});

it.each(Object.entries(MAKES).flatMap(([entity, makers]) => Object.keys(makers).map((key) => [entity, key])))(
  'meets each of %s that is %s once',
  async (entidade, evento) => {
    const id = `${entidade}-${evento}`.toLowerCase();
    await fixture.live({ id, entidade, quando: { tipo: 'EVENTO', evento }, entao });
    const record = await MAKES[entidade]?.[evento]?.();
    await fixture.act();
    const runs = await fixture.runs(id);
    expect(runs.map(({ recordId, state }) => [recordId, state])).toEqual([[record, 'FEITO']]);
    await fixture.off(id);
  },
);

it('meets an agenda that is late, unless it is done', async () => {
  const quando = { tipo: 'PRAZO', campo: 'agendada_para', quantidade: 1, unidade: 'HORAS' };
  await fixture.live({ id: 'atrasada', entidade: 'agendas', quando, entao });
  const [late, finished] = [await addAgenda(), await addAgenda()];
  const now = fixture.deps.now();
  const scheduledAt = new Date(now.getTime() - 3_590_000);
  await fixture.db.update(agendas).set({ scheduledAt }).where(eq(agendas.id, late));
  await fixture.db.update(agendas).set({ scheduledAt, finishedAt: now }).where(eq(agendas.id, finished));
  const clock = fixture.deps as { now: () => Date };
  const real = clock.now;
  clock.now = () => new Date(now.getTime() + 60_000);
  await fixture.turns();
  await fixture.turns();
  clock.now = real;
  expect((await fixture.runs('atrasada')).map(({ recordId }) => recordId)).toEqual([late]);
  await fixture.off('atrasada');
});

it('lets another system read them, as far as its people may', async () => {
  const id = await addAgenda();
  const own = await goal().add();
  const { id: prize } = await campaign();
  const read = (who: Who, path: string) => fixture.call('GET', `/dados/v1/${path}`, undefined, who);
  const status = async (who: Who, path: string) => (await read(who, path)).status;
  for (const path of [`agendas/${id}`, `objetivos-operadores/${own}`, `campanhas-vendas/${prize}`]) {
    expect([path, await status('CONSUMIDOR_FINAL', path)]).toEqual([path, 403]);
    expect([path, (await read('ADMIN', path)).body.data.id]).toEqual([path, Number(path.split('/')[1])]);
  }
  await fixture.db.update(agendas).set({ branchId: fixture.branchIds[1] }).where(eq(agendas.id, id));
  expect(await status('OPERADOR', `agendas/${id}`)).toBe(404);
  // A goal is read by whoever it is of, and by those who lead.
  const goals = ['VENDEDOR', 'SUPERVISOR', 'OPERADOR'] as const;
  const seen = await Promise.all(goals.map((who) => status(who, `objetivos-operadores/${own}`)));
  expect(seen[1]).toBe(200);
  expect([404, 403]).toContain(seen[2]);
});

it('audits each agenda and goal that another system sends, and lets rules leave them out', async () => {
  const made = { tipo: 'EVENTO', evento: 'CRIADO' };
  await fixture.act();
  for (const entidade of ['agendas', 'metas']) {
    await fixture.live({ id: `sem-${entidade}`, entidade, quando: made, entao });
    await fixture.live({ id: `com-${entidade}`, entidade, quando: made, entao, importacoes: true });
  }
  const [data, hora] = soon().split('T');
  const collaborator = String(fixture.people.GERENTE);
  const line = { colaborador: collaborator, cliente: String(fixture.customerIds.first), assunto: 'Visita' };
  const sent = await fixture.call('POST', '/callcenter/agendas-supervisor/importar/externas', {
    agendas: [{ id_externo: 'E-1', ...line, data, hora: hora?.slice(0, 5), confirmar }],
  });
  expect(sent.body.data).toMatchObject({ criadas: 1 });
  await done('POST', 'objetivos-operadores/importar', {
    linhas: [{ colaborador: collaborator, mes: '2032-01', valor: '10,00' }],
  });
  await fixture.act();
  for (const entidade of ['agendas', 'metas'])
    expect([
      (await fixture.runs(`sem-${entidade}`)).length,
      (await fixture.runs(`com-${entidade}`)).length,
    ]).toEqual([0, 1]);
  const id = String(sent.body.data.itens[0].id);
  const entries = await fixture.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'agendas'), eq(auditLog.entityId, id)))
    .orderBy(auditLog.id);
  expect(entries).toEqual([{ action: 'CRIAR' }]);
});

describe('a product that arrives', () => {
  /** A product that is out of stock at a branch. */
  async function missing(code: string) {
    const { db, branchIds } = fixture;
    const [product] = await db
      .insert(products)
      .values({ code, description: `Produto ${code}`, brand: 'Serra', price: '10' })
      .returning();
    const place = { productId: product?.id ?? 0, branchId: branchIds[0] };
    const [stock] = await db
      .insert(productStock)
      .values({ ...place, quantity: '0' })
      .returning();
    const path = `/config/cadastros/estoque/${stock?.id}`;
    const wait = async (rows: readonly { customerId: number; sellerId: number }[]) =>
      db.insert(productWaits).values(rows.map((row) => ({ ...row, ...place })));
    const count = async (quantidade: string) => {
      const { body } = await fixture.call('GET', path);
      const sent = await fixture.call('PUT', path, { dados: { quantidade }, versao: body.data.versao });
      expect(sent.status).toBe(200);
      await fixture.act();
    };
    const waits = () =>
      db
        .select()
        .from(productWaits)
        .where(eq(productWaits.productId, place.productId))
        .orderBy(productWaits.id);
    const reserve = (reserved: string) =>
      db
        .update(productStock)
        .set({ reserved })
        .where(eq(productStock.id, stock?.id ?? 0));
    return { wait, count, waits, reserve };
  }

  const tell = (id: string, para: string, papel = 'ADMIN') =>
    fixture.live({
      ...{ id, entidade: 'estoque', quando: { tipo: 'EVENTO', evento: 'QUANTIDADE' }, papel },
      se: all(above('disponivel', '0'), above('esperando', '0')),
      entao: [{ acao: 'AVISAR_ESPERAS', para, assunto: id, texto: 'Chegou.' }],
    });

  it('is told to who promised or to the seller of the customer, once until it runs out again', async () => {
    const { db, customerIds, people: staff } = fixture;
    const { wait, count, waits } = await missing('W1');
    const [known] = await db.select().from(people).where(eq(people.id, staff.VENDEDOR));
    if (!known) throw new Error('no seller');
    const { id: _, ...seller } = known;
    const [gone] = await db
      .insert(people)
      .values({ ...seller, cpf: '98765432100', email: 'saiu@exemplo.com.br', active: false })
      .returning();
    await db.insert(customerSellers).values({ customerId: customerIds.second, personId: staff.GERENTE });
    await wait([
      { customerId: customerIds.first, sellerId: staff.VENDEDOR },
      { customerId: customerIds.second, sellerId: gone?.id ?? 0 },
      { customerId: customerIds.consumer, sellerId: gone?.id ?? 0 },
    ]);
    await tell('chegou', 'VENDEDOR');
    const told = async () => {
      const rows = await db.select().from(notices).where(eq(notices.title, 'chegou')).orderBy(notices.id);
      return rows.map(({ personId }) => personId).sort((a, b) => Number(a) - Number(b));
    };
    const both = [staff.VENDEDOR, staff.GERENTE].sort((a, b) => a - b);
    await count('5');
    expect(await told()).toEqual(both);
    // The customer for whom nobody is left waits on.
    expect((await waits()).map(({ toldAt }) => toldAt !== null)).toEqual([true, true, false]);
    await count('4');
    expect(await told()).toEqual(both);
    await count('0');
    expect((await waits()).map(({ toldAt }) => toldAt)).toEqual([null, null, null]);
    await count('3');
    expect(await told()).toEqual(both.flatMap((id) => [id, id]));
    await fixture.off('chegou');
  });

  const toldOf = async (title: string) =>
    (await fixture.db.select().from(notices).where(eq(notices.title, title))).map(({ personId }) => personId);

  it('is told of customers alone whom the role of the rule sees', async () => {
    const { db, customerIds, people: staff } = fixture;
    const { wait, count, waits } = await missing('W3');
    // Of no branch, and so nobody's who sees branches alone.
    const [unserved] = await db
      .insert(customers)
      .values({ document: 'sem-filial', legalName: 'Sem filial', tradeName: 'Sem filial', servedOn: [1] })
      .returning({ id: customers.id });
    await wait([
      { customerId: unserved?.id ?? 0, sellerId: staff.GERENTE },
      { customerId: customerIds.first, sellerId: staff.VENDEDOR },
    ]);
    await tell('so-os-seus', 'VENDEDOR', 'VENDEDOR');
    await count('5');
    expect(await toldOf('so-os-seus')).toEqual([staff.VENDEDOR]);
    expect((await waits()).map(({ toldAt }) => toldAt !== null)).toEqual([false, true]);
    await fixture.off('so-os-seus');
  });

  it('is told to nobody if all of it is reserved by the time that they would hear of it', async () => {
    const { wait, count, waits, reserve } = await missing('W4');
    await wait([{ customerId: fixture.customerIds.first, sellerId: fixture.people.VENDEDOR }]);
    // Without a condition the rule sees every change.
    await fixture.live({
      ...{ id: 'ja-reservado', entidade: 'estoque', quando: { tipo: 'EVENTO', evento: 'QUANTIDADE' } },
      ...{ papel: 'ADMIN', se: undefined },
      entao: [{ acao: 'AVISAR_ESPERAS', para: 'VENDEDOR', assunto: 'ja-reservado', texto: 'Chegou.' }],
    });
    await reserve('5');
    await count('5');
    expect(await toldOf('ja-reservado')).toEqual([]);
    expect((await waits()).map(({ toldAt }) => toldAt)).toEqual([null]);
    await count('6');
    expect(await toldOf('ja-reservado')).toEqual([fixture.people.VENDEDOR]);
    await fixture.off('ja-reservado');
  });

  it('is told to a customer whom many wait before that have no address', async () => {
    const { db, customerIds, people: staff } = fixture;
    const { wait, count, waits } = await missing('W2');
    const silent = await db
      .insert(customers)
      .values(
        Array.from({ length: 501 }, (_, at) => ({
          ...{
            document: `sem-email-${at}`,
            legalName: `Mercado ${at}`,
            tradeName: `Mercado ${at}`,
            email: '',
          },
          servedOn: [1],
        })),
      )
      .returning({ id: customers.id });
    await wait(silent.map(({ id }) => ({ customerId: id, sellerId: staff.VENDEDOR })));
    await wait([{ customerId: customerIds.first, sellerId: staff.VENDEDOR }]);
    await tell('chegou-ao-cliente', 'CLIENTE');
    await count('5');
    const closed = (await waits()).filter(({ closedAt }) => closedAt !== null);
    expect(closed.map(({ customerId, closedReason }) => [customerId, closedReason])).toEqual([
      [customerIds.first, 'AVISADO'],
    ]);
    await fixture.off('chegou-ao-cliente');
    await db.delete(productWaits).where(
      inArray(
        productWaits.customerId,
        silent.map(({ id }) => id),
      ),
    );
  });
});
