import { eq } from 'drizzle-orm';
import type { freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { Input } from '../../../contract/route.ts';
import { normalizePostalCode } from '../../../contract/rules/postalCode.ts';
import type { Executor } from '../../db/client.ts';
import { customers, deliveryAddresses } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderLock.ts';
import { foldedName, type Place } from './destination.ts';

type Asked = Input<typeof freightRoutes.quotes>['query'];
type Quote = Pick<
  OrderRecord,
  'stage' | 'customerId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

interface Calculation {
  order: Quote;
  asked: Asked;
  /** As it was looked up; without it what was asked counts. */
  place: Place | undefined;
  lines: number;
  mayWaive: boolean;
}

/**
 * Why nothing of a calculation can be chosen for its quote; `null` when it can. A freight to a nearer town, of another
 * kind or of other goods would be a way to lower it.
 */
export async function consultationReason(db: Executor, calculation: Calculation): Promise<string | null> {
  const { order, asked, lines, mayWaive } = calculation;
  if (order.stage !== 'ORCAMENTO') return 'Já é um pedido: o cálculo serve só de consulta.';
  if (lines === 0) return 'O orçamento ainda não tem itens: o cálculo serve só de consulta.';
  if (asked.idTipoFrete !== order.freightTypeId)
    return 'Este não é o tipo de frete do orçamento: o cálculo serve só de consulta.';
  const redispatched = order.redispatchCarrierId !== null;
  if ((asked.redespacho === 1) !== redispatched)
    return 'O redespacho não é o do orçamento: o cálculo serve só de consulta.';
  // What is handed over to another carrier, or may be given away, may be reckoned to anywhere.
  if (redispatched || mayWaive) return null;
  return (await isElsewhere(db, calculation))
    ? 'Este não é o lugar da entrega: o cálculo serve só de consulta. Para usar um destes fretes, escolha o endereço de entrega no orçamento.'
    : null;
}

/** Another state, town or postal code than goods go to, as far as both are known. */
async function isElsewhere(db: Executor, { order, asked, place }: Calculation): Promise<boolean> {
  const own = await ownPlace(db, order);
  const uf = place?.uf ?? asked.uf ?? '';
  const town = place?.cidade ?? asked.cidade ?? '';
  const cep = normalizePostalCode(asked.cepEntrega ?? '');
  const differ = (a: string, b: string) => a !== '' && b !== '' && a !== b;
  if (differ(own.uf, uf) || differ(own.cep, cep)) return true;
  if (place?.ibge && own.ibge) return place.ibge !== own.ibge;
  return town !== own.ibge && differ(foldedName(own.cidade), foldedName(town));
}

/** Where the goods of a quote go: its delivery address, else the customer's own. */
async function ownPlace(db: Executor, { customerId, deliveryAddressId }: Quote): Promise<Place> {
  if (deliveryAddressId !== null) {
    const [row] = await db
      .select()
      .from(deliveryAddresses)
      .where(eq(deliveryAddresses.id, deliveryAddressId));
    if (row) return { uf: row.state, cidade: row.city, ibge: row.ibge, cep: normalizePostalCode(row.cep) };
  }
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  const own = customer?.deliveryAddress ?? customer?.address;
  return {
    uf: own?.uf ?? '',
    cidade: own?.cidade ?? '',
    ibge: own?.ibge ?? '',
    cep: normalizePostalCode(own?.cep ?? ''),
  };
}
