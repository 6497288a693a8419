import type { Negotiation } from '../../../contract/callcenter/negotiations.ts';
import { formatCount } from '../../../contract/rules/format.ts';

/** What can be done with prices that were asked for. */
export type DecisionKind = 'autorizar' | 'negar' | 'cancelar' | 'ciente';

/** Asked, and waiting for the person's word. */
export interface Decision {
  kind: DecisionKind;
  rows: readonly Negotiation[];
}

const ALLOWED: Record<DecisionKind, keyof Negotiation['acoes']> = {
  autorizar: 'decidir',
  negar: 'decidir',
  cancelar: 'cancelar',
  ciente: 'estarCiente',
};

/** Those of the rows with which it can be done now. */
export const rowsFor = (kind: DecisionKind, rows: readonly Negotiation[]): Negotiation[] =>
  rows.filter(({ acoes }) => acoes[ALLOWED[kind]]);

export const rowName = ({ idPedido, produto }: Negotiation): string =>
  `${produto.descricao}, orçamento ${idPedido}`;

/** '1 preço', '3 preços'. */
export const pricesText = (count: number): string => formatCount(count, 'preço', 'preços');
