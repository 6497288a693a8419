import type { Decimal } from '#contract/rules/decimal.ts';
import { isSameUnit, namedUnit, type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import type { TicketItem } from '#contract/sac/tickets/ticketItems.ts';

type Units = Pick<TicketItem, 'unidade' | 'fator' | 'embalagens'>;

/** The unit in which the line's quantities stand. */
export const ownUnit = ({ unidade, fator }: Pick<Units, 'unidade' | 'fator'>): ReturnUnit => ({
  unit: unidade,
  factor: fator,
});

/** The units in which a quantity of the line is exact, so that the line can be told in them; its own among them. */
export function unitsFor(item: Units, quantity: Decimal): ReturnUnit[] {
  const own = ownUnit(item);
  const all = item.embalagens.map(({ unidade, fator }) => ({ unit: unidade, factor: fator }));
  const allUnits = all.some((each) => isSameUnit(each, own)) ? all : [own, ...all];
  return allUnits.filter((each) => toldAs(quantity, own, each) !== null);
}

interface NamedUnit {
  unidade?: string | null | undefined;
  fator?: string | number | null | undefined;
}

/** The unit that somebody chose for the line, or its own. */
export const chosenUnit = (item: Units, given: NamedUnit | undefined): ReturnUnit =>
  (given?.unidade && namedUnit(unitsFor(item, '0'), given)) || ownUnit(item);

/** The choice as it is sent; nothing where it is the line's own. */
export const sentUnit = (item: Units, unit: ReturnUnit): { unidade?: string; fator?: string } =>
  isSameUnit(unit, ownUnit(item)) ? {} : { unidade: unit.unit, fator: unit.factor };
