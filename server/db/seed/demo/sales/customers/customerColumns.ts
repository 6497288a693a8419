import { addDays } from '#contract/rules/time/calendarDate.ts';
import type { DemoCustomer } from '../../customers.ts';
import type { SalesContext } from '../salesContext.ts';

const NOTES = [
  'Descarga só pela rua lateral. Caminhão até 8 toneladas.',
  'Agendar a entrega com um dia de antecedência com o recebimento.',
  'Não recebe às quartas. Exige canhoto assinado e carimbado.',
  'Doca baixa: levar paleteira. Entregar até as 11h.',
];
const NETWORKS = ['Rede Smart', 'Unibrasil', 'Super Aliança'];
const UTM = [
  { source: 'google', medium: 'cpc', campaign: 'atacado-2026' },
  { source: 'instagram', medium: 'social', campaign: 'inauguracao' },
  { source: 'indicacao', medium: 'cliente', campaign: '' },
];
/** Initial number of rows in the registration lists. */
const ACTIVITIES = 11;
const SOURCES = 6;
const TABLES = 4;
const CLASSIFICATIONS = 4;

/** Category, network, logistics, service settings and other customer columns for sales. */
export async function seedCustomerColumns(context: SalesContext): Promise<void> {
  const rows = context.company.customers
    .filter(({ row }) => row.id > 1)
    .map((one) => columnsOf(context, one));
  await context.client.query(
    `update customers c set category = x.category, sales_class = x.sales_class, network = x.network,
       max_mean_term = x.max_mean_term, logistics_note = x.logistics_note, utm = x.utm,
       contact_every = x.contact_every, do_not_contact = x.do_not_contact,
       next_collection_at = x.next_collection_at, served_on = x.served_on, flex = x.flex,
       activity_id = x.activity_id, lead_source_id = x.lead_source_id, price_table_id = x.price_table_id,
       classification_id = x.classification_id, classification_note = x.classification_note
     from jsonb_to_recordset($1) as x(id int, category text, sales_class text, network text,
       max_mean_term int, logistics_note text, utm jsonb, contact_every int, do_not_contact boolean,
       next_collection_at timestamptz, served_on jsonb, flex numeric, activity_id int, lead_source_id int,
       price_table_id int, classification_id int, classification_note text)
     where c.id = x.id`,
    [JSON.stringify(rows)],
  );
}

function columnsOf({ chance, today }: SalesContext, { row, lastPurchase }: DemoCustomer) {
  const company = row.document.length === 14;
  const classified = row.id === 2 || chance.happens(70);
  const quiet = lastPurchase !== null && lastPurchase > 60;
  return {
    id: row.id,
    category: company ? chance.pick(['Varejo', 'Atacado', 'Food service', 'Indústria']) : 'Consumo próprio',
    sales_class: chance.pick(['Ouro', 'Prata', 'Bronze']),
    network: company && chance.happens(25) ? chance.pick(NETWORKS) : '',
    max_mean_term: chance.happens(60) ? chance.pick([14, 21, 28, 42]) : null,
    logistics_note: row.id === 2 || chance.happens(35) ? chance.pick(NOTES) : '',
    utm: chance.happens(30) ? chance.pick(UTM) : {},
    contact_every: row.id === 2 ? 15 : chance.pick([0, 7, 15, 30, 45]),
    do_not_contact: row.id !== 2 && chance.happens(4),
    next_collection_at:
      row.openTitles && chance.happens(40) ? `${addDays(today, chance.int(1, 12))}T14:00:00-03:00` : null,
    served_on: chance.pick([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 6],
      [2, 4],
      [1, 3, 5],
    ]),
    flex: chance.happens(20) ? `${chance.int(1, 30) * 10}.00` : '0',
    activity_id: company ? chance.int(1, ACTIVITIES - 1) : ACTIVITIES,
    lead_source_id: chance.int(1, SOURCES),
    price_table_id: company ? chance.int(1, TABLES - 1) : TABLES,
    classification_id: classified ? chance.int(1, CLASSIFICATIONS) : null,
    classification_note: classified && quiet ? 'Deixou de comprar: ligar antes do fim do mês.' : '',
  };
}
