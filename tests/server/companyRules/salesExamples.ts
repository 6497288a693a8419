import { sql } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { changeOrder } from '#server/callcenter/orders/change/changeOrder.ts';
import {
  customerContacts,
  invoices,
  invoiceTitles,
  outboxEmails,
  productStock,
  products,
  productWaits,
  representatives,
} from '#server/db/tables/index.ts';
import { exampleDoors } from './exampleDoors.ts';
import { above, all, type Example, event, is, lookingAt, yes } from './exampleRule.ts';
import type { RuleFixture } from './ruleFixture.ts';

/** The same of those who sell. */
export function salesExamples(fixture: () => RuleFixture): Example[] {
  const db = () => fixture().db;
  const { mails, told } = lookingAt(fixture);
  const { asked, reachable, quote, ago, today, now } = exampleDoors(fixture);
  return [
    {
      name: 'a quote above R$ 20.000 without answer for 48 hours',
      rule: async () => ({
        entidade: 'pedidos',
        quando: { tipo: 'PRAZO', campo: 'criado_em', quantidade: 48, unidade: 'HORAS' },
        se: all(yes('aberto'), is('fase_nome', 'Orçamento'), above('valor_a_pagar', '20000')),
        entao: [{ acao: 'AVISAR', para: 'RESPONSAVEL', assunto: 'Sem resposta', texto: '{{pedido_id}}' }],
        papel: 'ADMIN',
      }),
      happen: async () => (await quote({ createdAt: ago(48) })).id,
      effects: told('Sem resposta'),
    },
    {
      name: 'a blocked order tells seller and representative',
      rule: async () => ({
        entidade: 'pedidos',
        quando: event('SITUACAO'),
        se: is('situacao_nome', 'Bloqueado'),
        entao: [
          { acao: 'AVISAR', para: 'RESPONSAVEL', assunto: 'Pedido bloqueado', texto: '{{pedido_id}}' },
          { acao: 'EMAIL', para: 'REPRESENTANTE', assunto: 'Bloqueado: seu cliente', texto: '{{pedido_id}}' },
        ],
        papel: 'ADMIN',
      }),
      happen: async () => {
        await db().update(representatives).set({ email: 'rep@exemplo.com.br' });
        const order = await quote({ stage: 'PEDIDO', status: 'ANALISE' });
        const user = { id: fixture().people.ADMIN } as never;
        await db().transaction((tx) =>
          changeOrder(tx, { user, now, ip: '', requestId: 'teste' }, order, {
            ...{ set: { status: 'BLOQUEADO' }, action: 'ALTERAR', text: 'Bloqueado pelo crédito' },
          }),
        );
        return order.id;
      },
      effects: async () => (await told('Pedido bloqueado')()) * (await mails('Bloqueado: seu cliente')()),
    },
    {
      name: 'a blocked customer tells the seller',
      rule: async () => ({
        entidade: 'clientes',
        quando: event('BLOQUEIO'),
        se: yes('bloqueado'),
        entao: [
          {
            acao: 'AVISAR',
            para: 'PESSOA',
            pessoa: fixture().people.ADMIN,
            assunto: 'Cliente bloqueado',
            texto: '.',
          },
        ],
      }),
      happen: async () => {
        const id = fixture().customerIds.second;
        const { data } = await asked('GET', `/config/cadastros/clientes/${id}`);
        await asked('PUT', `/config/cadastros/clientes/${id}`, {
          dados: { bloqueado: true },
          versao: data.versao,
        });
        return id;
      },
      effects: told('Cliente bloqueado'),
    },
    {
      name: 'stock that is back tells who waited',
      rule: async () => ({
        entidade: 'estoque',
        quando: event('QUANTIDADE'),
        se: all(above('disponivel', '0'), above('esperando', '0')),
        entao: [
          {
            acao: 'AVISAR_ESPERAS',
            para: 'VENDEDOR',
            assunto: 'Chegou: {{produto}}',
            texto: 'Em {{filial}}.',
          },
        ],
        papel: 'ADMIN',
      }),
      happen: async () => {
        const { branchIds, customerIds, people } = fixture();
        const [product] = await db()
          .insert(products)
          .values({ code: 'C1', description: 'Café', brand: 'Serra', price: '10' })
          .returning();
        const place = { productId: product?.id ?? 0, branchId: branchIds[0] };
        const [stock] = await db()
          .insert(productStock)
          .values({ ...place, quantity: '0' })
          .returning();
        await db()
          .insert(productWaits)
          .values({ ...place, customerId: customerIds.first, sellerId: people.VENDEDOR });
        const id = stock?.id ?? 0;
        for (const quantidade of ['5', '4']) {
          const { data } = await asked('GET', `/config/cadastros/estoque/${id}`);
          await asked('PUT', `/config/cadastros/estoque/${id}`, {
            dados: { quantidade },
            versao: data.versao,
          });
        }
        return id;
      },
      effects: told('Chegou: Café'),
    },
    {
      name: "a customer's birthday",
      rule: async () => ({
        entidade: 'contatos',
        quando: { tipo: 'PRAZO', campo: 'nascimento', quantidade: 0, unidade: 'DIAS' },
        entao: [
          { acao: 'EMAIL', para: 'CLIENTE', assunto: 'Feliz aniversário, {{contato}}!', texto: 'Parabéns!' },
        ],
        papel: 'ADMIN',
      }),
      happen: async () => {
        const day = `1980${today().slice(4)}`;
        const other = `1980${addDays(today(), 3).slice(4)}`;
        const customerId = fixture().customerIds.first;
        const [contact] = await db()
          .insert(customerContacts)
          .values([
            { customerId, name: 'Ana', email: 'ana@exemplo.com.br', birthDate: day },
            { customerId, name: 'Bia', email: 'bia@exemplo.com.br', birthDate: other },
          ])
          .returning();
        return contact?.id ?? 0;
      },
      effects: () => db().$count(outboxEmails, sql`subject like 'Feliz aniversário, %'`),
    },
    {
      name: 'a boleto due tomorrow',
      rule: async () => ({
        entidade: 'titulos',
        quando: { tipo: 'PRAZO', campo: 'vence_em', quantidade: -1, unidade: 'DIAS' },
        se: yes('em_aberto'),
        entao: [
          { acao: 'EMAIL', para: 'CLIENTE', assunto: 'Boleto {{titulo}} vence amanhã', texto: '{{valor}}' },
        ],
        papel: 'ADMIN',
      }),
      happen: async () => {
        await reachable();
        const { customerIds, branchIds } = fixture();
        const [note] = await db()
          .insert(invoices)
          .values({
            ...{ customerId: customerIds.first, branchId: branchIds[0], number: 77, issuedOn: today() },
            ...{ key: '9'.repeat(44), itemCount: 0, total: '10' },
          })
          .returning();
        const [title] = await db()
          .insert(invoiceTitles)
          .values({ invoiceId: note?.id ?? 0, number: '77-1', dueOn: addDays(today(), 1), amount: '10' })
          .returning();
        return title?.id ?? 0;
      },
      effects: mails('Boleto 77-1 vence amanhã'),
    },
  ];
}
