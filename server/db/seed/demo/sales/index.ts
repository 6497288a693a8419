import { drizzle } from 'drizzle-orm/node-postgres';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { countShowcases } from '#server/callcenter/home/queries.ts';
import {
  banners,
  invoiceItems,
  invoices,
  invoiceTitles,
  showcases,
  trackingEvents,
} from '#server/db/tables/index.ts';
import { newChance } from '../chance.ts';
import { invoiceKey } from '../company.ts';
import { branchOf } from '../places.ts';
import { seedAccounts } from './accounts.ts';
import { seedAgendas } from './agendas.ts';
import { seedLog, seedServiceRecords } from './customers/customerHistory.ts';
import { seedCustomers } from './customers/customers.ts';
import { eventsOf, seedDocuments, seedFreight, TRACKING_KIND, trackingCode } from './freight.ts';
import { seedOrders } from './orders.ts';
import { seedPrices } from './products/prices.ts';
import { seedProducts } from './products/products.ts';
import { type SalesContext, writer } from './salesContext.ts';
import { seedSupervision } from './supervision.ts';
import { seedTerms } from './terms.ts';

/** In the order of their references; the log comes last, since it covers all the others. */
const PARTS = [
  seedTerms,
  seedProducts,
  seedCustomers,
  seedFreight,
  seedOrders,
  seedOrderNotes,
  seedDocuments,
  seedAgendas,
  seedSupervision,
  seedServiceRecords,
  seedNegotiations,
  seedHome,
  seedLog,
];

/** The demonstration's call-center: products for sale, customers, and contacts with them. */
export async function seedSales(context: Pick<SalesContext, 'company' | 'today' | 'client'>): Promise<void> {
  for (const part of PARTS) await part({ ...context, chance: newChance(), write: writer(context.client) });
}

/** Pending, decided and withdrawn price requests, and the sellers' current accounts. */
async function seedNegotiations(context: SalesContext): Promise<void> {
  await seedPrices(context);
  await seedAccounts(context);
}

/** Banners and showcases of the home page, each with a link target. */
async function seedHome({ company, today, client, write }: SalesContext): Promise<void> {
  const brand = company.products[0]?.brand ?? '';
  const period = { startsOn: addDays(today, -30), endsOn: addDays(today, 60), branchId: 0 };
  await write(banners, [
    {
      id: 1,
      title: 'Campanhas do mês',
      text: 'Veja o que dá desconto e o que dá pontos antes de ligar.',
      opens: { tipo: 'CAMPANHA' },
      position: 1,
      ...period,
    },
    {
      id: 2,
      title: `Semana ${brand}`,
      text: 'Linha completa a pronta entrega em todas as filiais.',
      opens: { tipo: 'PRODUTOS', valor: brand },
      position: 2,
      ...period,
    },
    {
      id: 3,
      title: 'Como funciona a devolução',
      text: 'Prazos, fotos e notas: o artigo que responde a nove em cada dez perguntas.',
      opens: { tipo: 'ARTIGO', valor: '1' },
      position: 3,
      ...period,
    },
  ]);
  await write(showcases, [
    {
      id: 1,
      title: 'Mais vendidos',
      subtitle: 'Nos últimos 30 dias',
      rule: { tipo: 'MAIS_VENDIDOS' },
      opens: { tipo: 'TELA', valor: '/pedidos' },
      position: 1,
    },
    {
      id: 2,
      title: 'Em promoção',
      subtitle: 'Preço de tabela promocional',
      rule: { tipo: 'PROMOCAO' },
      opens: { tipo: 'NADA' },
      position: 2,
    },
    {
      id: 3,
      title: brand,
      subtitle: 'A marca da semana',
      rule: { tipo: 'MARCA', valor: brand },
      opens: { tipo: 'PRODUTOS', valor: brand },
      position: 3,
    },
  ]);
  await countShowcases(drizzle(client), new Date(`${today}T23:59:59Z`));
}

interface Shipped {
  id: number;
  customerId: number;
  branchId: number;
  carrierId: number | null;
  invoicedOn: CalendarDate;
  total: string;
  items: { productId: number; description: string; unit: string; quantity: string; price: string }[];
}

/** Shipped orders get an invoice with a tracking code. */
async function seedOrderNotes({ client, company, today, write }: SalesContext): Promise<void> {
  const { rows } = await client.query<Shipped>(`
    select o.id, o.customer_id as "customerId", o.branch_id as "branchId", o.carrier_id as "carrierId",
           o.invoiced_on::text as "invoicedOn", sum(i.quantity * i.price)::text as total,
           json_agg(json_build_object('productId', i.product_id, 'description', p.description, 'unit', p.unit,
                    'quantity', i.quantity::text, 'price', i.price::text) order by i.line) as items
      from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
     where o.status = 'TRANSPORTE' and o.invoiced_on is not null and i.removed_at is null
     group by o.id order by o.id`);
  const lastId = Math.max(...company.invoices.map(({ row }) => row.id));
  const lastNumber = Math.max(...company.invoices.map(({ row }) => row.number));
  const notes = rows.map((order, index) => ({
    ...order,
    noteId: lastId + 1 + index,
    number: lastNumber + 1 + index,
  }));
  await write(
    invoices,
    notes.map(({ noteId, number, id, ...order }) => ({
      id: noteId,
      key: invoiceKey(branchOf(order.branchId), order.invoicedOn, number, id),
      number,
      customerId: order.customerId,
      branchId: order.branchId,
      carrierId: order.carrierId,
      issuedOn: order.invoicedOn,
      itemCount: order.items.length,
      total: order.total,
      orderId: id,
      tracking: { tipo: TRACKING_KIND, codigo: trackingCode(number) },
    })),
  );
  await write(
    invoiceItems,
    notes.flatMap(({ noteId, items }) =>
      items.map(({ quantity, price, ...product }, index) => ({
        invoiceId: noteId,
        line: index + 1,
        ...product,
        purchased: quantity,
        unitPrice: price,
        unitPriceNoTax: price,
      })),
    ),
  );
  await write(
    invoiceTitles,
    notes.map(({ noteId, number, invoicedOn, total }) => ({
      invoiceId: noteId,
      number: `${number}/1`,
      dueOn: invoicedOn,
      amount: total,
      // Paid immediately; customers' debts come from the other invoices.
      paidOn: invoicedOn,
    })),
  );
  await client.query(
    `update customers c set last_purchase_on = n.day, prospect = false
       from (select customer_id, max(issued_on) as day from invoices group by 1) n
      where n.customer_id = c.id and n.day is distinct from c.last_purchase_on`,
  );
  await write(
    trackingEvents,
    notes.flatMap(({ number, invoicedOn }) => eventsOf(number, invoicedOn, today)),
  );
}
