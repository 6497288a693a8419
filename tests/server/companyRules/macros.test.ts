import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { RULE_EXAMPLES, ruleFromExample } from '#contract/rules/companyRules/ruleExamples.ts';
import { addDays, formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { judgedRecords } from '#server/companyRules/judge.ts';
import type { Db } from '#server/db/client.ts';
import {
  agendas,
  auditLog,
  branches,
  cannedReplies,
  notices,
  roles,
  ticketFollowers,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import { mapForRun } from '#server/map/queries.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof RuleFixture['tokens'];

const note = { acao: 'ANOTAR', mensagem: 'Ligado ao cliente.' };
const high = { acao: 'PRIORIZAR', prioridade: 'ALTA' };
const mine = { acao: 'ATRIBUIR', como: 'QUEM_USA', tirar: true };

const macroOf = (id: string, entao: object[], more: object = {}) => ({
  ...{ formato: 1, id, titulo: `Macro ${id}`, entidade: 'tickets', quando: { tipo: 'PESSOA' }, entao },
  ...more,
});
async function publish(id: string, entao: object[], more: object = {}) {
  const { status, body } = await fixture.publish(macroOf(id, entao, more));
  if (status !== 200) throw new Error(JSON.stringify(body));
}
const use = (id: number, key: string, body: object = {}, who: Who = 'OPERADOR', idempotency?: string) =>
  fixture.server.call('POST', `/sac/tickets/${id}/macros/${key}`, {
    token: fixture.tokens[who],
    body,
    ...(idempotency && { headers: { 'idempotency-key': idempotency } }),
  });
const ticketOf = async (id: number) => (await fixture.db.select().from(tickets).where(eq(tickets.id, id)))[0];
const notesOf = (id: number) =>
  fixture.db
    .select({ html: ticketMessages.html, author: ticketMessages.authorId })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, 'PRIVADO')))
    .orderBy(ticketMessages.id);
const usesOf = (key: string) =>
  fixture.db
    .select({ personId: auditLog.personId, after: auditLog.after })
    .from(auditLog)
    .where(
      and(eq(auditLog.entity, 'company_rules'), eq(auditLog.entityId, key), eq(auditLog.action, 'EXECUTAR')),
    )
    .orderBy(auditLog.id);

/** What a role may do, without some of its permissions for a while. */
async function without(role: string, permissions: string[], work: () => Promise<void>): Promise<void> {
  const [row] = await fixture.db.select().from(roles).where(eq(roles.key, role));
  const less = <G extends { nome: string; autorizado: boolean }>(grant: G): G => ({
    ...grant,
    autorizado: grant.autorizado && !permissions.includes(grant.nome),
  });
  const grants = (row?.grants ?? []).map((grant) => ({
    ...less(grant),
    moduloAcoes: grant.moduloAcoes.map(less),
  }));
  await fixture.db.update(roles).set({ grants }).where(eq(roles.key, role));
  try {
    await work();
  } finally {
    await fixture.db
      .update(roles)
      .set({ grants: row?.grants ?? [] })
      .where(eq(roles.key, role));
  }
}

describe('a macro', () => {
  it('is for people within the company, on tickets that they see, with rights that they have', async () => {
    await publish('direitos', [high, { acao: 'REABRIR', motivo: 'Voltou' }]);
    const id = await fixture.addTicket();
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const) {
      expect([who, (await fixture.call('GET', '/sac/macros', undefined, who)).status]).toEqual([who, 403]);
      const one = await fixture.call('GET', '/sac/macros/direitos', undefined, who);
      expect([who, one.status]).toEqual([who, 403]);
      expect([who, (await use(id, 'direitos', {}, who)).status]).toEqual([who, 403]);
    }
    const foreign = await fixture.addTicket({ branchId: fixture.branchIds[1] });
    expect((await use(foreign, 'direitos')).status).toBe(404);
    expect((await use(id, 'nao-existe')).status).toBe(404);
    await without('OPERADOR', ['TICKETS_REABRIR'], async () => {
      const { body } = await fixture.call('GET', '/sac/macros', undefined, 'OPERADOR');
      expect(body.map(({ chave }: { chave: string }) => chave)).not.toContain('direitos');
      expect((await use(id, 'direitos')).body).toMatchObject({ code: 'SEM_PERMISSAO' });
    });
    expect((await ticketOf(id))?.priority).toBe('NORMAL');
    expect(await usesOf('direitos')).toEqual([]);
  });

  it('tells nobody what is closed to them, by its texts or by its condition', async () => {
    const reads = { ...note, mensagem: 'Cliente {{cliente.razao_social}}' };
    const se = { faz: 'maior', de: [{ campo: 'cliente.comprado' }, { numero: '-1' }] };
    await publish('le-cliente', [high, reads]);
    await publish('se-cliente', [high], { se });
    const id = await fixture.addTicket();
    const listed = async () =>
      (await fixture.call('GET', '/sac/macros', undefined, 'OPERADOR')).body
        .map(({ chave }: { chave: string }) => chave)
        .filter((key: string) => key.endsWith('-cliente'))
        .sort();
    expect(await listed()).toEqual(['le-cliente', 'se-cliente']);
    await without('OPERADOR', ['SAC_CLIENTE', 'CLIENTE', 'CADASTROS_CLIENTES'], async () => {
      expect(await listed()).toEqual([]);
      for (const key of ['le-cliente', 'se-cliente']) {
        const closed = {
          code: 'SEM_PERMISSAO',
          error: expect.stringMatching(/^Cliente › .* que você não tem\.$/),
        };
        expect((await fixture.call('GET', `/sac/macros/${key}`, undefined, 'OPERADOR')).body).toMatchObject(
          closed,
        );
        expect(await use(id, key)).toMatchObject({ status: 403, body: closed });
      }
    });
    expect([(await ticketOf(id))?.priority, await notesOf(id)]).toEqual(['NORMAL', []]);
    expect((await use(id, 'le-cliente')).status).toBe(200);
  });

  it('leaves the time of a statement as it was', async () => {
    const rule = {
      entidade: 'tickets',
      se: { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'NORMAL' }] },
    } as CompanyRule;
    const id = await fixture.addTicket();
    const asked = { ids: [id], now: new Date(), byStaff: true, byRule: false };
    await fixture.db.transaction(async (tx) => {
      const time = async () => (await tx.execute(sql`show statement_timeout`)).rows[0];
      await tx.execute(sql`set local statement_timeout = '27s'`);
      const entities = await mapForRun(tx, null);
      expect((await judgedRecords(tx as unknown as Db, rule, entities, asked)).get(id)).toBe(true);
      expect(await time()).toEqual({ statement_timeout: '27s' });
    });
  });

  it('is no rule that acts by itself, nor is a rule one', async () => {
    await fixture.live({ id: 'so-regra' });
    expect((await use(await fixture.addTicket(), 'so-regra')).status).toBe(404);
    await publish('so-regra', [note]);
    expect(await fixture.standing('so-regra')).toMatchObject({ mode: 'DESLIGADA' });
    expect((await fixture.setMode('so-regra', 'LIGADA')).body).toMatchObject({ code: 'MACRO' });
    const { body } = await fixture.call('GET', '/config/regras/so-regra');
    expect(body.data).toMatchObject({ macro: true, modo: 'DESLIGADA' });
  });

  it('does its actions as the person, with one audit entry, once for a key', async () => {
    await publish('tudo', [mine, high, { ...note, mensagem: 'De {{filial}}' }]);
    const id = await fixture.addTicket();
    const { versao } = (await fixture.get(`tickets/${id}`, 'OPERADOR')).body.data;
    const answers = [
      await use(id, 'tudo', { versao }, 'OPERADOR', 'chave-1'),
      await use(id, 'tudo', { versao }, 'OPERADOR', 'chave-1'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.data).toMatchObject({
      id,
      message: 'Macro feita: Macro tudo. Operador definido. Prioridade alta. Nota interna escrita.',
    });
    const own = fixture.people.OPERADOR;
    expect(await ticketOf(id)).toMatchObject({ operatorId: own, priority: 'ALTA' });
    expect(await notesOf(id)).toEqual([{ html: expect.stringContaining('De '), author: own }]);
    expect(await usesOf('tudo')).toEqual([
      { personId: own, after: { ticket: id, acoes: ['ATRIBUIR', 'PRIORIZAR', 'ANOTAR'] } },
    ]);
    expect((await use(id, 'tudo', { versao })).status).toBe(409);
    // What is so already counts as done.
    expect((await use(id, 'tudo')).body.data.message).toContain('A prioridade já é alta.');
  });

  it('puts a ticket off until a day and hour of its branch', async () => {
    await publish('adia', [note, { acao: 'ADIAR', emDias: 2, hora: '09:30' }]);
    const id = await fixture.addTicket();
    const [branch] = await fixture.db.select().from(branches).where(eq(branches.id, fixture.branchIds[0]));
    const zone = branch?.timeZone ?? '';
    const until = localInstant(addDays(localDate(fixture.deps.now(), zone), 2), '09:30', zone);
    const sentence = `Adiado até ${formatDateTime(until, zone)}.`;
    expect((await use(id, 'adia')).body.data.message).toContain(sentence);
    const row = (await fixture.get(`tickets/${id}`, 'OPERADOR')).body.data;
    expect(row.adiadoAte).toBe(until.toISOString());
    // What is so already counts as done.
    expect((await use(id, 'adia')).body.data.message).toContain('O ticket já está adiado até');
    const closed = await fixture.addTicket({ status: 'FINALIZADO' });
    const refused = await use(closed, 'adia');
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringMatching(/Nada desta macro/)]);
    for (const emDias of [0, 90]) {
      const wrong = macroOf('adia-errado', [{ acao: 'ADIAR', emDias, hora: '09:30' }]);
      expect([emDias, (await fixture.publish(wrong)).status]).toEqual([emDias, 422]);
    }
  });

  it('does all or nothing', async () => {
    await publish('metade', [high, note, { acao: 'REABRIR', motivo: 'Não dá' }]);
    const id = await fixture.addTicket();
    const { status, body } = await use(id, 'metade', {}, 'SUPERVISOR');
    expect(status).toBe(422);
    expect(body.error).toMatch(/^Reabre: .* Nada desta macro foi feito\.$/);
    expect([(await ticketOf(id))?.priority, await notesOf(id), await usesOf('metade')]).toEqual([
      'NORMAL',
      [],
      [],
    ]);
  });

  it('sends no customer the name of a variable in place of its value, nor does a rule', async () => {
    const template = async (html: string) => {
      const [row] = await fixture.db.insert(cannedReplies).values({ title: html, html }).returning();
      return { acao: 'RESPONDER', resposta: row?.id };
    };
    const answersTo = (id: number) =>
      fixture.db.$count(
        ticketMessages,
        and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, 'PUBLICO')),
      );
    const id = await fixture.addTicket();
    await publish('com-nota', [await template('<p>Sobre a nota {{nota}}</p>')]);
    const { status, body } = await use(id, 'com-nota');
    expect([status, body.error]).toEqual([
      422,
      expect.stringContaining('Falta neste ticket o que o texto usa: Números das notas fiscais.'),
    ]);
    expect(await answersTo(id)).toBe(0);
    const signed = await template('<p>Até logo, {{atendente}}</p>');
    await publish('assinada', [signed]);
    expect([(await use(id, 'assinada')).status, await answersTo(id)]).toEqual([200, 1]);
    // A rule is nobody who answers.
    await fixture.live({ id: 'sem-atendente', entao: [signed] });
    const other = await fixture.addTicket();
    await fixture.prioritize(other, 'ALTA');
    await fixture.act();
    const runs = await fixture.runs('sem-atendente');
    expect(runs.length).toBeGreaterThan(0);
    for (const { sentence } of runs)
      expect(sentence).toContain('Falta neste ticket o que o texto usa: Quem responde.');
    expect(await answersTo(other)).toBe(0);
    await fixture.off('sem-atendente');
  });

  it('is refused where its condition does not hold', async () => {
    const se = { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'URGENTE' }] };
    await publish('so-urgente', [note], { se });
    const [urgent, other] = [await fixture.addTicket({ priority: 'URGENTE' }), await fixture.addTicket()];
    expect((await use(other, 'so-urgente')).body).toMatchObject({ code: 'NAO_SE_APLICA' });
    expect((await use(urgent, 'so-urgente')).status).toBe(200);
    expect([(await notesOf(urgent)).length, (await notesOf(other)).length]).toEqual([1, 0]);
  });

  it('takes a ticket from a colleague only when that is confirmed', async () => {
    await publish('assumir', [mine]);
    const operatorId = fixture.people.SUPERVISOR;
    const id = await fixture.addTicket({ operatorId, status: 'EM_ATENDIMENTO' });
    expect((await use(id, 'assumir')).body).toMatchObject({ code: 'TICKET_DE_COLEGA' });
    expect((await ticketOf(id))?.operatorId).toBe(operatorId);
    expect((await use(id, 'assumir', { confirmar: true })).status).toBe(200);
    expect((await ticketOf(id))?.operatorId).toBe(fixture.people.OPERADOR);
  });

  it('plans contacts for others only for those who lead', async () => {
    const contact = { acao: 'AGENDA', tipo: 'A', emDias: 400 / 4, hora: '09:10', assunto: 'Retorno' };
    await publish('para-outro', [{ ...contact, quem: 'PESSOA', pessoa: fixture.people.GERENTE }]);
    await publish('para-mim', [{ ...contact, quem: 'QUEM_USA', hora: '10:20' }]);
    const id = await fixture.addTicket();
    expect((await use(id, 'para-outro')).body).toMatchObject({ code: 'AGENDA_DE_OUTRO' });
    expect((await use(id, 'para-mim')).status).toBe(200);
    const made = await fixture.db
      .select({ personId: agendas.personId })
      .from(agendas)
      .where(eq(agendas.subject, 'Retorno'));
    expect(made).toEqual([{ personId: fixture.people.OPERADOR }]);
  });

  it('is listed by how often the person used it, and says what it does', async () => {
    await publish('rara', [note]);
    await publish('frequente', [high, note]);
    const id = await fixture.addTicket();
    for (let count = 0; count < 3; count++) await use(id, 'frequente', {}, 'GERENTE');
    await use(id, 'rara', {}, 'SUPERVISOR');
    const order = async (who: Who) =>
      (await fixture.call('GET', '/sac/macros', undefined, who)).body
        .map(({ chave }: { chave: string }) => chave)
        .filter((key: string) => ['rara', 'frequente'].includes(key));
    expect(await order('GERENTE')).toEqual(['frequente', 'rara']);
    // One's own comes before what all others do; those who use neither begin with the latter.
    expect(await order('SUPERVISOR')).toEqual(['rara', 'frequente']);
    expect(await order('ADMIN')).toEqual(['frequente', 'rara']);
    const one = await fixture.call('GET', '/sac/macros/frequente', undefined, 'GERENTE');
    expect(one.body.data).toMatchObject({
      acoes: ['Muda a prioridade para Alta', 'Escreve a nota interna “Ligado ao cliente.”'],
      condicao: '',
    });
  });

  it('is done to many tickets, with the result of each', async () => {
    await publish('em-lote', [high, note]);
    const good = [await fixture.addTicket(), await fixture.addTicket()];
    const closed = await fixture.addTicket({ status: 'FINALIZADO' });
    const foreign = await fixture.addTicket({ branchId: fixture.branchIds[1] });
    const lot = (body: object, who: Who) => fixture.call('POST', '/sac/tickets/lote/macro', body, who);
    const dados = { macro: 'em-lote' };
    expect((await lot({ ids: good, dados: {} }, 'SUPERVISOR')).body.errors).toEqual({
      macro: 'Escolha a macro.',
    });
    expect((await lot({ ids: good, dados }, 'CONSUMIDOR_FINAL')).status).toBe(403);
    const { GERENTE, OPERADOR } = fixture.people;
    await fixture.db.insert(ticketFollowers).values(
      good.map((ticketId) => ({
        ticketId,
        personId: GERENTE,
        addedById: OPERADOR,
        at: fixture.server.deps.now(),
      })),
    );
    const { body } = await lot({ ids: [...good, closed, foreign], dados }, 'OPERADOR');
    const told = await fixture.db
      .select({ title: notices.title })
      .from(notices)
      .where(eq(notices.personId, GERENTE));
    expect(told.filter(({ title }) => title.includes('ticket'))).toEqual([
      { title: 'Novidades em 2 tickets que você segue' },
    ]);
    expect(body.data).toMatchObject({ processados: body.data.total, situacao: 'CONCLUIDO' });
    expect(body.data.sucesso.sort()).toEqual([...good].sort());
    expect(body.data.falhas).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: closed,
          codigo: 'ENCERRADO',
          mensagem: expect.stringMatching(/^Muda a prioridade: /),
        }),
      ]),
    );
    for (const id of good) expect([id, (await notesOf(id)).length]).toEqual([id, 1]);
    expect((await notesOf(foreign)).length).toBe(0);
  });
});

describe('what a macro says', () => {
  const problems = async (conteudo: { id: string } & Readonly<Record<string, unknown>>) => {
    const { status, body } = await fixture.publish(conteudo);
    expect(status).not.toBe(200);
    return JSON.stringify(body);
  };

  it('has no wait, no role, and is about tickets', async () => {
    const wait = { acao: 'ESPERAR', quantidade: 1, unidade: 'DIAS' };
    expect(await problems(macroOf('m-espera', [wait, note]))).toMatch(/se faz na hora/);
    expect(await problems(macroOf('m-papel', [note], { papel: 'SUPERVISOR' }))).toMatch(/de quem a usa/);
    const notice = { acao: 'AVISAR', para: 'SUPERVISORES', assunto: 'A', texto: 'B' };
    expect(await problems(macroOf('m-pedido', [notice], { entidade: 'pedidos' }))).toMatch(/sobre tickets/);
  });

  it('is nothing for a rule, which has a role and nobody who uses it', async () => {
    expect(await problems({ ...RULE, id: 'r-quem', entao: [mine] })).toMatch(/Só uma macro/);
    const { papel: _, ...roleless } = RULE;
    expect(await problems({ ...roleless, id: 'r-papel' })).toMatch(/direitos de que perfil/);
  });

  it('is shipped as drafts that lack only what a company chooses', async () => {
    const shipped = RULE_EXAMPLES.filter(({ quando }) => quando.tipo === 'PESSOA');
    expect(shipped.length).toBeGreaterThan(1);
    for (const example of shipped) expect(ruleFromExample(example, 'SUPERVISOR').papel).toBeUndefined();
    const ready = shipped.find(({ id }) => id === 'urgente-com-retorno');
    if (!ready) throw new Error('no example');
    const { status } = await fixture.publish(ruleFromExample(ready, '') as never);
    expect(status).toBe(200);
  });
});
