import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { call, type Expression, MAX_TEXT } from '#contract/expression/tree.ts';
import type { Flow, FlowStep, FlowTransition } from '#contract/rules/flows/flow.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { conditionStatements } from '#server/config/flows/queries.ts';
import { flowKind } from '#server/config/flows/rules.ts';
import { customers, definitions, definitionVersions, invoiceItems } from '#server/db/tables/index.ts';
import { HOSTILE_SQL } from '#tests/support/hostileDefinitions.ts';
import { type StepsFixture, stepsFixture } from '../steps/stepsFixture.ts';

let fixture: StepsFixture;

const step = (chave: string, change: Partial<FlowStep> = {}): FlowStep => ({
  chave,
  descricao: chave,
  setor: 'SAC',
  exigencia: null,
  status_ao_entrar: change.terminal ? 'FINALIZADO' : 'EM_ATENDIMENTO',
  prazo_horas_uteis: null,
  permissao: null,
  permite_retroceder: true,
  inicial: false,
  terminal: false,
  ...change,
});
const way = (
  de: string,
  para: string,
  expressao: Expression | null,
  more: Partial<FlowTransition> = {},
): FlowTransition => ({
  de,
  para,
  tipo: 'PADRAO',
  rotulo: `Para ${para}`,
  condicao: expressao && { expressao },
  exige_motivo: false,
  ...more,
});
const campo = (path: string): Expression => ({ campo: path });
const above = call('maior', campo('valor'), { numero: '5000' });

/** What the manager sees: approved goods above R$ 5.000. What goes to the other branch: customers of Amazonas. */
const flow: Flow = {
  chave: 'POR_VALOR',
  descricao: 'Por valor',
  etapas: [
    step('ABERTURA', { inicial: true }),
    step('ANALISE_DEVOLUCAO', { exigencia: 'ANALISE_DEVOLUCAO' }),
    step('GERENTE'),
    step('FISCAL'),
    step('FIM', { terminal: true }),
  ],
  transicoes: [
    way('ABERTURA', 'GERENTE', call('todas', call('igual', campo('cliente.uf'), { texto: 'AM' }), above)),
    way('ABERTURA', 'ANALISE_DEVOLUCAO', null),
    way(
      'ANALISE_DEVOLUCAO',
      'GERENTE',
      call('todas', call('maior', campo('fato.linhas_aprovadas'), { numero: '0' }), above),
    ),
    way('ANALISE_DEVOLUCAO', 'FISCAL', null),
    way('GERENTE', 'FIM', null),
    way('FISCAL', 'FIM', null),
    way(
      'FISCAL',
      'GERENTE',
      call('maior', call('dias', campo('criado_em'), call('hoje')), { numero: '30' }),
      {
        tipo: 'CONDICIONAL',
      },
    ),
  ],
};

/** A version as it is stored, past the checks of publication. */
const stored = (content: Flow) =>
  fixture.server.deps.db.insert(definitionVersions).values({
    ...{ kind: 'flows', key: content.chave, version: 1, content: { ...content } },
    ...{ hash: content.chave, source: 'ESTUDIO' },
  });

beforeAll(async () => {
  fixture = await stepsFixture();
  await stored(flow);
  const of = { kind: 'flows' as const, key: flow.chave };
  await fixture.server.deps.db.insert(definitions).values({ ...of, publishedVersion: 1, origin: 'PROPRIA' });
});
afterAll(() => fixture?.close());

/** A ticket with one line of so many pieces at R$ 1.000 each. */
async function worth(stepKey: string, pieces: string, given = {}) {
  const ticket = await fixture.returning(stepKey, [pieces], {
    flowKey: flow.chave,
    flowVersion: 1,
    ...given,
  });
  await fixture.server.deps.db
    .update(invoiceItems)
    .set({ unitPriceNoTax: '1000' })
    .where(eq(invoiceItems.invoiceId, ticket.invoiceId));
  return ticket;
}
const shown = async (id: number, who: 'ADMIN' | 'VENDEDOR' = 'ADMIN') =>
  (await fixture.get(`tickets/${id}`, who)).body.data;

describe('a condition over fields of the ticket', () => {
  it('is judged by what the data of the step have just made of the ticket', async () => {
    for (const [autorizada, avaria, to] of [
      ['9', '0', 'GERENTE'],
      ['4', '5', 'FISCAL'],
      ['5', '4', 'FISCAL'],
    ] as const) {
      const { id, lineIds } = await worth('ANALISE_DEVOLUCAO', '9');
      const linha = {
        id: lineIds[0],
        autorizada,
        ...(avaria !== '0' && { avaria, motivoAnalise: 'Contado' }),
      };
      const answer = await fixture.advance(id, { analise: { linhas: [linha] } });
      expect([autorizada, answer.status, answer.body.data?.etapaAtual.chave]).toEqual([autorizada, 200, to]);
    }
  });

  it('reads what the ticket refers to, also for a person who sees only one branch', async () => {
    const { db } = fixture.server.deps;
    const ofState = (state: string) =>
      db
        .update(customers)
        .set({ address: sql`${customers.address} || ${JSON.stringify({ uf: state })}::jsonb` })
        .where(eq(customers.id, fixture.customerIds.first));
    await ofState('AM');
    const dear = await worth('ABERTURA', '9');
    const cheap = await worth('ABERTURA', '2');
    expect((await shown(dear.id)).proximaEtapa.chave).toBe('GERENTE');
    expect((await shown(cheap.id)).proximaEtapa.chave).toBe('ANALISE_DEVOLUCAO');
    await ofState('SP');
    expect((await shown(dear.id)).proximaEtapa.chave).toBe('ANALISE_DEVOLUCAO');
    await ofState('AM');
    const answer = await fixture.advance(dear.id, {}, 'OPERADOR');
    expect([answer.status, answer.body.data?.etapaAtual.chave]).toEqual([200, 'GERENTE']);
    // What the views showed for it ends with the question.
    const { rows } = await fixture.server.deps.pool.query('select count(*)::int as n from relatorio.tickets');
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('counts days in the zone of the branch', async () => {
    const now = fixture.server.deps.now().getTime();
    const old = await worth('FISCAL', '1', { createdAt: new Date(now - 40 * 86_400_000) });
    const young = await worth('FISCAL', '1');
    const open = async (id: number) =>
      (await shown(id)).etapasCondicionais.map(({ chave }: { chave: string }) => chave);
    expect([await open(old.id), await open(young.id)]).toEqual([['GERENTE'], []]);
  });

  it('is told to nobody who sees the ticket', async () => {
    const { id } = await worth('ANALISE_DEVOLUCAO', '9');
    const { transicoes } = await shown(id);
    expect(JSON.stringify(transicoes)).not.toContain('valor');
    expect(transicoes.map(({ condicao }: { condicao: unknown }) => condicao)).toEqual([
      { todas: [{ fato: 'linhas_aprovadas', maior_que: 0 }, { todas: [] }] },
      null,
    ]);
  });

  it('opens nothing once its field is gone', async () => {
    const gone: Flow = {
      ...flow,
      chave: 'CAMPO_FOI',
      transicoes: [
        way('ABERTURA', 'GERENTE', call('vazio', campo('campo_que_foi'))),
        ...flow.transicoes.slice(1),
      ],
    };
    await stored(gone);
    const { id } = await worth('ABERTURA', '9', { flowKey: gone.chave });
    expect((await shown(id)).proximaEtapa.chave).toBe('ANALISE_DEVOLUCAO');
  });
});

/** The flow with other ways out of its first step. */
const leading = (chave: string, ...ways: FlowTransition[]): Flow => ({
  ...flow,
  chave,
  transicoes: [...ways, ...flow.transicoes.slice(1)],
});

describe('the ways of a ticket', () => {
  it('open by an expression that asks for facts alone', async () => {
    const byFact = call('igual', campo('fato.tem_itens'), { logico: true });
    await stored(leading('POR_FATO', way('ABERTURA', 'GERENTE', byFact)));
    const { id } = await worth('ABERTURA', '1', { flowKey: 'POR_FATO' });
    expect((await shown(id)).proximaEtapa.chave).toBe('GERENTE');
  });

  it('after the current step are not decided by fields that still change', async () => {
    const { id } = await worth('ABERTURA', '1');
    const { etapas } = await shown(id);
    expect(etapas.map(({ chave, situacao }: Record<string, string>) => `${chave} ${situacao}`)).toEqual([
      'ABERTURA ATUAL',
      'ANALISE_DEVOLUCAO PROXIMA',
      'GERENTE FUTURA',
      'FISCAL CONDICIONAL',
      'FIM FUTURA',
    ]);
  });

  it('are shown however many conditions a stored flow has', async () => {
    const worthExactly = (value: number) => call('igual', campo('valor'), { numero: String(value) });
    const many = call('alguma', ...Array.from({ length: 2_000 }, (_, value) => worthExactly(value)));
    await stored(leading('MUITAS', way('ABERTURA', 'GERENTE', many), way('ABERTURA', 'FISCAL', null)));
    const next = async (pieces: string) => {
      const { id } = await worth('ABERTURA', pieces, { flowKey: 'MUITAS' });
      return (await shown(id)).proximaEtapa.chave;
    };
    expect([await next('1'), await next('9')]).toEqual(['GERENTE', 'FISCAL']);
  });

  it('are chosen after the data of the step are written on the ticket too', async () => {
    const { pool } = fixture.server.deps;
    await pool.query('create table escritas (etapa text, prorrogacao jsonb)');
    await pool.query(`create function escrita() returns trigger language plpgsql as $$
      begin insert into escritas values (new.step_key, new.extension); return new; end $$`);
    await pool.query(
      'create trigger escrita after update on tickets for each row execute function escrita()',
    );
    const logistics = step('LOGISTICA', { exigencia: 'PRORROGACAO_LOGISTICA' });
    await stored({
      ...flow,
      chave: 'PRORROGA',
      etapas: [
        step('ABERTURA', { inicial: true }),
        logistics,
        step('FIM_DE_PRAZO'),
        ...flow.etapas.slice(-1),
      ],
      transicoes: [way('LOGISTICA', 'FIM_DE_PRAZO', null), way('FIM_DE_PRAZO', 'FIM', null)],
    });
    const { id } = await worth('LOGISTICA', '1', {
      flowKey: 'PRORROGA',
      extension: { responsavel: 'REPRESENTANTE', responsavelId: fixture.representativeId, diasAtraso: 3 },
    });
    await pool.query('truncate escritas');
    const refusal = { responsavel: 'TRANSPORTADORA', responsavel_id: 1, dias_atraso: 0, recusada: true };
    const answer = await fixture.advance(id, { prorrogacaoLogistica: { ...refusal, obs: 'No prazo' } });
    expect([answer.status, answer.body.data?.etapaAtual.chave]).toEqual([200, 'FIM_DE_PRAZO']);
    const { rows } = await pool.query("select etapa, prorrogacao ->> 'logistica' as resposta from escritas");
    expect(rows).toEqual([
      { etapa: 'LOGISTICA', resposta: 'RECUSADA' },
      { etapa: 'FIM_DE_PRAZO', resposta: 'RECUSADA' },
    ]);
    await pool.query('drop trigger escrita on tickets');
  });
});

describe('the SQL of conditions', () => {
  it('passes the guard of report SQL before it runs, also that of stored flows', async () => {
    const hostile = [
      ...Object.values(HOSTILE_SQL).map((text) => `(${text}) is null`),
      'pg_sleep(9) is null',
      '(select password_hash from public.people limit 1) is null',
      'true) as p from relatorio.tickets; delete from public.tickets; --',
      "set_config('balcao.escopo', 'x', true) is null",
    ];
    for (const text of hostile) {
      const statements = await conditionStatements(['r.valor > 1', text, 'r.valor > 2']);
      expect([text, statements.flatMap(({ judges }) => judges)]).toEqual([text, [0, 2]]);
    }
  });

  it('keeps hostile texts texts', async () => {
    const texts = [...Object.values(HOSTILE_SQL), "'", '\\', "\\'", "') or true --", '$1', ':filial', '/*'];
    const asked = texts.map((texto) => call('igual', campo('assunto'), { texto: texto.slice(0, MAX_TEXT) }));
    await stored(leading('HOSTIL', way('ABERTURA', 'GERENTE', call('alguma', ...asked))));
    const next = async (subject: string) => {
      const { id } = await worth('ABERTURA', '1', { flowKey: 'HOSTIL', subject });
      return (await shown(id)).proximaEtapa?.chave ?? null;
    };
    expect(await next('Outro')).toBe('ANALISE_DEVOLUCAO');
    for (const subject of ["'", "\\'", "') or true --", '$1']) expect(await next(subject)).toBe('GERENTE');
  });
});

describe('a flow with a condition over fields', () => {
  const problems = async (...expressions: unknown[]) => {
    const { db, pool, settings, now } = fixture.server.deps;
    const changed = leading(
      flow.chave,
      ...expressions.map((expressao) => way('ABERTURA', 'GERENTE', expressao as Expression)),
    );
    const found = await validateContent('flows', changed as never, { db, pool, settings, now, user: null });
    return found
      .filter(({ severity }) => severity === 'ERRO')
      .map(({ pointer, message }) => [pointer.replace('/transicoes/0/condicao', ''), message]);
  };

  it('is accepted', async () => {
    expect(await problems(above)).toEqual([]);
    expect(await problems(call('em', campo('cliente.uf'), { lista: [{ texto: 'SP' }] }))).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    [
      'a text compared with an amount',
      call('maior', campo('valor'), { texto: 'x' }),
      '/expressao',
      /Não se compara/,
    ],
    ['an unknown field', call('vazio', campo('nada')), '/expressao/de/0/campo', /nada não existe/],
    [
      'many rows',
      call('maior', campo('itens.valor'), { numero: '1' }),
      '/expressao/de/0/campo',
      /itens\.valor/,
    ],
    [
      'personal data',
      call('vazio', campo('cliente.documento')),
      '/expressao/de/0/campo',
      /cliente\.documento/,
    ],
    ['no condition', campo('valor'), '/expressao', /sim ou não/],
    ['an unknown operation', { faz: 'soma', de: [] }, '/expressao/faz', /./],
    ['a part too many', { campo: 'valor', texto: 'x' }, '/expressao', /./],
  ])('is refused for %s at its place', async (_, expressao, pointer, message) => {
    const found = await problems(expressao);
    expect(found.map(([at]) => at)).toContain(pointer);
    expect(found.map(([, text]) => text).join(' ')).toMatch(message);
  });

  it('is refused if the database would not judge it', async () => {
    const lista = Array.from({ length: 500 }, (_, index) => ({ texto: `${'x'.repeat(90)}${index}` }));
    const found = await problems(call('em', campo('assunto'), { lista }));
    expect(found).toEqual([['/expressao', expect.stringMatching(/grande demais/)]]);
  });

  it('is refused if a step asks too much', async () => {
    const asking = (from: number) =>
      call(
        'alguma',
        ...Array.from({ length: 60 }, (_, at) =>
          call('igual', campo('valor'), { numero: String(from + at) }),
        ),
      );
    expect(await problems(asking(0), asking(100), asking(200))).toEqual([]);
    const found = await problems(asking(0), asking(100), asking(200), asking(300));
    expect(found).toEqual([['/etapas/0', expect.stringMatching(/perguntam 240 coisas.*200/)]]);
  });

  it('names what it uses', async () => {
    const used = (await flowKind.uses(flow as never, fixture.server.deps.db)).map(({ kind, key, field }) =>
      [kind, key, field].join(' '),
    );
    expect(used).toEqual(
      expect.arrayContaining(['views clientes uf', 'views tickets valor', 'views tickets criado_em']),
    );
    const added = {
      ...flow,
      transicoes: [
        way('ABERTURA', 'FIM', call('igual', campo('cliente.campo_nivel_de_risco'), campo('campo_rota'))),
      ],
    };
    expect(
      (await flowKind.uses(added as never, fixture.server.deps.db)).filter(({ kind }) => kind === 'fields'),
    ).toEqual([
      expect.objectContaining({
        key: 'cliente',
        field: 'nivelDeRisco',
        pointer: '/transicoes/0/condicao/expressao',
      }),
      expect.objectContaining({ key: 'ticket', field: 'rota' }),
    ]);
  });
});
