import type { OrderStatus } from '#contract/catalogs/orderStatus.ts';
import type { Chance } from '../chance.ts';

export interface Planned {
  stage: 'ORCAMENTO' | 'PEDIDO';
  status: OrderStatus;
  /** Days since it was created. */
  age: number;
}

const QUOTES = 1_200;
const ORDERS = 1_500;

/** Weight and age range, in days, of quotes or orders with a status. */
type Share = readonly [OrderStatus, weight: number, from: number, to: number];

const QUOTE_SHARES: readonly Share[] = [
  ['COTACAO', 8, 0, 25],
  ['ORCAMENTO_ANALISE', 5, 0, 14],
  ['ATIVO', 24, 0, 6],
  ['ATIVO', 8, 7, 28],
  ['VENCIDO', 28, 8, 330],
  ['PERDIDO', 27, 3, 360],
];
const ORDER_SHARES: readonly Share[] = [
  ['AGUARDANDO', 4, 0, 2],
  ['ANALISE', 4, 0, 3],
  ['BLOQUEADO', 2, 1, 9],
  ['DEPOSITO', 2, 0, 5],
  ['LIBERADO', 3, 0, 3],
  ['SEPARACAO', 3, 0, 4],
  ['FATURADO', 8, 1, 8],
  ['TRANSPORTE', 5, 2, 9],
  ['ENTREGUE', 50, 6, 365],
  ['DEVOLUCAO', 3, 12, 300],
  ['CANCELADO', 5, 2, 340],
  ['REJEITADO', 2, 4, 320],
  ['PAGAMENTO_PENDENTE', 3, 0, 1],
  ['PAGAMENTO_REALIZADO', 3, 0, 3],
  ['PAGAMENTO_EXPIRADO', 3, 3, 20],
];

/** Twelve months of quotes and orders in every status, the oldest first. */
export function planOrders(chance: Chance): Planned[] {
  return [
    ...drawn(chance, 'ORCAMENTO', QUOTES, QUOTE_SHARES),
    ...drawn(chance, 'PEDIDO', ORDERS, ORDER_SHARES),
  ].sort((a, b) => b.age - a.age);
}

function drawn(chance: Chance, stage: Planned['stage'], count: number, shares: readonly Share[]): Planned[] {
  const pairs = shares.map((share) => [share, share[1]] as const);
  return Array.from({ length: count }, () => {
    const [status, , from, to] = chance.weighted(pairs);
    return { stage, status, age: chance.int(from, to) };
  });
}
