import type { freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { Input } from '../../../contract/route.ts';
import { type Destination, isElsewhere } from '../../../contract/rules/freight/destination.ts';
import type { Executor } from '../../db/client.ts';
import type { OrderRecord } from '../orderLock.ts';
import { ownDestination } from './ownDestination.ts';

type Asked = Input<typeof freightRoutes.quotes>['query'];
type Quote = Pick<
  OrderRecord,
  'stage' | 'customerId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

interface Calculation {
  order: Quote;
  asked: Asked;
  /** As it was looked up; without it what was asked counts. */
  place: Destination | undefined;
  lines: number;
}

export interface Consultation {
  text: string;
  /** Only the place differs: as its delivery address the offers could be chosen. */
  isElsewhere: boolean;
}

/**
 * Why nothing of a calculation can be chosen for its quote; `null` when it can. A freight belongs to its destination,
 * whoever may give freight away; one of another kind or of other goods would be a way to lower it.
 */
export async function consultationReason(
  db: Executor,
  calculation: Calculation,
): Promise<Consultation | null> {
  const text = otherFreight(calculation);
  if (text !== null) return { text, isElsewhere: false };
  // What is handed over to another carrier travels to the place of the handing over.
  if (calculation.order.redispatchCarrierId !== null) return null;
  const own = await ownDestination(db, calculation.order);
  return isElsewhere(own, askedPlace(calculation)) ? { text: ELSEWHERE, isElsewhere: true } : null;
}

const ELSEWHERE =
  'Este não é o lugar da entrega: o cálculo serve só de consulta. Para usar um destes fretes, faça deste lugar o endereço de entrega do orçamento.';

function otherFreight({ order, asked, lines }: Calculation): string | null {
  if (order.stage !== 'ORCAMENTO') return 'Já é um pedido: o cálculo serve só de consulta.';
  if (lines === 0) return 'O orçamento ainda não tem itens: o cálculo serve só de consulta.';
  if (asked.idTipoFrete !== order.freightTypeId)
    return 'Este não é o tipo de frete do orçamento: o cálculo serve só de consulta.';
  const redispatched = order.redispatchCarrierId !== null;
  if ((asked.redespacho === 1) !== redispatched)
    return 'O redespacho não é o do orçamento: o cálculo serve só de consulta.';
  return null;
}

/** As it was looked up, else as it was asked. */
const askedPlace = ({ asked, place }: Calculation): Destination =>
  place ?? { uf: asked.uf ?? '', cidade: asked.cidade ?? '', ibge: '', cep: asked.cepEntrega ?? '' };
