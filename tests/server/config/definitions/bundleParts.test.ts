import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { grantedBy, isGrantable } from '#contract/rules/access.ts';
import { PART_KINDS } from '#contract/rules/definitions/bundleParts.ts';
import { DEFINITION_KINDS } from '#contract/rules/definitions/definition.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import {
  auditLog,
  definitionBundleParts,
  parameters,
  people,
  reasons,
  reportSchedules,
  roles,
  sessions,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import {
  BOARD,
  bundleCalls,
  fileOf,
  type Item,
  MENU,
  nameOf,
  PARAMETER,
  type Planned,
  REASON,
  ROLE,
  SCHEDULE,
  stage,
  TYPE,
} from './bundleItems.ts';
import { shipped } from './usesCases.ts';

describe('rows of other nouns in bundles', () => {
  let server: TestServer;
  let who: TestPeople;
  let token: string;
  let flow: Item;
  let operatorGrants: string[];

  beforeAll(async () => {
    server = await testServer();
    const { db } = server.database;
    await seedStandard(db);
    await loadDefinitions(db);
    who = await createPeople(db);
    token = await server.sessionOf(who.people.ADMIN);
    const shippedFlow = await shipped('flows/DUVIDA.json');
    flow = { tipo: 'flows', chave: 'OFICINA', conteudo: { ...shippedFlow, chave: 'OFICINA' } };
    const [operator] = await db.select().from(roles).where(eq(roles.key, 'OPERADOR'));
    operatorGrants = grantedBy(operator?.grants ?? []).filter((name) => isGrantable(name));
    await db.update(sessions).set({ provedAt: new Date() });
  });
  afterAll(() => server?.close());

  const { call, planOf, publish, undo, exported } = bundleCalls({
    server: () => server,
    token: () => token,
    receiver: () => who.people.ADMIN,
  });

  const roleNamed = async (name: string) =>
    (await server.database.db.select().from(roles).where(eq(roles.name, name)))[0];
  const written = async () => ({
    roles: await server.database.db
      .select({ key: roles.key, version: roles.version })
      .from(roles)
      .orderBy(roles.id),
    audit: await server.database.db.$count(auditLog),
    parts: await server.database.db.$count(definitionBundleParts),
  });

  /** A flow that came with a bundle is archived when that is undone. */
  async function flowInUse() {
    const { body } = await call('GET', '/config/definicoes/flows/OFICINA');
    if (body.data?.estado === 'ARQUIVADO')
      await call('POST', '/config/definicoes/flows/OFICINA/desarquivar', { versao: body.data.versao });
  }

  const WHOLE = () => [
    SCHEDULE,
    REASON('OF-2', { acima: 'OF-1' }),
    REASON('OF-1'),
    REASON('OF-FIM', { uso: 'FINALIZACAO', tipo: undefined, resultado: 'PROCEDENTE', fluxo: 'OFICINA' }),
    TYPE('CONSERTO'),
    ROLE(
      'Oficina',
      operatorGrants.filter((name) => !name.startsWith('ORCAMENTO')),
    ),
    BOARD('Oficina', [stage('Novos', { prospect: true }), stage('Todos')]),
    PARAMETER('diasLimiteDevolucao', 45),
    MENU,
    flow,
  ];

  it('writes each by its own command, in an order in which each finds what it names, and takes all of it back', async () => {
    const before = await exported(['parameters/diasLimiteDevolucao']);
    const plan = await planOf(WHOLE());
    expect(plan.filter(({ acao }) => acao === 'RECUSAR')).toEqual([]);
    expect((await written()).parts).toBe(0);
    const answer = await publish(WHOLE());
    expect(answer.body).toMatchObject({ data: { quantas: 10 } });
    const names = WHOLE().map(nameOf);
    const again = await exported(names);
    expect(again.map(nameOf).sort()).toEqual([...names].sort());
    const { rows } = {
      rows: await server.database.db
        .select({ action: auditLog.action, entity: auditLog.entity })
        .from(auditLog)
        .orderBy(auditLog.id),
    };
    for (const entity of [
      'roles',
      'parameters',
      'ticket_menus',
      'ticket_types',
      'reasons',
      'follow_up_types',
      'report_schedules',
    ])
      expect(rows.map((row) => row.entity)).toContain(entity);
    const [schedule] = await server.database.db.select().from(reportSchedules);
    expect(schedule).toMatchObject({ receivers: [who.people.ADMIN], ownerId: who.people.ADMIN });
    // The same file changes nothing: no version, no entry.
    const stood = await written();
    const second = await publish(again);
    expect([second.status, second.body.code]).toEqual([422, 'SEM_MUDANCAS']);
    expect((await planOf(again)).map(({ acao }) => acao)).toEqual(again.map(() => 'IGUAL'));
    expect(await written()).toEqual(stood);

    const { data } = (await call('GET', `/config/pacotes/${answer.body.data.id}`)).body;
    expect([data.itens.length, data.obstaculos]).toEqual([10, []]);
    expect((await undo(answer.body.data.id)).body).toMatchObject({ data: { desfeito: expect.any(Object) } });
    expect(await exported(names)).toEqual(before);
    expect(await roleNamed('Oficina')).toBeUndefined();
  });

  it('compares in words, and knows a role of another installation by its name', async () => {
    const few = operatorGrants.filter((name) => name !== 'ORCAMENTO_EDITAR');
    const first = await publish([ROLE('Atendente', few)]);
    const [line] = await planOf([ROLE('Atendente', operatorGrants)]);
    expect(line).toMatchObject({ titulo: 'Atendente', acao: 'ALTERAR' });
    expect(line?.mudancas.map(({ frase }) => frase)).toEqual([
      expect.stringMatching(/^Ganha Orçamentos: .*/),
    ]);
    const [parameter] = await planOf([PARAMETER('diasLimiteDevolucao', 15)]);
    expect(parameter?.mudancas).toEqual([
      expect.objectContaining({ frase: expect.stringMatching(/^De .* para 15 dias$/) }),
    ]);
    // A rule and a dashboard name the role by its key here, and by its name in the file.
    const rule = await shipped('rules/prioridade-por-valor.json');
    const item = {
      tipo: 'rules',
      chave: 'da-oficina',
      conteudo: { ...rule, id: 'da-oficina', papel: 'OPERADOR-atendente' },
    };
    const published = await publish([item, ROLE('Atendente', operatorGrants)]);
    expect(published.status).toBe(200);
    const role = await roleNamed('Atendente');
    const kept = (await call('GET', '/config/definicoes/rules/da-oficina')).body.data.publicado;
    expect([kept.papel, role?.key]).toEqual([role?.key, expect.stringMatching(/^OPERADOR-\d+$/)]);
    const escolhidas = [{ tipo: 'rules', chave: 'da-oficina' }];
    const taken = (await call('POST', '/config/definicoes-exportar/plano', { escolhidas })).body;
    expect(taken).toContainEqual(
      expect.objectContaining({ tipo: 'roles', chave: 'OPERADOR-atendente', levada: true }),
    );
    const [back] = await exported(['rules/da-oficina']);
    expect(back?.conteudo.papel).toBe('OPERADOR-atendente');
    // A role that the bundle does not bring and that is not here.
    const [lost] = await planOf([{ ...item, conteudo: { ...item.conteudo, papel: 'OPERADOR-outra' } }]);
    expect(lost).toMatchObject({ acao: 'RECUSAR' });
    expect((await undo(published.body.data.id)).status).toBe(200);
    expect((await undo(first.body.data.id)).status).toBe(200);
  });

  it('brings the opening reason of a rule by its code, since another reason has its id elsewhere', async () => {
    await flowInUse();
    const beside = [MENU, flow, TYPE('CONSERTO'), REASON('OF-1')];
    const idOf = async (code: string) =>
      (await server.database.db.select().from(reasons).where(eq(reasons.code, code)))[0]?.id;
    const base = await shipped('rules/prioridade-por-valor.json');
    const ticket = { acao: 'TICKET', tipo: 'CONSERTO', assunto: 'Rever', mensagem: 'Rever o valor.' };
    const rule = (motivoAbertura: unknown) => ({
      tipo: 'rules',
      chave: 'abre-conserto',
      conteudo: { ...base, id: 'abre-conserto', entao: [{ ...ticket, motivoAbertura }] },
    });
    const published = async () =>
      (await call('GET', '/config/definicoes/rules/abre-conserto')).body.data.publicado.entao[0];
    const first = await publish([rule('OF-1'), ...beside]);
    expect([first.status, first.body.error]).toEqual([200, undefined]);
    const id = await idOf('OF-1');
    expect((await published()).motivoAbertura).toBe(id);
    const escolhidas = [{ tipo: 'rules', chave: 'abre-conserto' }];
    expect((await call('POST', '/config/definicoes-exportar/plano', { escolhidas })).body).toContainEqual(
      expect.objectContaining({ tipo: 'reasons', chave: 'OF-1', levada: true }),
    );
    const file = await exported(['rules/abre-conserto', ...beside.map(nameOf)]);
    expect(file.find(({ tipo }) => tipo === 'rules')?.conteudo.entao).toEqual([
      { ...ticket, motivoAbertura: 'OF-1' },
    ]);
    // The number of a reason of the other installation names nothing here.
    expect((await planOf([rule(id), ...beside]))[0]).toMatchObject({ acao: 'RECUSAR' });
    expect((await undo(first.body.data.id)).status).toBe(200);
    await flowInUse();
    const { body } = await call('GET', '/config/definicoes/rules/abre-conserto');
    await call('POST', '/config/definicoes/rules/abre-conserto/desarquivar', { versao: body.data.versao });
    const second = await publish(file);
    expect([second.status, second.body.error]).toEqual([200, undefined]);
    expect(await idOf('OF-1')).not.toBe(id);
    expect((await published()).motivoAbertura).toBe(await idOf('OF-1'));
    expect((await undo(second.body.data.id)).status).toBe(200);
  });

  it('gathers what a flow, a type and a report are used with, and leaves out people', async () => {
    await flowInUse();
    const done = await publish(WHOLE());
    const gathered = async (tipo: string, chave: string, as = token) =>
      (await call('POST', '/config/definicoes-exportar/plano', { escolhidas: [{ tipo, chave }] }, as))
        .body as (Planned & {
        levada: boolean;
        aviso: string;
      })[];
    const beside = await gathered('flows', 'OFICINA');
    expect(beside.map(nameOf)).toEqual(
      expect.arrayContaining([
        'types/CONSERTO',
        'menus/OFICINA',
        'reasons/OF-1',
        'reasons/OF-2',
        'reasons/OF-FIM',
      ]),
    );
    expect((await gathered('types', 'CONSERTO')).map(nameOf)).toContain('flows/OFICINA');
    const sent = await gathered('reports', 'devolucoes-por-motivo');
    expect(sent).toContainEqual(
      expect.objectContaining({
        tipo: 'schedules',
        levada: true,
        aviso: expect.stringContaining('Quem recebe fica'),
      }),
    );
    const [schedule] = await exported([nameOf(SCHEDULE)]);
    expect(JSON.stringify(schedule)).not.toMatch(/destinatarios|dono/);
    expect(JSON.stringify(await exported(['roles/OPERADOR-oficina']))).not.toMatch(/quem|pessoas/);
    const listed = (await call('GET', '/config/definicoes-exportar/outros')).body as {
      tipo: string;
      chave: string;
      fica: string | null;
    }[];
    for (const chave of ['emailRemetente', 'nomeEmpresa', 'boletoConta', 'anosAuditoria']) {
      expect(listed.find((one) => one.chave === chave)?.fica).toEqual(expect.any(String));
      expect(await exported([`parameters/${chave}`])).toEqual([]);
      const [line] = await planOf([PARAMETER(chave, 'x')]);
      expect(line?.problemas[0]?.mensagem).toMatch(/^Não vai em pacotes/);
    }
    expect((await undo(done.body.data.id)).status).toBe(200);
  });

  it('does not go over what another administrator changed since', async () => {
    const items = [PARAMETER('diasLimiteDevolucao', 33), ROLE('Segunda mesa', ['SAC_HOME'])];
    const plan = await planOf(items);
    const first = await publish(items);
    const stale = await call('POST', '/config/definicoes-importar/publicar', {
      ...{ texto: fileOf([PARAMETER('diasLimiteDevolucao', 34), items[1] as object]), titulo: 'x', nota: '' },
      escolhidas: plan.map(({ tipo, chave, versao }) => ({ tipo, chave, versao })),
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'CONFLITO']);
    // Undoing waits for what is in use by now, and for what was changed by hand.
    const role = await roleNamed('Segunda mesa');
    const { db } = server.database;
    const [person] = await db.select().from(people).where(eq(people.id, who.people.VENDEDOR));
    await db
      .update(people)
      .set({ roleId: role?.id ?? 0 })
      .where(eq(people.id, who.people.VENDEDOR));
    const inUse = await undo(first.body.data.id);
    expect([inUse.status, inUse.body.code]).toEqual([422, 'PERFIL_EM_USO']);
    expect(await roleNamed('Segunda mesa')).toBeDefined();
    await db
      .update(people)
      .set({ roleId: person?.roleId ?? 0 })
      .where(eq(people.id, who.people.VENDEDOR));
    const [kept] = await db
      .select()
      .from(parameters)
      .where(and(eq(parameters.key, 'diasLimiteDevolucao'), eq(parameters.branchId, 0)));
    const byHand = { idFil: null, valor: 40, versao: kept?.version };
    await call('PUT', '/config/parametros/SAC/diasLimiteDevolucao', byHand);
    expect((await undo(first.body.data.id)).body).toMatchObject({
      code: 'PACOTE_MUDOU',
      error: expect.stringContaining('Limite para devolução'),
    });
    await call('PUT', '/config/parametros/SAC/diasLimiteDevolucao', {
      ...byHand,
      valor: 33,
      versao: Number(kept?.version) + 1,
    });
    expect((await undo(first.body.data.id)).status).toBe(200);
  });

  it('does not take away a type that tickets have by now', async () => {
    const { db } = server.database;
    await flowInUse();
    const done = await publish([MENU, flow, TYPE('CONSERTO')]);
    const [type] = await db.select().from(ticketTypes).where(eq(ticketTypes.key, 'CONSERTO'));
    const [ticket] = await db
      .insert(tickets)
      .values({
        ...{ typeId: type?.id ?? 0, customerId: who.customerIds.first, branchId: who.branchIds[0] },
        ...{
          creatorId: who.people.ADMIN,
          origin: 'SAC',
          flowKey: 'OFICINA',
          flowVersion: 1,
          stepKey: 'ABERTURA',
        },
      })
      .returning();
    const refusal = await undo(done.body.data.id);
    expect([refusal.status, refusal.body.error]).toEqual([422, expect.stringContaining('já está em uso')]);
    await db.delete(tickets).where(eq(tickets.id, ticket?.id ?? 0));
    expect((await undo(done.body.data.id)).status).toBe(200);
  });

  it('goes out of one installation and into an empty one as the same file', async () => {
    const names = fc.constantFrom('Mesa um', 'Mesa Dois', 'Pós-venda', 'É dia');
    const grants = fc.uniqueArray(fc.constantFrom('SAC_HOME', 'SAC_FAQ', 'CONTA', 'SAC_DASHBOARD'), {
      minLength: 1,
    });
    await flowInUse();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ name: names, grants }), { selector: ({ name }) => name, maxLength: 3 }),
        fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,6}$/), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 60 }),
        async (madeRoles, codes, days) => {
          const items = [
            ...madeRoles.map(({ name, grants }) => ROLE(name, [...grants].sort())),
            ...[MENU, flow, TYPE('CONSERTO'), PARAMETER('diasLimiteDevolucao', days)],
            ...codes.map((code, index) =>
              REASON(`Z${code}`, index > 0 ? { acima: `Z${codes[index - 1]}` } : {}),
            ),
          ];
          const keyed = items.map(nameOf);
          const first = await publish(items);
          expect([first.status, first.body.error]).toEqual([200, undefined]);
          const file = await exported(keyed);
          expect((await undo(first.body.data.id)).status).toBe(200);
          const second = await publish(file);
          expect(second.status).toBe(200);
          expect(await exported(keyed)).toEqual(file);
          expect((await undo(second.body.data.id)).status).toBe(200);
        },
      ),
      { numRuns: 2 },
    );
  });

  it('has a way back for every kind', () => {
    // A new kind must be added to one of the tests above, which publish and undo it.
    const covered = new Set([...WHOLE().map(({ tipo }) => tipo), ...DEFINITION_KINDS]);
    expect(PART_KINDS.filter((kind) => !covered.has(kind))).toEqual([]);
  });
});
