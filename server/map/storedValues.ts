import type { MapField } from '#contract/map/entity.ts';
import type { CustomField } from '#contract/records/customType.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';

/** A value as text, in the column `campos` of `r`. The key is validated again, because it becomes part of a query. */
export function storedText(chave: string): string {
  if (!/^[a-z][a-zA-Z0-9]{1,39}$/.test(chave)) throw new Error(`not a key of a field: ${chave}`);
  return `(r.campos ->> '${chave}')`;
}

/** What is none of the kind reads as empty: a field may have had another type, or its key another field, and one odd value would end the whole report. */
const number = (text: string) => `relatorio.numero(${text})`;
export const isTrue = (text: string) => `coalesce(${text} = 'true', false)`;

/** Several choices, or what can only be shown, as one text. */
export const choicesText = (text: string) => `translate(${text}, '[]"', '')`;

/** How the values of each type are read, and whether they may be summed. */
export const KINDS: Partial<
  Record<CustomField['tipo'], [ColumnType, (text: string) => string, Pick<MapField, 'soma'>?]>
> = {
  INTEIRO: ['INTEIRO', (text) => `trunc(${number(text)})::bigint`, { soma: 'SOMA' }],
  DECIMAL: ['DECIMAL', number, { soma: 'SOMA' }],
  DINHEIRO: ['DINHEIRO', number, { soma: 'SOMA' }],
  PERCENTUAL: ['PERCENTUAL', number, { soma: 'MEDIA' }],
  DATE: ['DATA', (text) => `relatorio.dia(${text})`],
  INSTANTE: ['DATAHORA', (text) => `relatorio.momento(${text})`],
};

/** The options of a field that holds one of them by its value; what it may still hold from before is among them. */
export const optionsOf = ({
  tipo,
  opcoes = [],
}: Pick<CustomField, 'opcoes'> & { tipo: string }): Pick<MapField, 'opcoes'> =>
  (tipo === 'SELECT' || tipo === 'RADIO') && opcoes.length > 0
    ? { opcoes: opcoes.map(({ valor, rotulo }) => ({ valor, rotulo })) }
    : {};
