import type { CalendarDate } from '../../../../../contract/rules/calendarDate.ts';
import { invoiceItems, invoices, invoiceTitles, trackingEvents } from '../../../tables/index.ts';
import { invoiceKey } from '../company.ts';
import { branchOf } from '../places.ts';
import { eventsOf, TRACKING_KIND, trackingCode } from './freight.ts';
import type { SalesWorld } from './salesWorld.ts';

interface Shipped {
  id: number;
  customerId: number;
  branchId: number;
  carrierId: number | null;
  invoicedOn: CalendarDate;
  total: string;
  items: { productId: number; description: string; unit: string; quantity: string; price: string }[];
}

/** An order on its way has its invoice, with the code by which it is followed. */
export async function seedOrderNotes({ client, company, today, write }: SalesWorld): Promise<void> {
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
      // Paid at sight: what customers owe is told by the other invoices.
      paidOn: invoicedOn,
    })),
  );
  await client.query(
    `update customers c set last_purchase_on = n.day
       from (select customer_id, max(issued_on) as day from invoices group by 1) n
      where n.customer_id = c.id and n.day is distinct from c.last_purchase_on`,
  );
  await write(
    trackingEvents,
    notes.flatMap(({ number, invoicedOn }) => eventsOf(number, invoicedOn, today)),
  );
}
