import { STANDARD_SETTINGS } from '../../records/routes/recordImport.ts';
import { readCell } from '../imports/readCell.ts';
import { storedInstant } from '../time/instantText.ts';
import { DEFAULT_TIME_ZONE } from '../time/zonedTime.ts';
import { EXTRA_FIELD_TYPES, type ExtraField, type ExtraFieldType } from './extraField.ts';
import { presentValue } from './fieldValues.ts';

/** An added field, or one of a record type. */
type WrittenField = Pick<ExtraField, 'titulo' | 'opcoes'> & { tipo: string };

type Written = { value: unknown } | { problem: string };

const OPTIONS: ReadonlySet<string> = new Set(['SELECT', 'RADIO']);
const PLAIN: ReadonlySet<string> = new Set([
  ...['INTEIRO', 'DECIMAL', 'DINHEIRO', 'PERCENTUAL', 'DATE', 'INSTANTE', 'CHECKBOX'],
  ...['CPF', 'CNPJ', 'DOCUMENTO', 'CEP'],
]);
const SEPARATORS = /[;,\n]/;
/** '12/11/2026 10:30': a field of days takes the day of a moment. */
const MOMENT = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})[ T,].*$/;

/** The value of a field in its wire form as a text says it, read like the cell of a sheet; `null` for a blank text. */
export function writtenValue({ tipo, titulo, opcoes = [] }: WrittenField, written: string): Written {
  const text = written.trim();
  if (text === '') return { value: null };
  if (tipo === 'ARQUIVO')
    return { problem: `${titulo} guarda arquivos, que só se enviam pela tela ou pela API.` };
  if (tipo === 'MULTISELECT') return chosenAmong({ titulo, opcoes }, text);
  if (!PLAIN.has(tipo) && !OPTIONS.has(tipo)) return { value: inStoredForm(tipo, text) };
  const day = tipo === 'DATE' ? text.replace(MOMENT, '$1') : text;
  const read = OPTIONS.has(tipo) ? 'SELECT' : (tipo as 'DATE');
  const found = readCell({ text: day, kind: 'text' }, { tipo: read, titulo, opcoes }, STANDARD_SETTINGS);
  return 'problem' in found ? found : { value: inStoredForm(tipo, found.value) };
}

/** An hour is one of the company's clock, as rules write it into their texts; the record's branch keeps the same instant. */
function inStoredForm(tipo: string, value: unknown): unknown {
  if (tipo === 'INSTANTE' && typeof value === 'string') return storedInstant(value, DEFAULT_TIME_ZONE);
  return isExtraType(tipo) ? (presentValue({ tipo }, value) ?? null) : value;
}

const isExtraType = (tipo: string): tipo is ExtraFieldType => EXTRA_FIELD_TYPES.some((each) => each === tipo);

function chosenAmong({ titulo, opcoes }: Required<Pick<ExtraField, 'titulo' | 'opcoes'>>, text: string) {
  const chosen: unknown[] = [];
  for (const part of text.split(SEPARATORS)) {
    const found = writtenValue({ tipo: 'SELECT', titulo, opcoes }, part);
    if ('problem' in found) return found;
    if (found.value !== null) chosen.push(found.value);
  }
  return { value: [...new Set(chosen)] };
}
