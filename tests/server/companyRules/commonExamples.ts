import { and, eq, sql } from 'drizzle-orm';
import {
  agendas,
  cannedReplies,
  customerSellers,
  customers,
  ticketMessages,
  webhookDeliveries,
  webhooks,
} from '#server/db/tables/index.ts';
import { at, type Example, event, is, lookingAt } from './exampleRule.ts';
import type { RuleFixture } from './ruleFixture.ts';

/** What both service desks and sales teams have done by themselves. */
export function commonExamples(fixture: () => RuleFixture): Example[] {
  const { mails, told, isSo } = lookingAt(fixture);
  const messages = (id: number, type: 'PRIVADO' | 'PUBLICO' | 'ENCAMINHAMENTO') =>
    fixture().db.$count(ticketMessages, and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, type)));
  const prioritized =
    (given: Parameters<RuleFixture['addTicket']>[0] = {}, prioridade = 'ALTA') =>
    async () => {
      const id = await fixture().addTicket(given);
      await fixture().prioritize(id, prioridade);
      return id;
    };
  /** A date whose rule is due now. */
  const shifted = (hours: number) => new Date(fixture().deps.now().getTime() + hours * 3_600_000 + 1_000);

  return [
    {
      name: 'approval above a value',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        se: { faz: 'maior', de: [at('valor'), { numero: '5000' }] },
        entao: [{ acao: 'ENCAMINHAR', setor: 'FINANCEIRO', mensagem: 'Acima de R$ 5.000: {{valor}}.' }],
      }),
      happen: async () => {
        const id = await fixture().addTicket();
        await fixture().db.execute(sql`update tickets set worth = 6000 where id = ${id}`);
        await fixture().prioritize(id, 'ALTA');
        return id;
      },
      effects: (id) => messages(id, 'ENCAMINHAMENTO'),
    },
    {
      name: 'assign to a person of the branch with the fewest tickets',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        se: is('prioridade', 'URGENTE'),
        entao: [{ acao: 'ATRIBUIR', como: 'MENOS_TICKETS' }],
      }),
      happen: prioritized({}, 'URGENTE'),
      effects: (id) => isSo(id, ({ operatorId }) => operatorId !== null),
    },
    {
      name: 'assign in turn',
      rule: async () => ({ quando: event('PRIORIZADO'), entao: [{ acao: 'ATRIBUIR', como: 'RODIZIO' }] }),
      happen: prioritized(),
      effects: (id) => isSo(id, ({ operatorId }) => operatorId !== null),
    },
    {
      name: 'two hours before due to the supervisor',
      rule: async () => ({
        quando: { tipo: 'PRAZO', campo: 'prazo', quantidade: -2, unidade: 'HORAS' },
        entao: [
          {
            acao: 'AVISAR',
            para: 'SUPERVISORES',
            assunto: 'Vence em 2 horas',
            texto: 'Ticket {{ticket_id}}.',
          },
        ],
      }),
      happen: () => fixture().addTicket({ dueAt: shifted(2) }),
      effects: told('Vence em 2 horas'),
    },
    {
      name: 'late to somebody else',
      rule: async () => ({
        quando: { tipo: 'PRAZO', campo: 'prazo', quantidade: 1, unidade: 'HORAS' },
        entao: [{ acao: 'ATRIBUIR', como: 'PESSOA', pessoa: fixture().people.SUPERVISOR, tirar: true }],
      }),
      happen: () => fixture().addTicket({ dueAt: shifted(-1), operatorId: fixture().people.OPERADOR }),
      effects: (id) => isSo(id, ({ operatorId }) => operatorId === fixture().people.SUPERVISOR),
    },
    {
      name: 'words in a text to priority',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        se: { faz: 'contem', de: [at('assunto'), { texto: 'vazamento' }] },
        entao: [{ acao: 'PRIORIZAR', prioridade: 'URGENTE' }],
      }),
      happen: prioritized({ subject: 'Lata com VAZAMENTO' }),
      effects: (id) => isSo(id, ({ priority }) => priority === 'URGENTE'),
    },
    {
      name: 'an answer for every urgent one',
      rule: async () => {
        const [reply] = await fixture()
          .db.insert(cannedReplies)
          .values({ title: 'Recebido', html: '<p>Recebemos o ticket {{ticket}}.</p>' })
          .returning();
        return { quando: event('PRIORIZADO'), entao: [{ acao: 'RESPONDER', resposta: reply?.id }] };
      },
      happen: prioritized(),
      effects: async (id) =>
        (await messages(id, 'PUBLICO')) * (await isSo(id, ({ operatorId }) => operatorId === null)),
    },
    {
      name: 'field change to other field',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        entao: [{ acao: 'CAMPO', campo: 'canalPreferido', valor: 'TELEFONE' }],
      }),
      happen: prioritized(),
      effects: (id) => isSo(id, ({ extraFields }) => extraFields.canalPreferido === 'TELEFONE'),
    },
    {
      name: 'the customer gets an e-mail',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        entao: [
          { acao: 'EMAIL', para: 'CLIENTE', assunto: 'Seu ticket {{ticket_id}}', texto: 'Estamos nele.' },
        ],
      }),
      happen: async () => {
        await fixture()
          .db.update(customers)
          .set({ email: 'compras@exemplo.com.br' })
          .where(eq(customers.id, fixture().customerIds.first));
        return prioritized()();
      },
      effects: (id) => mails(`Seu ticket ${id}`)(),
    },
    {
      name: 'another system is told on a condition',
      rule: async () => {
        const [hook] = await fixture()
          .db.insert(webhooks)
          .values({
            ...{ name: 'ERP', url: 'https://erp.exemplo.com.br/', types: ['tickets'], secret: 'whsec_x' },
            ...{ position: 0, mark: 0, createdById: fixture().people.ADMIN },
          })
          .returning();
        return { quando: event('PRIORIZADO'), entao: [{ acao: 'WEBHOOK', webhook: hook?.id }] };
      },
      happen: prioritized(),
      effects: (id) =>
        fixture().db.$count(
          webhookDeliveries,
          sql`event = 'tickets.regra' and (body::jsonb -> 'data' ->> 'id')::integer = ${id}`,
        ),
    },
    {
      name: 'a call two days after a ticket',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        entao: [
          {
            acao: 'AGENDA',
            tipo: 'A',
            assunto: 'Ligar',
            quem: 'PESSOA',
            pessoa: fixture().people.VENDEDOR,
            emDias: 2,
            hora: '09:00',
          },
        ],
      }),
      happen: prioritized(),
      effects: () => fixture().db.$count(agendas, eq(agendas.subject, 'Ligar')),
    },
    {
      name: 'recover customers',
      rule: async () => ({
        entidade: 'clientes',
        quando: { tipo: 'HORARIO', hora: '00:00', dias: [0, 1, 2, 3, 4, 5, 6] },
        se: {
          faz: 'maior',
          de: [{ faz: 'dias', de: [at('ultima_compra'), { faz: 'hoje', de: [] }] }, { numero: '60' }],
        },
        entao: [
          { acao: 'AGENDA', tipo: 'A', assunto: 'Recuperar', quem: 'VENDEDOR', emDias: 1, hora: '10:00' },
        ],
      }),
      happen: async () => {
        const id = fixture().customerIds.first;
        await fixture()
          .db.update(customers)
          .set({ lastPurchaseOn: '2020-01-01' })
          .where(eq(customers.id, id));
        await fixture()
          .db.insert(customerSellers)
          .values({ customerId: id, personId: fixture().people.VENDEDOR })
          .onConflictDoNothing();
        return id;
      },
      effects: () => fixture().db.$count(agendas, eq(agendas.subject, 'Recuperar')),
    },
    {
      name: 'remind after three days without an answer',
      rule: async () => ({
        quando: event('PRIORIZADO'),
        entao: [
          { acao: 'ESPERAR', quantidade: 3, unidade: 'DIAS' },
          { acao: 'ANOTAR', mensagem: 'Três dias sem resposta.' },
        ],
      }),
      happen: prioritized(),
      effects: (id) => messages(id, 'PRIVADO'),
    },
  ];
}
