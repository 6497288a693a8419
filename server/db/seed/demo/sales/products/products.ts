import { addDays } from '#contract/rules/time/calendarDate.ts';
import * as tables from '#server/db/tables/index.ts';
import type { SalesContext } from '../salesContext.ts';
import { COLORS, COMPETITORS, MODELS, PAINTS } from './productData.ts';

/** Weights, costs, packagings and prices of the products, and each branch's stock. */
export async function seedProducts(context: SalesContext): Promise<void> {
  await writePaints(context);
  await writeFacts(context);
  await context.write(tables.packagings, packagingsOf(context));
  await writeStock(context);
  await writePrices(context);
  await writeLinks(context);
  await writeTinting(context);
  await writeCompetitors(context);
  await writeQuoted(context);
}

const BRANCHES = [1, 2, 3];
/** Ids following those of the company's products. */
const paintId = (context: SalesContext, index: number) => context.company.products.length + 1 + index;
const allIds = (context: SalesContext) => [
  ...context.company.products.map(({ id }) => id),
  ...PAINTS.map((_, index) => paintId(context, index)),
];

/** Bases for the tinting machine, in three sizes of one model, and discontinued paints. */
async function writePaints(context: SalesContext): Promise<void> {
  await context.write(
    tables.productModels,
    MODELS.map((name, index) => ({ id: index + 1, name })),
  );
  await context.write(
    tables.products,
    PAINTS.map((paint, index) => ({
      id: paintId(context, index),
      code: String(20_001 + index * 3),
      description: paint.description,
      brand: 'Varanda',
      unit: paint.unit,
      barcode: paint.barcode,
      salesClass: 'B',
      price: paint.price,
      modelId: paint.model,
      tintBase: paint.base,
      inactive: paint.inactive,
    })),
  );
}

/** One statement for all: weights by the unit of sale, cost and taxes by a pattern of the id. */
const writeFacts = ({ client }: SalesContext) =>
  client.query(`
    update products set
      cost = round(price * (0.62 + (id % 9) * 0.03), 4),
      net_weight = case unit when 'KG' then 1 when 'UN' then 0.35 + (id % 7) * 0.15 else 4 + (id % 11) * 0.8 end,
      gross_weight = case unit when 'KG' then 1.05 when 'UN' then 0.4 + (id % 7) * 0.16 else 4.3 + (id % 11) * 0.85 end,
      height = 12 + id % 20, width = 18 + id % 14, length = 20 + id % 25,
      tax_percents = case id % 4
        when 0 then '{"icms":"18"}'::jsonb
        when 1 then '{"icms":"18","ipi":"5"}'::jsonb
        when 2 then '{"icms":"12","st":"7.5"}'::jsonb
        else '{"icms":"12"}'::jsonb end,
      inactive = inactive or id % 41 = 0,
      model_id = coalesce(model_id, case when id % 60 = 7 then 1 end)`);

type PackagingRow = typeof tables.packagings.$inferInsert;
/** Every row sets every column, because rows are copied with the columns of the first. */
const packaging = (row: Pick<PackagingRow, 'productId' | 'name' | 'unit'> & Partial<PackagingRow>) => ({
  conversionFactor: '1',
  priceFactor: '1',
  unitDivisor: '1',
  multiple: '0',
  standard: false,
  ...row,
});

/** Every product is sold loose, every third also in boxes of twelve, every fifth in packs of six in multiples of two. */
const packagingsOf = (context: SalesContext) =>
  allIds(context)
    .flatMap((productId) => [
      packaging({ productId, ...LOOSE, standard: productId % 5 !== 0 }),
      ...(productId % 3 === 0 ? [packaging({ productId, ...BOX })] : []),
      ...(productId % 5 === 0 ? [packaging({ productId, ...PACK })] : []),
    ])
    .map((row, at) => ({ ...row, id: at + 1 }));

/** The packaging in which each product is sold loose, at the price of the list. */
export const loosePackagings = (context: SalesContext): Map<number, number> =>
  new Map(
    packagingsOf(context)
      .filter(({ name }) => name === LOOSE.name)
      .map(({ productId, id }) => [productId, id]),
  );

const LOOSE = { name: 'Unidade', unit: 'UN' };
const BOX = { name: 'Caixa com 12', unit: 'CX', conversionFactor: '12', priceFactor: '11.6' };
const PACK = {
  name: 'Pacote com 6',
  unit: 'PC',
  conversionFactor: '6',
  priceFactor: '5.9',
  multiple: '2',
  standard: true,
};

/** Usually enough; some products are low, out of stock or limited per order. */
async function writeStock(context: SalesContext): Promise<void> {
  const { chance, today } = context;
  const rows = allIds(context).flatMap((productId) =>
    BRANCHES.map((branchId) => {
      const kind = chance.weighted([
        ['NORMAL', 76],
        ['BAIXO', 10],
        ['VAZIO', 8],
        ['LIMITADO', 6],
      ] as const);
      const many = chance.int(200, 2400);
      const few = chance.int(3, 20);
      // Counter sales have already reduced the quantity.
      const left = kind === 'NORMAL' ? many - chance.int(0, 40) : many;
      const quantity = { NORMAL: left, BAIXO: few, VAZIO: 0, LIMITADO: many }[kind];
      return {
        productId,
        branchId,
        quantity: String(quantity),
        low: '24',
        maxPerOrder: kind === 'LIMITADO' ? '36' : '-1',
        arrivesOn: kind === 'VAZIO' ? addDays(today, chance.int(3, 15)) : null,
      };
    }),
  );
  await context.write(tables.productStock, rows);
}

/** Slightly different prices in each table, every tenth product on promotion in one of them, and quantity rules. */
async function writePrices(context: SalesContext): Promise<void> {
  await context.client.query(`
    insert into product_prices (product_id, price_table_id, price, promotion)
    select p.id, t.id, round(p.price * (1 - (t.id % 4) * 0.025) * case when (p.id + t.id) % 10 = 0 then 0.9 else 1 end, 2),
      (p.id + t.id) % 10 = 0
    from products p cross join price_tables t on conflict do nothing`);
  const rows = allIds(context).flatMap((productId) =>
    productId % 4 === 0
      ? [
          { productId, minQuantity: '23', maxQuantity: '119', percent: '-2', endsOn: null },
          {
            productId,
            minQuantity: '119',
            maxQuantity: '0',
            percent: '-4.5',
            endsOn: addDays(context.today, 90),
          },
        ]
      : [],
  );
  await context.write(tables.priceRules, rows);
}

/** The same product of another brand is similar; a later one in the catalogue goes with it. */
async function writeLinks(context: SalesContext): Promise<void> {
  const ids = context.company.products.map(({ id }) => id);
  const rows = ids.flatMap((productId, index) => {
    const [similar, along] = [ids[index ^ 1], ids[index + 24]];
    return [
      ...(similar ? [{ productId, otherId: similar, kind: 'SIMILAR' as const, quantity: '1' }] : []),
      ...(along && productId % 3 === 0
        ? [{ productId, otherId: along, kind: 'AGREGADO' as const, quantity: '2' }]
        : []),
    ];
  });
  await context.write(tables.productLinks, rows);
}

async function writeTinting(context: SalesContext): Promise<void> {
  await context.write(
    tables.tintColors,
    COLORS.map(([code, name, hex], index) => ({ id: index + 1, code, name, hex })),
  );
  const bases = PAINTS.filter(({ base }) => base);
  await context.write(
    tables.tintPrices,
    bases.flatMap(({ barcode, price }) =>
      COLORS.map((_, index) => ({
        baseBarcode: barcode,
        colorId: index + 1,
        amount: (Number(price) * (0.04 + (index % 5) * 0.03)).toFixed(2),
      })),
    ),
  );
}

async function writeCompetitors(context: SalesContext): Promise<void> {
  const { chance, company } = context;
  await context.write(
    tables.competitors,
    COMPETITORS.map((name, index) => ({ id: index + 1, name })),
  );
  const sellers = company.people.filter(({ row }) => row.type === 'VENDEDOR' || row.type === 'OPERADOR');
  const rows = chance.some(company.products, 60).map((product) => ({
    competitorId: chance.int(1, COMPETITORS.length),
    productId: product.id,
    customerId: chance.happens(60) ? chance.pick(company.customers).row.id : null,
    price: ((Number(product.price) * chance.int(88, 108)) / 100).toFixed(2),
    note: chance.happens(40) ? 'Preço de tabloide' : '',
    personId: chance.pick(sellers).row.id,
    at: new Date(`${addDays(context.today, -chance.int(1, 40))}T14:00:00Z`),
  }));
  await context.write(tables.competitorPrices, rows);
}

/** Products for which customers asked a price without buying. */
async function writeQuoted(context: SalesContext): Promise<void> {
  const { chance, company } = context;
  const sellers = company.people.filter(({ row }) => row.type === 'VENDEDOR');
  const rows = chance.some(company.customers, 80).map(({ row, branchIds }) => {
    const product = chance.pick(company.products);
    return {
      customerId: row.id,
      productId: product.id,
      branchId: branchIds[0] ?? 1,
      quantity: String(chance.int(1, 60)),
      price: product.price ?? '0',
      personId: chance.pick(sellers).row.id,
      at: new Date(`${addDays(context.today, -chance.int(1, 60))}T15:00:00Z`),
    };
  });
  await context.write(tables.quotedProducts, rows);
}
