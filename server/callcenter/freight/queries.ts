import { createHash } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { freightRoutes } from '#contract/callcenter/orders/freight.ts';
import type { Input } from '#contract/route.ts';
import { normalizePostalCode } from '#contract/rules/contact.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import {
  type Destination,
  destinationNamed,
  isElsewhere,
  placeText,
} from '#contract/rules/freight/delivery.ts';
import type { FreightGoods } from '#contract/rules/freight/payableFreight.ts';
import { freightSize } from '#contract/rules/freight/rateTable.ts';
import { lineTotal } from '#contract/rules/orders/orderTotals.ts';
import { findAddress } from '../../adapters/postalCode/findAddress.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { customers, deliveryAddresses, orderItems, packagings, products } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { type City, cityOf, townNamed } from '../../places.ts';
import { isAlive } from '../../session/lifetime.ts';
import { sealer, unsealed } from '../../session/secrets.ts';
import type { OrderRecord } from '../orderCore/commands.ts';

export interface LoadedGoods extends FreightGoods {
  /** Fingerprint of the lines: equal for the same goods from the same branches. */
  print: string;
  lines: number;
}

/** The goods to be shipped for a quote in its current state, and their value. */
export async function goodsOf(db: Executor, orderId: number): Promise<LoadedGoods> {
  const rows = await db
    .select({
      productId: orderItems.productId,
      branchId: orderItems.branchId,
      quantity: orderItems.quantity,
      price: orderItems.price,
      bonus: orderItems.bonus,
      factor: sql<string>`coalesce(${packagings.conversionFactor}, 1)::text`,
      netWeight: products.netWeight,
      grossWeight: products.grossWeight,
      height: products.height,
      width: products.width,
      length: products.length,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(packagings, eq(packagings.id, orderItems.packagingId))
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.removedAt)))
    .orderBy(asc(orderItems.line));
  const carried = rows.map(({ productId, branchId, quantity, factor }) => [
    productId,
    branchId,
    quantity,
    factor,
  ]);
  return {
    weight: freightSize(rows).netWeight,
    total: sumDecimals(
      rows.filter(({ bonus }) => !bonus).map(({ quantity, price }) => lineTotal(quantity, price)),
    ),
    print: createHash('sha256').update(JSON.stringify(carried)).digest('base64url'),
    lines: rows.length,
  };
}

type FreightFacts = Pick<
  OrderRecord,
  'id' | 'customerId' | 'branchId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

/** A fingerprint of everything that freight depends on; an offer holds for the quote as it was when carriers were asked. */
export const fingerprintOf = (order: FreightFacts, { print, total }: LoadedGoods): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        order.id,
        order.customerId,
        order.branchId,
        order.deliveryAddressId,
        order.freightTypeId,
        order.redispatchCarrierId,
        print,
        total,
      ]),
    )
    .digest('base64url');

/** The chosen freight as stored in the quote (`orders.freight_quote`). */
export interface StoredFreight extends FreightGoods {
  kind: 'OFERTA' | 'MANUAL';
  carrierId: number;
  carrier: string;
  number: string;
  days: number;
  forecast: string | null;
  place: string;
  /** The destination it was calculated for; absent in those stored before this field existed. */
  destination?: Destination;
  /** A payable amount that differs from the calculated one, set when it was chosen. */
  set: string | null;
}

/** `null` without a freight, and for those stored before the server issued its own offers. */
export function storedFreight({ freightQuote }: Pick<OrderRecord, 'freightQuote'>): StoredFreight | null {
  return freightQuote && 'kind' in freightQuote ? (freightQuote as unknown as StoredFreight) : null;
}

/** A quote without freight charges, until carriers are asked again. */
export const NO_FREIGHT = { freight: '0', freightOriginal: '0', freightQuote: null };

/** The destination of a quote's goods: its delivery address, or else the customer's own. */
export async function ownDestination(
  db: Executor,
  { customerId, deliveryAddressId }: Pick<OrderRecord, 'customerId' | 'deliveryAddressId'>,
): Promise<Destination> {
  if (deliveryAddressId !== null) {
    const [row] = await db
      .select()
      .from(deliveryAddresses)
      .where(eq(deliveryAddresses.id, deliveryAddressId));
    if (row) return { uf: row.state, cidade: row.city, ibge: row.ibge, cep: row.cep };
  }
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  const own = customer?.deliveryAddress ?? customer?.address;
  return {
    uf: own?.uf ?? '',
    cidade: own?.cidade ?? '',
    ibge: own?.ibge ?? '',
    cep: own?.cep ?? '',
  };
}

/**
 * A message when a quote's freight was calculated for another destination than its goods have now (the customer moved, or it
 * was chosen that way earlier); the quote cannot become an order until one of them changes. '' when they agree.
 */
export async function destinationMismatchText(db: Executor, order: OrderRecord): Promise<string> {
  const freight = storedFreight(order);
  if (!freight || order.redispatchCarrierId !== null) return '';
  const own = await ownDestination(db, order);
  const requested = freight.destination ?? destinationNamed(freight.place);
  return isElsewhere(own, requested)
    ? `O frete foi calculado até ${placeText(requested)}, e a entrega é em ${placeText(own)}. Calcule o frete de novo ou mude o endereço de entrega.`
    : '';
}

/** A carrier's offer for a quote, as shown by this server. */
interface SealedOffer {
  kind: 'OFERTA';
  /** Fingerprint of what it was calculated for (fingerprintOf). */
  print: string;
  carrierId: number;
  carrier: string;
  number: string;
  price: string;
  days: number;
  forecast: string | null;
  place: string;
  destination: Destination;
}

/** Proof that carriers were asked for a quote before freight is entered by hand. */
export interface SealedManual {
  kind: 'MANUAL';
  print: string;
  number: string;
  /** The lowest price any carrier asked; `null` when none gave a price. */
  floor: string | null;
  place: string;
  destination: Destination;
}

type Sealed = SealedOffer | SealedManual;

/** Prices hold for an hour; after that carriers are asked again. */
const VALIDITY_MS = 60 * 60 * 1000;

/** The price of freight is never taken from a browser: a client that chooses an offer sends it back as it was sealed. */
export const freightSealer = (db: Executor, now: Date): Promise<(sealed: Sealed) => string> =>
  sealer(db, SEAL, new Date(now.getTime() + VALIDITY_MS));

/** Opens a seal that was made here and has not expired. */
export async function openSeal(db: Executor, seal: string, now: Date): Promise<Sealed> {
  const read = await unsealed<Sealed>(db, SEAL, seal);
  if (!read)
    throw refused(
      'FRETE_DESCONHECIDO',
      'Este frete não foi calculado aqui. Calcule o frete e escolha uma oferta.',
    );
  if (!isAlive(new Date(read.until), VALIDITY_MS, now))
    throw refused('FRETE_VENCIDO', 'O cálculo do frete tem mais de uma hora. Calcule de novo.');
  return read;
}

const SEAL = 'frete';

type Requested = Pick<Input<typeof freightRoutes.quotes>['query'], 'cidade' | 'uf' | 'cepEntrega'>;

const CEP_NOT_FOUND = 'Verifique o cep digitado, ele não foi localizado em nossa base de dados.';

/**
 * State and town as chosen; without a state, those of the postal code. Throws 422 for a town that is not in its state and for
 * an unknown postal code.
 */
export async function placeOf(
  ctx: Pick<Context, 'db' | 'settings'>,
  requested: Requested,
): Promise<Destination> {
  const cep = normalizePostalCode(requested.cepEntrega ?? '');
  const uf = requested.uf ?? '';
  if (!uf && !cep) throw invalid({ cepEntrega: 'Escolha o estado e a cidade, ou informe o CEP.' });
  if (!uf) return placeOfCep(ctx, cep);
  const town = requested.cidade?.trim() ?? '';
  const city = town ? cityNamed(uf, town) : undefined;
  if (town && !city) throw invalid({ cidade: `Escolha uma cidade de ${uf}.` });
  return { uf, cidade: city?.cidade ?? '', ibge: city?.ibge ?? '', cep };
}

async function placeOfCep(ctx: Pick<Context, 'db' | 'settings'>, cep: string): Promise<Destination> {
  const address = await findAddress(ctx, cep);
  if (!address) throw refused('CEP_NAO_ENCONTRADO', CEP_NOT_FOUND, { cepEntrega: CEP_NOT_FOUND });
  return { uf: address.uf, cidade: address.localidade, ibge: address.ibge, cep };
}

/** Finds a city by its IBGE code, or by its name ignoring accents and case. */
function cityNamed(uf: string, town: string): City | undefined {
  if (/^\d{7}$/.test(town)) {
    const city = cityOf(town);
    return city?.uf === uf ? city : undefined;
  }
  return townNamed(uf, town);
}
