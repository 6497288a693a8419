import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { actDue } from '#server/companyRules/act.ts';
import { collectEvents } from '#server/companyRules/collect.ts';
import { judgeDue } from '#server/companyRules/judgeDue.ts';
import { sweepRuleRuns } from '#server/companyRules/worker.ts';
import { notices, people, roles, ticketMessages, tickets } from '#server/db/tables/index.ts';
import { numberChanges } from '#server/feed/sequencer.ts';
import { type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
const live: string[] = [];
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());
afterEach(async () => {
  for (const id of live.splice(0)) await fixture.off(id);
});

const start = async (id: string, change: object = {}, modo?: string) => {
  await fixture.live({ ...change, id }, modo);
  live.push(id);
};
const notes = (id: number) =>
  fixture.db.$count(ticketMessages, and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, 'PRIVADO')));
const makeDue = (id: string) =>
  fixture.db.execute(sql`update rule_runs set next_attempt_at = now() where rule_key = ${id}`);
const statesOf = async (id: string) => (await fixture.runs(id)).map(({ state }) => state);

describe('the engine of rules', () => {
  it('does what an event asks for once, whoever looks again', async () => {
    await start('uma-vez');
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    await fixture.act();
    expect([await notes(id), await statesOf('uma-vez')]).toEqual([1, ['FEITO']]);
    const { body } = await fixture.call('GET', '/config/regras/uma-vez/execucoes');
    expect(body.itens[0]).toMatchObject({
      evento: 'Muda de prioridade',
      registro: id,
      pagina: `/tickets/${id}`,
      situacao: 'FEITO',
      acoes: [{ frase: 'Nota interna escrita.' }],
    });
  });

  it('judges the condition of the record as it is', async () => {
    const se = { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'URGENTE' }] };
    await start('so-urgente', { se });
    const [one, other] = [await fixture.addTicket(), await fixture.addTicket()];
    await fixture.prioritize(one, 'URGENTE');
    await fixture.prioritize(other, 'BAIXA');
    await fixture.act();
    expect([await notes(one), await notes(other)]).toEqual([1, 0]);
    expect((await statesOf('so-urgente')).sort()).toEqual(['FEITO', 'IGNORADO']);
  });

  it('only writes down in shadow mode, and meets nothing while it is off', async () => {
    await start('sombra', {}, 'SO_REGISTRA');
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect([await notes(id), await statesOf('sombra')]).toEqual([0, ['SO_REGISTROU']]);
    await fixture.off('sombra');
    await fixture.prioritize(id, 'BAIXA');
    await fixture.act();
    await fixture.setMode('sombra', 'LIGADA');
    await fixture.act();
    expect([await notes(id), await statesOf('sombra')]).toEqual([0, ['SO_REGISTROU']]);
  });

  it('shares the work of two processes, each action once', async () => {
    await start('dois', {
      entao: [
        { acao: 'ANOTAR', mensagem: 'Um.' },
        { acao: 'ANOTAR', mensagem: 'Dois.' },
      ],
    });
    const ids = await Promise.all(Array.from({ length: 12 }, () => fixture.addTicket()));
    for (const id of ids) await fixture.prioritize(id, 'ALTA');
    await numberChanges(fixture.db);
    const work = async () => {
      for (let found = true; found; ) {
        found = await collectEvents(fixture.deps);
        found = (await judgeDue(fixture.deps)) || found;
        found = (await actDue(fixture.deps)) || found;
      }
    };
    await Promise.all([work(), work(), work()]);
    await fixture.act();
    expect(await Promise.all(ids.map(notes))).toEqual(ids.map(() => 2));
    expect((await fixture.done('dois')).length).toBe(24);
  });

  it('goes on with the action that failed, and keeps no other rule waiting', async () => {
    await start('morta', {
      entao: [
        { acao: 'ANOTAR', mensagem: 'Um.' },
        { acao: 'ANOTAR', mensagem: 'Dois.' },
      ],
    });
    await start('viva');
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    // It fails after the command, before the log: both are in one transaction, which the database undoes.
    await fixture.db.execute(
      sql`alter table rule_actions add constraint dead check (rule_key <> 'morta' or place <> 1) not valid`,
    );
    await fixture.act();
    await fixture.db.execute(sql`alter table rule_actions drop constraint dead`);
    expect([await notes(id), (await fixture.done('morta')).length]).toEqual([2, 1]);
    expect(await statesOf('viva')).toEqual(['FEITO']);
    expect(await fixture.runs('morta')).toMatchObject([
      { state: 'NA_FILA', step: 1, attempts: 1, holds: true, sentence: 'Não foi possível agora.' },
    ]);
    await makeDue('morta');
    await fixture.act();
    expect([await notes(id), await statesOf('morta')]).toEqual([3, ['FEITO']]);
  });

  it('stops a rule that sets itself off, and switches it off', async () => {
    await start('a-si-mesma', {
      quando: { tipo: 'EVENTO', evento: 'RESPONDIDO' },
      entao: [{ acao: 'ANOTAR', mensagem: 'De novo.' }],
    });
    const id = await fixture.addTicket();
    await fixture.call(
      'POST',
      `/sac/tickets/${id}/historico`,
      { tipo: 'PRIVADO', mensagem: '<p>Oi</p>' },
      'OPERADOR',
    );
    await fixture.act();
    expect(await notes(id)).toBe(4);
    expect((await statesOf('a-si-mesma')).filter((state) => state === 'ERRO')).toEqual(['ERRO']);
    expect(await fixture.standing('a-si-mesma')).toMatchObject({ mode: 'DESLIGADA' });
    expect(await fixture.db.$count(notices, sql`title like 'Regra desligada:%'`)).toBeGreaterThan(0);
    live.splice(0);
  });

  it('stops two rules that set each other off', async () => {
    const up = { acao: 'PRIORIZAR', prioridade: 'ALTA' };
    const down = { acao: 'PRIORIZAR', prioridade: 'BAIXA' };
    const is = (value: string) => ({ faz: 'igual', de: [{ campo: 'prioridade' }, { texto: value }] });
    await start('sobe', { se: is('BAIXA'), entao: [up] });
    await start('desce', { se: is('ALTA'), entao: [down] });
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const runs = [...(await fixture.runs('sobe')), ...(await fixture.runs('desce'))];
    expect(runs.filter(({ state }) => state === 'FEITO').length).toBe(3);
    expect(runs.filter(({ state }) => state === 'ERRO').length).toBe(1);
    expect(await fixture.standing('sobe')).toMatchObject({ mode: 'LIGADA' });
  });

  it('stops with a notice when its role gets more than who answers for it, or they leave', async () => {
    await start('sem-direito');
    const { people: ids } = fixture;
    await fixture.db.update(people).set({ active: false }).where(eq(people.id, ids.ADMIN));
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    await fixture.db.update(people).set({ active: true }).where(eq(people.id, ids.ADMIN));
    expect(await notes(id)).toBe(0);
    expect(await fixture.standing('sem-direito')).toMatchObject({
      mode: 'DESLIGADA',
      offReason: 'Quem responde por ela não entra mais no Balcão.',
    });
    live.splice(0);
  });

  it('acts with what its role may do at that moment', async () => {
    await start('perde');
    const [role] = await fixture.db.select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
    const without = (role?.grants ?? []).map((grant) => ({
      ...grant,
      moduloAcoes: grant.moduloAcoes.map((action) =>
        action.nome === 'TICKETS_RESPONDER_INTERNO' ? { ...action, autorizado: false } : action,
      ),
    }));
    await fixture.db.update(roles).set({ grants: without }).where(eq(roles.key, 'SUPERVISOR'));
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    await fixture.db
      .update(roles)
      .set({ grants: role?.grants ?? [] })
      .where(eq(roles.key, 'SUPERVISOR'));
    expect([await notes(id), await statesOf('perde')]).toEqual([0, ['ERRO']]);
    const [run] = await fixture.runs('perde');
    const again = await fixture.call('POST', `/config/regras/perde/execucoes/${run?.id}/repetir`);
    expect(again.status).toBe(200);
    await fixture.act();
    expect([await notes(id), await statesOf('perde')]).toEqual([1, ['FEITO']]);
  });

  it('sees no import, and what bulk actions write unless it says otherwise', async () => {
    await start('lotes', { emLote: false });
    await start('todas');
    const id = await fixture.addTicket();
    const write = (origin: string) =>
      fixture.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('balcao.origem', ${origin}, true)`);
        await tx.execute(sql`insert into feed_pending (type, record_id, happened, step, code, at)
          values ('tickets', ${id}, 'passo', 'PRIORIZAR', '1', now())`);
      });
    await write('IMPORTACAO');
    await write('LOTE');
    await fixture.act();
    expect([(await fixture.runs('lotes')).length, (await fixture.runs('todas')).length]).toEqual([0, 1]);
  });

  it('fills texts with values, masked unless the role sees them', async () => {
    const texto = 'Valor {{valor}}, de filial {{filial}}';
    await start('textos', { entao: [{ acao: 'ANOTAR', mensagem: texto }] });
    const id = await fixture.addTicket();
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const [message] = await fixture.db
      .select({ html: ticketMessages.html })
      .from(ticketMessages)
      .where(and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, 'PRIVADO')))
      .orderBy(ticketMessages.id);
    expect(message?.html).toMatch(/^Valor R\$\s0,00, de filial \p{L}/u);
  });

  it('waits, and goes on only while the condition holds', async () => {
    const se = { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'ALTA' }] };
    const entao = [
      { acao: 'ESPERAR', quantidade: 2, unidade: 'DIAS' },
      { acao: 'ANOTAR', mensagem: 'Depois.' },
    ];
    await start('espera', { se, entao });
    const [stays, goes] = [await fixture.addTicket(), await fixture.addTicket()];
    for (const id of [stays, goes]) await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await statesOf('espera')).toEqual(['ESPERANDO', 'ESPERANDO']);
    await fixture.db.update(tickets).set({ priority: 'NORMAL' }).where(eq(tickets.id, goes));
    await makeDue('espera');
    await fixture.act();
    expect([await notes(stays), await notes(goes)]).toEqual([1, 0]);
    expect((await statesOf('espera')).sort()).toEqual(['FEITO', 'IGNORADO']);
  });

  it('lets a rule wait that did too much, and judges anew what waited', async () => {
    const se = { faz: 'igual', de: [{ campo: 'prioridade' }, { texto: 'ALTA' }] };
    await start('limite', { limitePorHora: 2, se });
    await start('sem-limite');
    const ids = await Promise.all(Array.from({ length: 4 }, () => fixture.addTicket()));
    for (const id of ids) await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    expect(await statesOf('sem-limite')).toEqual(['FEITO', 'FEITO', 'FEITO', 'FEITO']);
    expect((await statesOf('limite')).sort()).toEqual(['FEITO', 'FEITO', 'NA_FILA', 'NA_FILA']);
    const { body } = await fixture.call('GET', '/config/regras/limite');
    expect(body.data.limite).toBe('2 ações numa hora, o limite dela: segue na próxima.');
    const left = (await fixture.runs('limite')).filter(({ state }) => state === 'NA_FILA');
    for (const { holds, nextAttemptAt } of left) {
      expect(holds).toBe(false);
      const minutes = (nextAttemptAt.getTime() - fixture.deps.now().getTime()) / 60_000;
      expect([minutes > 50, minutes < 70]).toEqual([true, true]);
    }
    await fixture.db
      .update(tickets)
      .set({ priority: 'NORMAL' })
      .where(eq(tickets.id, left[0]?.recordId ?? 0));
    await fixture.db.execute(
      sql`update rule_actions set at = at - interval '1 hour' where rule_key = 'limite'`,
    );
    await makeDue('limite');
    await fixture.act();
    expect((await statesOf('limite')).sort()).toEqual(['FEITO', 'FEITO', 'FEITO', 'IGNORADO']);
  });

  it('leaves nothing waiting for a rule that is off or only writes down, and repeats nothing for it', async () => {
    const archive = async (id: string) => {
      const path = `/config/definicoes/rules/${id}`;
      const { body } = await fixture.call('GET', path);
      return fixture.call('POST', `${path}/arquivar`, { versao: body.data.versao });
    };
    const id = await fixture.addTicket();
    for (const rule of ['vira-sombra', 'arquivada', 'orfa']) await start(rule);
    await fixture.prioritize(id, 'ALTA');
    await numberChanges(fixture.db);
    await collectEvents(fixture.deps);
    await judgeDue(fixture.deps);
    await fixture.setMode('vira-sombra', 'SO_REGISTRA');
    expect((await archive('arquivada')).status).toBe(200);
    expect(await fixture.standing('arquivada')).toMatchObject({ mode: 'DESLIGADA' });
    await fixture.db.execute(sql`update company_rules set mode = 'DESLIGADA' where key = 'orfa'`);
    await fixture.act();
    expect(await notes(id)).toBe(0);
    for (const rule of ['vira-sombra', 'arquivada', 'orfa'])
      expect(await fixture.runs(rule)).toMatchObject([
        { state: 'IGNORADO', sentence: 'A regra foi desligada antes.' },
      ]);
    await fixture.db.execute(sql`update rule_runs set state = 'ERRO' where rule_key = 'orfa'`);
    const [run] = await fixture.runs('orfa');
    const again = await fixture.call('POST', `/config/regras/orfa/execucoes/${run?.id}/repetir`);
    expect([again.status, again.body.code]).toEqual([422, 'REGRA_DESLIGADA']);
    live.splice(1);
  });

  it('keeps what waits, however old, and sweeps what ended long ago', async () => {
    const entao = [
      { acao: 'ESPERAR', quantidade: 300, unidade: 'DIAS' },
      { acao: 'ANOTAR', mensagem: 'Depois.' },
    ];
    await start('velha', { entao });
    const ids = [await fixture.addTicket(), await fixture.addTicket()];
    for (const id of ids) await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const [first] = await fixture.runs('velha');
    await fixture.db.execute(
      sql`update rule_runs set created_at = now() - interval '200 days' where rule_key = 'velha'`,
    );
    await fixture.db.execute(sql`update rule_runs set state = 'FEITO', ended_at = now() - interval '91 days'
      where id = ${first?.id ?? 0}`);
    await sweepRuleRuns(fixture.deps);
    expect(await statesOf('velha')).toEqual(['ESPERANDO']);
  });

  it('keeps an added field that it uses from the archive', async () => {
    const path = '/config/definicoes/fields/ticket';
    const draft = async (change: object) => {
      const { body } = await fixture.call('GET', path);
      const { publicado, versao } = body.data;
      const campos = publicado.campos.map((campo: { chave: string }) =>
        campo.chave === 'canalPreferido' ? { ...campo, ...change } : campo,
      );
      const saved = await fixture.call('PUT', `${path}/rascunho`, {
        conteudo: { ...publicado, campos, testes: [] },
        versao,
      });
      return fixture.call('POST', `${path}/publicar`, { versao: saved.body.data.versao, nota: '' });
    };
    const se = { faz: 'igual', de: [{ campo: 'campo_canal_preferido' }, { texto: 'EMAIL' }] };
    const entao = [{ acao: 'CAMPO', campo: 'canalPreferido', valor: 'TELEFONE' }];
    await start('usa-campo', { se, entao });
    const refused = await draft({ arquivado: true });
    expect(JSON.stringify(refused.body)).toMatch(/regra .{1,3}Regra de teste/);
    const id = await fixture.addTicket({ extraFields: { canalPreferido: 'EMAIL' } });
    await fixture.prioritize(id, 'ALTA');
    await fixture.act();
    const [ticket] = await fixture.db.select().from(tickets).where(eq(tickets.id, id));
    expect(ticket?.extraFields).toMatchObject({ canalPreferido: 'TELEFONE' });
  });
});
