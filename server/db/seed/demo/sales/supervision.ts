import type { AutomationRule } from '#contract/rules/agendas/automation.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import {
  agendaCapacities,
  automations,
  campaignProducts,
  campaigns,
  goals,
} from '#server/db/tables/index.ts';
import type { SalesContext } from './salesContext.ts';

/** What team leaders manage: capacities, automations, goals of four months, campaigns. */
export async function seedSupervision(context: SalesContext): Promise<void> {
  await seedCapacities(context);
  await seedAutomations(context);
  await seedGoals(context);
  await seedCampaigns(context);
}

const SELLING = new Set(['OPERADOR', 'VENDEDOR', 'REPRESENTANTE']);
const sellersOf = ({ company }: SalesContext) => company.people.filter(({ row }) => SELLING.has(row.type));

/** Some people are over capacity, so that there is something to balance. */
const seedCapacities = (context: SalesContext) =>
  context.write(
    agendaCapacities,
    sellersOf(context)
      .filter((_, index) => index % 2 === 0)
      .map(({ row }, index) => ({
        personId: row.id,
        perDay: index % 4 === 0 ? 1 : context.chance.int(4, 8),
      })),
  );

const RECOVER: AutomationRule = {
  clientes: { semComprarDe: 60, semComprarAte: 365 },
  agenda: {
    tipo: 'A',
    assunto: 'Recuperar o cliente',
    descricao: 'Não compra há mais de 60 dias. Perguntar o que mudou e oferecer a tabela do mês.',
    hora: '09:00',
  },
  dias: 10,
  maximo: 60,
  respeitaFrequencia: true,
};
const BEST: AutomationRule = {
  ...RECOVER,
  clientes: { scores: ['A', 'B'], semComprarDe: 25 },
  agenda: { tipo: 'A', assunto: 'Oferecer a reposição do mês', hora: '10:00' },
  dias: 5,
};

async function seedAutomations({ write, client, today, company }: SalesContext): Promise<void> {
  const author = company.people.find(({ row }) => row.type === 'SUPERVISOR')?.row.id ?? null;
  const automatic = await client.query("select count(*)::int as n from agendas where origin = 'AUTOMACAO'");
  await write(automations, [
    {
      id: 1,
      name: 'Recuperar quem não compra há 60 dias',
      active: true,
      rule: { ...RECOVER },
      createdById: author,
      lastRunAt: new Date(`${today}T06:00:00Z`),
      lastMade: Math.min(60, automatic.rows[0]?.n ?? 0),
    },
    {
      id: 2,
      name: 'Reposição dos melhores clientes',
      active: false,
      rule: { ...BEST },
      createdById: author,
      lastRunAt: null,
      lastMade: null,
    },
  ]);
  await client.query("update agendas set automation_id = 1 where origin = 'AUTOMACAO'");
}

const SOLD = `stage = 'PEDIDO' and status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE') and invoiced_on is not null`;

async function seedGoals(context: SalesContext): Promise<void> {
  const { chance, client, today, write } = context;
  const { rows: sold } = await client.query<{ seller: number; month: string; value: string; margin: string }>(
    `select seller_id as seller, to_char(invoiced_on, 'YYYY-MM-01') as month,
       sum(subtotal - coupon_discount)::text as value, sum(subtotal - coupon_discount - cost)::text as margin
     from orders where ${SOLD} group by 1, 2`,
  );
  const done = new Map(sold.map((row) => [`${row.seller}/${row.month}`, row]));
  await write(
    goals,
    monthsBefore(today, 4).flatMap((month) =>
      sellersOf(context).map(({ row }) => {
        const reached = done.get(`${row.id}/${month}`);
        const aim = Math.max(
          5_000,
          Math.round((Number(reached?.value ?? 0) * chance.int(75, 135)) / 100 / 500) * 500,
        );
        return {
          personId: row.id,
          month,
          value: String(aim),
          margin: String(Math.round(aim * 0.25)),
          valueDone: reached?.value ?? '0',
          marginDone: reached?.margin ?? '0',
          countedAt: new Date(`${today}T09:00:00Z`),
        };
      }),
    ),
  );
}

/** First days of this month and those before it. */
function monthsBefore(today: CalendarDate, count: number): CalendarDate[] {
  const months = [`${today.slice(0, 7)}-01`];
  while (months.length < count) months.push(`${addDays(months.at(-1) ?? today, -1).slice(0, 7)}-01`);
  return months;
}

async function seedCampaigns({ chance, client, company, today, write }: SalesContext): Promise<void> {
  const day = (offset: number) => addDays(today, offset);
  const rows = [
    ['Semana da construção', 'Desconto na linha de obra.', 'DESCONTO', '5', day(-10), day(20), '10', true],
    [
      'Pontos da linha nova',
      'Cada unidade vale pontos para a viagem.',
      'PONTOS',
      '3',
      day(-45),
      day(45),
      '0',
      true,
    ],
    ['Queima de fim de ano', 'Começa em dezembro.', 'DESCONTO', '12.5', day(15), day(45), '20', true],
    ['Inverno', 'Já encerrada.', 'PONTOS', '2', day(-150), day(-60), '0', true],
    ['Teste de mínimo', 'Parada pela diretoria.', 'DESCONTO', '8', day(-5), day(30), '50', false],
  ] as const;
  await write(
    campaigns,
    rows.map(([name, description, kind, value, startsOn, endsOn, minQuantity, active], index) => ({
      id: index + 1,
      name,
      description,
      kind,
      value,
      startsOn,
      endsOn,
      minQuantity,
      active,
      countedAt: kind === 'PONTOS' ? new Date(`${today}T09:00:00Z`) : null,
    })),
  );
  await write(
    campaignProducts,
    rows.flatMap((_, index) =>
      chance.some(company.products, 18).map(({ id }) => ({ campaignId: index + 1, productId: id })),
    ),
  );
  // Like the server's own count: what was invoiced of their products in their period.
  await client.query(
    `insert into campaign_results (campaign_id, person_id, orders, quantity, total, points)
     select c.id, o.seller_id, count(distinct o.id), sum(i.quantity), sum(i.total), sum(i.quantity) * max(c.value)
     from campaigns c
     join campaign_products p on p.campaign_id = c.id
     join order_items i on i.product_id = p.product_id and i.removed_at is null and not i.bonus
     join orders o on o.id = i.order_id and o.invoiced_on between c.starts_on and c.ends_on
       and o.stage = 'PEDIDO' and o.status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE')
     where c.kind = 'PONTOS' group by c.id, o.seller_id`,
  );
}
