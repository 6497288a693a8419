import type { Problem } from '../../../../contract/config/definitions.ts';
import type { ExtraField } from '../../../../contract/rules/fields/extraFields.ts';
import { DEFAULT_DECIMALS, DEFAULT_SIZE } from '../../../../contract/rules/fields/fieldSchema.ts';
import { fieldTypes } from '../../../../contract/rules/fields/fieldTypes.ts';
import { NumberProperty } from '../parts/PropertyFields.tsx';

interface LimitPropertiesProps {
  field: ExtraField;
  at: string;
  onChange: (changes: Partial<ExtraField>) => void;
  problems: Problem[];
  readOnly: boolean;
}

const TEXTS = ['TEXT', 'TEXTAREA', 'EMAIL'];

/** How long, how many, how large. */
export function LimitProperties({ field, at, onChange, ...shared }: LimitPropertiesProps) {
  const { tipo } = field;
  const number = fieldTypes[tipo].number === true;
  const limit = (
    key: 'tamanho' | 'casas' | 'minimo' | 'maximo',
    label: string,
    unit: string,
    usual?: number,
  ) => (
    <NumberProperty
      {...shared}
      label={label}
      unit={unit}
      any={key === 'minimo' || key === 'maximo'}
      pointer={`${at}/${key}`}
      value={field[key] ?? null}
      onChange={(value) => onChange({ [key]: value ?? undefined })}
      help={usual === undefined ? undefined : `Em branco: ${usual}.`}
    />
  );
  return (
    <>
      {TEXTS.includes(tipo) && limit('tamanho', 'Tamanho máximo', 'caracteres', DEFAULT_SIZE[tipo])}
      {tipo === 'MULTISELECT' && limit('tamanho', 'No máximo', 'escolhas')}
      {tipo === 'DECIMAL' && limit('casas', 'Casas depois da vírgula', 'casas', DEFAULT_DECIMALS)}
      {number && limit('minimo', 'Menor valor', '')}
      {number && limit('maximo', 'Maior valor', '')}
    </>
  );
}
