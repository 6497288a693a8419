import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { call, type Expression } from '#contract/expression/tree.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import type { Flow, FlowStep, FlowTransition } from '#contract/rules/flows/flow.ts';
import { move } from '#server/companyRules/actions/tickets.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { definitions, definitionVersions, people, roles, ticketEvents } from '#server/db/tables/index.ts';
import { personById } from '#server/session/currentUser.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

// A step that asks for extra fields of the ticket, at each door through which the ticket leaves it.

const campo = (key: string): Expression => ({ campo: key });

const FIELDS: ExtraField[] = [
  { chave: 'laudo', titulo: 'Laudo', tipo: 'TEXT', publico: true },
  { chave: 'custo', titulo: 'Custo', tipo: 'DINHEIRO' },
  {
    ...{ chave: 'autorizou', titulo: 'Quem autorizou', tipo: 'TEXT' },
    visivelSe: call('maior', campo('custo'), { numero: '100' }),
  },
  { chave: 'cor', titulo: 'Cor', tipo: 'TEXT' },
  { ...{ chave: 'alergia', titulo: 'Alergia', tipo: 'TEXT' }, pessoal: true },
  {
    ...{ chave: 'dobro', titulo: 'Dobro', tipo: 'DINHEIRO' },
    formula: call('vezes', campo('custo'), { numero: '2' }),
  },
];

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
const way = (de: string, para: string, more: Partial<FlowTransition> = {}): FlowTransition => ({
  ...{ de, para, tipo: 'PADRAO', rotulo: `Para ${para}`, condicao: null, exige_motivo: false },
  ...more,
});

const flow: Flow = {
  chave: 'COM_CAMPOS',
  descricao: 'Com campos',
  etapas: [
    step('ABERTURA', {
      inicial: true,
      campos: [
        { chave: 'laudo', obrigatorio: true },
        { chave: 'custo' },
        { chave: 'autorizou', obrigatorio: true },
      ],
    }),
    step('CLIENTE', { status_ao_entrar: 'AGUARDANDO_CLIENTE' }),
    step('CARA', { campos: [{ chave: 'alergia', obrigatorio: true }] }),
    step('BARATA', { campos: [{ chave: 'cor', obrigatorio: true }] }),
    step('FIM', { terminal: true }),
  ],
  transicoes: [
    way('ABERTURA', 'CARA', {
      condicao: { expressao: call('maior', campo('campo_custo'), { numero: '100' }) },
    }),
    way('ABERTURA', 'BARATA'),
    way('ABERTURA', 'CLIENTE', { tipo: 'CONDICIONAL' }),
    way('CLIENTE', 'ABERTURA'),
    way('CARA', 'FIM'),
    way('BARATA', 'FIM'),
  ],
};

/** The same, but for those who may work on its first step. */
const restricted: Flow = {
  ...{ ...flow, chave: 'RESTRITO' },
  etapas: flow.etapas.map((each, at) => (at === 0 ? { ...each, permissao: 'CONFIGURACAO_FLUXOS' } : each)),
};

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
  const { db } = fixture.server.deps;
  const hold = async (kind: 'flows' | 'fields', key: string, content: object) => {
    const row = { kind, key, version: 1000, content: { ...content }, hash: key, source: 'ESTUDIO' as const };
    await db.insert(definitionVersions).values(row);
    await db
      .insert(definitions)
      .values({ kind, key, publishedVersion: 1000, origin: 'PROPRIA' })
      .onConflictDoUpdate({ target: [definitions.kind, definitions.key], set: { publishedVersion: 1000 } });
  };
  await hold('fields', 'ticket', { formato: 2, id: 'ticket', titulo: 'Campos', campos: FIELDS });
  for (const each of [flow, restricted]) await hold('flows', each.chave, each);
});
afterAll(() => fixture?.server.close());

const at = (stepKey: string, extraFields: Record<string, unknown> = {}, more = {}) =>
  fixture.addTicket({
    ...{ flowKey: flow.chave, flowVersion: 1000, stepKey, extraFields },
    typeId: fixture.types.get('ATENDIMENTO') ?? 0,
    status: stepKey === 'ABERTURA' ? 'ABERTO' : 'EM_ATENDIMENTO',
    ...more,
  });
const advance = (id: number, body: object, as: Parameters<MoveFixture['move']>[3] = {}) =>
  fixture.move(id, 'avancar-etapa', { ...body }, as);
const events = (id: number) =>
  fixture.server.deps.db
    .select()
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, id))
    .orderBy(asc(ticketEvents.id));
const errorsOf = ({ body }: { body: { errors?: Record<string, string> } }) =>
  Object.keys(body.errors ?? {}).sort();

describe('a step that asks for fields', () => {
  it('keeps the ticket until what it demands is filled in, and writes nothing before', async () => {
    const id = await at('ABERTURA');
    const before = await fixture.traces(id);
    const refused = await advance(id, { campos: { custo: '10' } });
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['campos.laudo']]);
    expect(await fixture.traces(id)).toEqual(before);
    expect((await fixture.ticket(id)).extraFields).toEqual({});
  });

  it('asks by the conditions of the fields, and the ways out read what was just filled in', async () => {
    const id = await at('ABERTURA', { cor: 'Azul' });
    const dear = await advance(id, { campos: { laudo: 'Trincado', custo: '250' } });
    expect([dear.status, errorsOf(dear)]).toEqual([422, ['campos.autorizou']]);
    const answer = await advance(id, { campos: { laudo: 'Trincado', custo: '250', autorizou: 'Gerência' } });
    expect([answer.status, answer.body.data.etapaAtual.chave]).toEqual([200, 'CARA']);
    // What others had filled in stays, and formulas follow.
    expect((await fixture.ticket(id)).extraFields).toEqual({
      ...{ cor: 'Azul', laudo: 'Trincado', custo: '250', autorizou: 'Gerência', dobro: '500' },
    });
    const told = (await events(id)).map(({ type, note, data }) => [type, note, data.interno]);
    expect(told).toEqual([
      ['CAMPOS', 'Laudo: Trincado', expect.stringContaining('Quem autorizou: Gerência')],
      ['AVANCO', expect.stringContaining('ABERTURA'), undefined],
    ]);
    expect(answer.body.data.versao).toBe((await fixture.ticket(id)).version);
  });

  it('takes what the ticket has already, so that a rule or a person may have filled it in before', async () => {
    const id = await at('ABERTURA', { laudo: 'Riscado' });
    const answer = await advance(id, {});
    expect([answer.status, answer.body.data.etapaAtual.chave]).toEqual([200, 'BARATA']);
    expect((await events(id)).map(({ type }) => type)).toEqual(['AVANCO']);
  });

  it('takes no field that it does not ask for, and none on a way aside', async () => {
    const id = await at('ABERTURA', { laudo: 'Riscado' });
    for (const campos of [{ cor: 'Azul' }, { dobro: '3' }, { naoHa: 'x' }]) {
      const refused = await advance(id, { campos });
      expect([refused.status, errorsOf(refused)]).toEqual([422, [`campos.${Object.keys(campos)[0]}`]]);
    }
    const aside = await advance(await at('ABERTURA'), { etapa: 'CLIENTE', campos: { laudo: 'x' } });
    expect([aside.status, errorsOf(aside)]).toEqual([422, ['campos']]);
    const working = await at('ABERTURA', {}, { status: 'EM_ATENDIMENTO' });
    expect((await advance(working, { etapa: 'CLIENTE' })).status).toBe(200);
  });

  it('clears what was given blank, and judges each value by its field', async () => {
    const id = await at('ABERTURA', { laudo: 'Riscado', custo: '5' });
    const refused = await advance(id, { campos: { laudo: ' ', custo: 'dez' } });
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['campos.custo', 'campos.laudo']]);
    expect((await advance(id, { campos: { custo: null } })).status).toBe(200);
    expect((await fixture.ticket(id)).extraFields).toEqual({ laudo: 'Riscado' });
  });

  it('is not left by whoever may not work on it', async () => {
    const id = await at('ABERTURA');
    for (const as of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      expect([403, 404]).toContain((await advance(id, { campos: { laudo: 'x' } }, { as })).status);
    expect((await fixture.ticket(id)).extraFields).toEqual({});
    const one = await at('ABERTURA', {}, { flowKey: restricted.chave });
    const campos = { laudo: 'Trincado' };
    const refused = await advance(one, { campos }, { as: 'OPERADOR' });
    expect([refused.status, refused.body.code]).toEqual([403, 'SEM_PERMISSAO']);
    expect(await fixture.ticket(one)).toMatchObject({ stepKey: 'ABERTURA', extraFields: {} });
    // Of the same ticket in the other flow the operator would have got on.
    expect((await advance(id, { campos }, { as: 'OPERADOR' })).status).toBe(200);
  });
});

describe('the other ways out of the step', () => {
  it('end the ticket only with what it demands', async () => {
    const id = await at('BARATA');
    const { body } = await fixture.get(`tickets/${id}`, 'SUPERVISOR');
    expect(body.data.acoes.finalizar).toBe(false);
    expect(body.data.etapas.filter((each: { pedeCampos?: boolean }) => each.pedeCampos)).toHaveLength(3);
    const idMotivo = await fixture.finalReason('Resolvido com o cliente');
    const refused = await fixture.move(id, 'finalizar', { idMotivo });
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['campos.cor']]);
    const filled = await at('BARATA', { cor: 'Azul' });
    expect((await fixture.move(filled, 'finalizar', { idMotivo })).status).toBe(200);
  });

  it('are judged in bulk ticket by ticket', async () => {
    const [empty, filled] = [await at('ABERTURA'), await at('ABERTURA', { laudo: 'Riscado' })];
    const { body } = await fixture.server.call('POST', '/sac/tickets/lote/avancar', {
      token: fixture.tokens.SUPERVISOR,
      body: { ids: [empty, filled] },
    });
    expect(body.data.sucesso).toEqual([filled]);
    expect(body.data.falhas).toMatchObject([{ id: empty, mensagem: expect.stringContaining('Laudo') }]);
    const other = await at('BARATA', { cor: 'Azul' });
    const again = await fixture.server.call('POST', '/sac/tickets/lote/avancar', {
      token: fixture.tokens.SUPERVISOR,
      body: { ids: [empty, other], dados: { campos: { laudo: 'Igual' } } },
    });
    // The other one needs a reason to end, and takes nothing that its step does not ask for.
    expect(again.body.data.sucesso).toEqual([empty]);
    expect((await fixture.ticket(empty)).extraFields).toEqual({ laudo: 'Igual' });
    expect((await fixture.ticket(other)).extraFields).toEqual({ cor: 'Azul' });
  });
});

describe('a rule that moves the ticket', () => {
  it('is judged like a person, and goes on with what the ticket has', async () => {
    const { deps } = fixture.server;
    const user = await personById(deps.db, fixture.people.SUPERVISOR);
    const act = (recordId: number) =>
      deps.db.transaction((tx) => {
        const ctx = {
          ...deps,
          db: tx as never,
          user,
          ip: '',
          requestId: 'regra',
          log: fixture.server.app.log,
        };
        const given = { ctx, recordId, fill: async (text = '') => text };
        return move(given as never, { acao: 'AVANCAR' } as never);
      });
    const id = await at('ABERTURA');
    await expect(act(id)).rejects.toThrow('A etapa ABERTURA pede: Laudo');
    const filled = await at('ABERTURA', { laudo: 'Por regra' });
    await act(filled);
    expect((await fixture.ticket(filled)).stepKey).toBe('BARATA');
  });
});

describe('the form of the step', () => {
  const form = (id: number, who: 'SUPERVISOR' | 'CONSUMIDOR_FINAL' = 'SUPERVISOR') =>
    fixture.get(`tickets/${id}/campos-da-etapa`, who);

  it('asks for its fields alone, in its order, with the values that their conditions read', async () => {
    const { body } = await form(await at('ABERTURA', { cor: 'Azul', custo: '3' }));
    expect(body.etapa).toBe('ABERTURA');
    expect(body.formulario.ui['ui:order']).toEqual(['laudo', 'custo', 'autorizou', '*']);
    expect(Object.keys(body.formulario.schema.properties)).toEqual(['laudo', 'custo']);
    expect(body.formulario.schema.required).toEqual(['laudo']);
    expect(body.valores).toEqual({ cor: 'Azul', custo: '3' });
  });

  it('is none where the step asks for nothing, and shows a consumer public fields only', async () => {
    expect((await form(await at('CLIENTE'))).body.formulario).toBeUndefined();
    const { status, body } = await form(await at('ABERTURA', { custo: '3' }), 'CONSUMIDOR_FINAL');
    if (status === 200) {
      expect(Object.keys(body.formulario.schema.properties)).toEqual(['laudo']);
      expect(body.valores).toEqual({});
    } else expect(status).toBe(404);
  });

  it('does not show a personal field to who may see none, and tells them what is missing', async () => {
    const { db } = fixture.server.deps;
    const [person] = await db.select().from(people).where(eq(people.id, fixture.people.SUPERVISOR));
    const role = eq(roles.id, person?.roleId ?? 0);
    const [before] = await db.select().from(roles).where(role);
    const grants = (before?.grants ?? []).map((one) => ({
      ...one,
      autorizado: one.autorizado && one.nome !== 'DADOS_PESSOAIS',
    }));
    await db.update(roles).set({ grants }).where(role);
    const id = await at('CARA');
    const shown = await form(id);
    const refused = await advance(id, {
      finalizacao: { idMotivo: await fixture.finalReason('Resolvido com o cliente') },
    });
    const typed = await advance(id, { campos: { alergia: 'Pólen' } });
    await db
      .update(roles)
      .set({ grants: before?.grants ?? [] })
      .where(role);
    expect(shown.body.formulario).toBeUndefined();
    expect(refused.body.errors).toEqual({ 'campos.alergia': expect.stringContaining('Alergia') });
    expect([typed.status, errorsOf(typed)]).toEqual([422, ['campos.alergia']]);
  });
});

describe('a flow', () => {
  const problems = async (campos: FlowStep['campos'], index = 0) => {
    const etapas = flow.etapas.map((each, place) => (place === index ? { ...each, campos } : each));
    const deps = { ...fixture.server.deps, user: null };
    const found = await validateContent('flows', { ...flow, etapas } as never, deps);
    return found.filter(({ severity }) => severity === 'ERRO').map(({ pointer }) => pointer);
  };

  it('is not published with a field that nobody could fill in', async () => {
    expect(await problems([{ chave: 'laudo' }])).toEqual([]);
    expect(await problems([{ chave: 'naoHa' }])).toContain('/etapas/0/campos/0/chave');
    expect(await problems([{ chave: 'dobro' }])).toContain('/etapas/0/campos/0/chave');
    expect(await problems([{ chave: 'cor' }, { chave: 'cor' }])).toContain('/etapas/0/campos/1/chave');
    expect(await problems([{ chave: 'cor' }], 4)).toContain('/etapas/4/campos');
  });
});
