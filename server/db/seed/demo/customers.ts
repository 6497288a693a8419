import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { customers } from '../../tables/index.ts';
import type { Chance } from './chance.ts';
import { carriersOf, phoneOf, representativesOf, slug } from './company.ts';
import { type City, NEIGHBOURHOODS, REGIONS, type Region, regionOf } from './places.ts';

export type CustomerRow = typeof customers.$inferInsert & { id: number };

/** A customer with what other tables need from it. */
export interface DemoCustomer {
  row: CustomerRow;
  branchIds: number[];
  carrierIds: number[];
  /** Days since the latest purchase; `null` if there was none. */
  lastPurchase: number | null;
}

/** Customer 1 is the demonstration's end consumer, customer 2 the one used in nearly every example. */
export const CONSUMER_CUSTOMER = 1;
export const DEMO_CONSUMER = { cpf: '70000000744', name: 'Carolina Prado' };
const PERSONS_UNTIL = 60;
const ALPHANUMERIC_UNTIL = 110;

export function demoCustomers(
  chance: Chance,
  count: number,
  today: CalendarDate,
  firstId = 1,
): DemoCustomer[] {
  return Array.from({ length: count }, (_, index) => demoCustomer(chance, firstId + index, today));
}

function demoCustomer(chance: Chance, id: number, today: CalendarDate): DemoCustomer {
  const region = id <= 2 ? regionOf(1) : chance.weighted(REGIONS.map((each) => [each, each.share] as const));
  const city = id <= 2 ? (region.cities[0] as City) : chance.pick(region.cities);
  const lastPurchase = daysSincePurchase(chance, id);
  const block = lastPurchase !== null && id > 2 && chance.happens(6) ? chance.pick(BLOCKS) : null;
  const names = namesOf(chance, id);
  return {
    row: {
      id,
      ...names,
      email: `${isPerson(id) ? '' : 'compras@'}${slug(names.tradeName)}${isPerson(id) ? '@email.com.br' : '.com.br'}`,
      phone: phoneOf(chance, city.areaCode),
      stateRegistration: isPerson(id) ? '' : chance.digits(12),
      address: addressOf(chance, city),
      representativeId: id <= 2 ? 1 : chance.pick(representativesOf(region.id)),
      regionId: region.id,
      prospect: lastPurchase === null && chance.happens(50),
      blocked: block !== null,
      blockReason: block ?? '',
      lastPurchaseOn: lastPurchase === null ? null : addDays(today, -lastPurchase),
      openTitles: false,
      commitment: chance.happens(8),
      extraFields: extraFieldsOf(id, region),
      createdAt: new Date(`${addDays(today, -chance.int(lastPurchase ?? 0, 1200) - 30)}T13:00:00Z`),
    },
    branchIds: branchesOf(chance, id, region),
    carrierIds: chance.some(carriersOf(region.branchId), region.branchId === 1 ? 3 : 2),
    lastPurchase,
  };
}

const ROUTES = ['NORTE', 'SUL', 'LESTE', 'OESTE', 'INTERIOR'] as const;

/**
 * Filled for two of three customers, chosen by id rather than at random, so that the rest of the demonstration does not
 * change.
 */
function extraFieldsOf(id: number, region: Region): Record<string, unknown> {
  if (id % 3 === 0) return {};
  return {
    rota: ROUTES[(id + region.id) % ROUTES.length],
    ...(id % 2 === 0 && { horarioRecebimento: id % 4 === 0 ? 'das 8h às 11h30' : 'das 13h às 17h' }),
    ...(id % 5 === 0 && { aceitaEntregaSabado: true }),
    ...(id % 4 !== 1 && { limiteVisitas: 1 + (id % 6) }),
  };
}

const BLOCKS = [
  'Títulos protestados em cartório',
  'Inscrição estadual baixada na SEFAZ',
  'Encerrou as atividades',
  'Acordo de pagamento descumprido',
  'Fraude confirmada no cadastro',
] as const;

/** Covers every purchase badge: today, within 30, 60 and 90 days, longer ago, never. */
function daysSincePurchase(chance: Chance, id: number): number | null {
  if (id <= 2) return id === CONSUMER_CUSTOMER ? 4 : 1;
  const [from, to] = chance.weighted<readonly [number, number] | readonly [null, null]>([
    [[0, 0], 8],
    [[1, 29], 44],
    [[30, 59], 15],
    [[60, 89], 9],
    [[90, 240], 12],
    [[null, null], 12],
  ]);
  return from === null ? null : chance.int(from, to);
}

const isPerson = (id: number) => id !== 2 && id <= PERSONS_UNTIL;

function namesOf(chance: Chance, id: number) {
  if (id === CONSUMER_CUSTOMER)
    return { document: DEMO_CONSUMER.cpf, legalName: DEMO_CONSUMER.name, tradeName: DEMO_CONSUMER.name };
  if (isPerson(id)) {
    const name = `${chance.firstName()} ${chance.lastName()} ${chance.lastName()}`;
    return { document: chance.cpf(), legalName: name, tradeName: name };
  }
  const alphanumeric = id > PERSONS_UNTIL && id <= ALPHANUMERIC_UNTIL;
  const surname = chance.lastName();
  const partner = chance.lastName();
  return {
    document: alphanumeric ? chance.alphanumericCnpj() : chance.cnpj(),
    legalName: chance.pick([
      `${surname} & ${partner} ${chance.pick(TRADES)} Ltda.`,
      `${surname} ${chance.pick(TRADES)} S.A.`,
      `${chance.firstName()} ${surname} ${chance.pick(TRADES)} EIRELI`,
    ]),
    tradeName: `${chance.pick(SHOPS)} ${chance.pick([...CALLED, surname, `Irmãos ${surname}`])}`,
  };
}

const TRADES = [
  'Comércio de Alimentos',
  'Supermercados',
  'Comércio Varejista',
  'Distribuidora',
  'Comércio e Representações',
  'Alimentos e Bebidas',
  'Utilidades Domésticas',
] as const;

const SHOPS = [
  'Supermercado',
  'Mercado',
  'Mercearia',
  'Empório',
  'Atacadão',
  'Padaria',
  'Mercadinho',
  'Minimercado',
  'Casa',
  'Bazar',
  'Conveniência',
  'Lanchonete',
] as const;

const CALLED = [
  'Avenida',
  'Bom Jesus',
  'Boa Esperança',
  'Central',
  'Estrela do Norte',
  'do Povo',
  'Pão Quente',
  'Popular',
  'Primavera',
  'Santo Antônio',
  'São João',
  'Três Irmãos',
  'União',
  'Vitória',
] as const;

const addressOf = (chance: Chance, city: City) => ({
  cep: city.cep + chance.digits(3),
  logradouro: chance.street(),
  numero: String(chance.int(1, 2800)),
  complemento: chance.happens(25) ? `Loja ${chance.int(1, 12)}` : '',
  bairro: chance.pick(NEIGHBOURHOODS),
  ibge: city.ibge,
  cidade: city.name,
  uf: city.state,
});

/** One in ten buys from a second branch; with a single one the wizard selects it automatically. */
function branchesOf(chance: Chance, id: number, { branchId }: Region): number[] {
  const second = id > 2 && chance.happens(10) ? (branchId % 3) + 1 : null;
  return second === null ? [branchId] : [branchId, second];
}
