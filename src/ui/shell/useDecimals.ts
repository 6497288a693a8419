import { DEFAULT_VALUE_DECIMALS } from '../../../contract/rules/format.ts';
import { currentInitialLoad } from '../../dataProvider/session.ts';

/** Number of decimals for monetary values, as set by the parameters (document 000 section 9). */
export function useValueDecimals(): number {
  const value = currentInitialLoad()?.parametros.casasDecimaisValor;
  return typeof value === 'number' ? value : DEFAULT_VALUE_DECIMALS;
}
