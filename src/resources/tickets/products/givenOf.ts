import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { givenText } from '../../../../contract/rules/tickets/returnUnits.ts';
import type { TicketItem } from '../../../../contract/sac/tickets/ticketItems.ts';

type TicketUnits = Pick<TicketItem, 'unidade' | 'fator' | 'unidadeNota' | 'fatorNota'>;

/** A quantity of a line: '3 UN (0,25 CX)'. */
export const givenOf = ({ unidade, fator, unidadeNota, fatorNota }: TicketUnits, quantity: Decimal): string =>
  givenText(quantity, { unit: unidade, factor: fator }, { unit: unidadeNota, factor: fatorNota });
