import { eq, sql } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import {
  outboxEmails,
  personAbsences,
  personSkills,
  records,
  skills,
  ticketMessages,
  ticketSurveys,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { exampleDoors } from './exampleDoors.ts';
import { above, all, at, EVERY_MORNING, type Example, event, is, lookingAt, yes } from './exampleRule.ts';
import type { RuleFixture } from './ruleFixture.ts';

/** What service desks have done by themselves, each set off by what the product itself does. */
export function ticketExamples(fixture: () => RuleFixture): Example[] {
  const db = () => fixture().db;
  const { told, isSo, classified } = lookingAt(fixture);
  const {
    returnedThrice,
    asked,
    opened,
    changedField,
    ending,
    finished,
    reachable,
    reasonOf,
    contracts,
    today,
    now,
  } = exampleDoors(fixture);
  return [
    {
      name: 'a type goes to who has its skill',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        se: is('tipo_chave', 'ATENDIMENTO'),
        entao: [{ acao: 'ATRIBUIR', como: 'MENOS_TICKETS' }],
      }),
      happen: async () => {
        const [skill] = await db().insert(skills).values({ name: 'Fiscal' }).returning();
        const skillId = skill?.id ?? 0;
        await db().insert(personSkills).values({ personId: fixture().people.OPERADOR, skillId });
        await db().update(ticketTypes).set({ skillId }).where(eq(ticketTypes.key, 'ATENDIMENTO'));
        const id = await fixture().addTicket({ typeId: fixture().types.get('ATENDIMENTO') ?? 0 });
        await fixture().prioritize(id, 'ALTA');
        return id;
      },
      effects: (id) => isSo(id, ({ operatorId }) => operatorId === fixture().people.OPERADOR),
    },
    {
      name: 'the tickets of who is away move to the substitute',
      rule: async () => ({
        quando: EVERY_MORNING,
        se: yes('operador.ausente'),
        entao: [{ acao: 'ATRIBUIR', como: 'SUBSTITUTO', tirar: true }],
      }),
      happen: async () => {
        const { OPERADOR: personId, SUPERVISOR: substituteId } = fixture().people;
        await db()
          .insert(personAbsences)
          .values({ personId, substituteId, fromDay: today(), untilDay: addDays(today(), 3) });
        return fixture().addTicket({ operatorId: personId });
      },
      effects: async (id) => {
        const moved = await isSo(id, ({ operatorId }) => operatorId === fixture().people.SUPERVISOR);
        if (moved) await db().delete(personAbsences);
        return moved;
      },
    },
    {
      name: 'close after five days without an answer',
      rule: async () => ({
        quando: event('RESPONDIDO'),
        se: all(yes('evento.da_equipe'), is('situacao_nome', 'Aguardando cliente')),
        entao: [
          { acao: 'ESPERAR', quantidade: 5, unidade: 'DIAS' },
          { acao: 'FINALIZAR', idMotivo: await reasonOf('FINALIZACAO'), observacao: 'Sem resposta.' },
        ],
      }),
      happen: async () => {
        const id = await ending();
        await asked(
          'POST',
          `/sac/tickets/${id}/historico`,
          { tipo: 'PUBLICO', mensagem: '<p>Pode nos dizer mais?</p>', aguardaCliente: true },
          'SUPERVISOR',
        );
        return id;
      },
      effects: (id) => isSo(id, ({ status }) => status === 'FINALIZADO'),
    },
    {
      name: 'an answer on a finished ticket, which opens it again, comes first',
      rule: async () => ({
        quando: event('REABERTO'),
        se: { faz: 'nenhuma', de: [yes('evento.da_equipe')] },
        entao: [{ acao: 'PRIORIZAR', prioridade: 'ALTA' }],
      }),
      happen: async () => {
        const { customerIds, people, server, tokens } = fixture();
        const id = await ending();
        await db()
          .update(tickets)
          .set({
            ...{
              customerId: customerIds.consumer,
              creatorId: people.CONSUMIDOR_FINAL,
              stepKey: 'FINALIZADO',
            },
            ...{ status: 'FINALIZADO', finishedAt: now() },
          })
          .where(eq(tickets.id, id));
        const { status, body } = await server.call('POST', `/sac/tickets/${id}/reabrir`, {
          token: tokens.CONSUMIDOR_FINAL,
          body: { motivo: 'Ainda não resolveu.' },
        });
        if (status !== 200) throw new Error(JSON.stringify(body));
        return id;
      },
      effects: (id) => isSo(id, ({ priority }) => priority === 'ALTA'),
    },
    {
      name: 'words in a text to type',
      rule: async () => ({
        quando: event('CRIADO'),
        se: { faz: 'contem', de: [at('assunto'), { texto: 'boleto' }] },
        entao: [{ acao: 'RECLASSIFICAR', tipo: 'DUVIDA_FINANCEIRA', motivo: 'O assunto fala de boleto.' }],
      }),
      happen: () => opened({ assunto: 'Segunda via do BOLETO' }),
      effects: (id) => isSo(id, ({ typeId }) => typeId === fixture().types.get('DUVIDA_FINANCEIRA')),
    },
    {
      name: 'class A gets a shorter time',
      rule: async () => ({
        quando: event('CRIADO'),
        se: is('cliente.classificacao', 'A'),
        entao: [{ acao: 'PRAZO', quantidade: 2 }],
      }),
      happen: async () => {
        await classified(fixture().customerIds.first, 'A');
        return opened();
      },
      effects: (id) => isSo(id, ({ dueMinutes }) => dueMinutes === 120),
    },
    {
      name: 'the third return of a product in 30 days to quality',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        se: {
          faz: 'maior_igual',
          de: [at('itens.produto.itens_de_tickets.vezes_30'), { numero: '3' }],
        },
        entao: [{ acao: 'ENCAMINHAR', setor: 'FINANCEIRO', mensagem: 'Terceira em 30 dias.' }],
      }),
      happen: () => returnedThrice(),
      effects: (id) => db().$count(ticketMessages, sql`ticket_id = ${id} and type = 'ENCAMINHAMENTO'`),
    },
    {
      name: 'due time by step, class and value',
      rule: async () => ({
        quando: event('AVANCOU'),
        se: all(is('cliente.classificacao', 'A'), above('valor', '1000')),
        entao: [{ acao: 'PRAZO', quantidade: 3 }],
      }),
      happen: async () => {
        await classified(fixture().customerIds.first, 'A');
        const id = await fixture().addTicket({
          typeId: fixture().types.get('ATENDIMENTO') ?? 0,
          worth: '1500',
        });
        await asked('POST', `/sac/tickets/${id}/avancar-etapa`, {}, 'SUPERVISOR');
        return id;
      },
      effects: (id) => isSo(id, ({ dueMinutes }) => dueMinutes === 180),
    },
    {
      name: 'a survey after the end',
      rule: async () => ({ quando: event('FINALIZADO'), entao: [{ acao: 'PESQUISA' }] }),
      happen: async () => {
        await reachable();
        return finished();
      },
      effects: (id) => db().$count(ticketSurveys, eq(ticketSurveys.ticketId, id)),
    },
    {
      name: 'a low mark to the supervisor',
      rule: async () => ({
        quando: event('AVALIADO'),
        se: { faz: 'menor_igual', de: [at('nota_satisfacao'), { numero: '2' }] },
        entao: [
          {
            acao: 'AVISAR',
            para: 'SUPERVISORES',
            assunto: 'Nota {{nota_satisfacao}}',
            texto: '{{ticket_id}}',
          },
        ],
      }),
      happen: async () => {
        await reachable();
        const id = await finished();
        await asked('POST', `/sac/tickets/${id}/pesquisa`);
        const [mail] = await db()
          .select()
          .from(outboxEmails)
          .where(sql`body_text like '%pesquisa/%'`)
          .orderBy(sql`id desc`)
          .limit(1);
        const token = /pesquisa\/([^?\s"]+)\?nota=5/.exec(mail?.bodyText ?? '')?.[1];
        await fixture().server.call('POST', `/config/pesquisa/${token}`, { body: { nota: 1 } });
        return id;
      },
      effects: told('Nota 1'),
    },
    {
      name: 'a field change to another field',
      rule: async () => ({
        quando: { ...event('ALTERADO'), mudou: 'campo_canal_preferido' },
        entao: [{ acao: 'PRIORIZAR', prioridade: 'BAIXA' }],
      }),
      happen: async () => {
        const id = await fixture().addTicket();
        await changedField(id, 'TELEFONE');
        return id;
      },
      effects: (id) => isSo(id, ({ priority }) => priority === 'BAIXA'),
    },
    {
      name: 'a field change to a ticket',
      rule: async () => ({
        quando: { ...event('ALTERADO'), mudou: 'campo_canal_preferido' },
        entao: [
          {
            acao: 'TICKET',
            tipo: 'ATENDIMENTO',
            motivoAbertura: await reasonOf('ABERTURA', 'ATENDIMENTO'),
            assunto: 'Continuação do {{ticket_id}}',
            mensagem: 'Ver {{ticket_id}}.',
          },
        ],
      }),
      happen: async () => {
        const id = await fixture().addTicket();
        await changedField(id, 'TELEFONE');
        return id;
      },
      effects: (id) => db().$count(tickets, eq(tickets.subject, `Continuação do ${id}`)),
    },
    {
      name: 'a field change to a record',
      rule: async () => {
        await contracts();
        return {
          quando: { ...event('ALTERADO'), mudou: 'campo_canal_preferido' },
          entao: [
            {
              acao: 'REGISTRO',
              cadastro: 'contratos-comodato',
              valores: {
                numero: 'CT-{{ticket_id}}',
                descricao: 'De {{cliente}}',
                situacao: 'VIGENTE',
                inicio: '{{criado_em}}',
              },
            },
          ],
          papel: 'ADMIN',
        };
      },
      happen: async () => {
        const id = await fixture().addTicket();
        await changedField(id, 'TELEFONE');
        return id;
      },
      effects: (id) =>
        db().$count(records, sql`type = 'contratos-comodato' and data ->> 'numero' = ${`CT-${id}`}`),
    },
    {
      name: 'an own record expires in n days',
      rule: async () => {
        await contracts();
        return {
          entidade: 'proprio_contratos_comodato',
          quando: EVERY_MORNING,
          se: {
            faz: 'igual',
            de: [{ faz: 'dias', de: [{ faz: 'hoje', de: [] }, at('fim')] }, { numero: '30' }],
          },
          entao: [{ acao: 'AVISAR', para: 'SUPERVISORES', assunto: 'Vence em 30 dias', texto: '{{numero}}' }],
          papel: 'ADMIN',
        };
      },
      happen: async () => {
        const dados = {
          numero: 'CT-7',
          cliente: 'id:1',
          descricao: 'Freezer',
          situacao: 'VIGENTE',
          inicio: '2026-01-01',
        };
        const cliente = `id:${fixture().customerIds.first}`;
        const made = await asked('POST', '/config/cadastros/contratos-comodato', {
          dados: { ...dados, cliente, fim: addDays(today(), 30) },
        });
        return made.data.id;
      },
      effects: told('Vence em 30 dias'),
    },
  ];
}
