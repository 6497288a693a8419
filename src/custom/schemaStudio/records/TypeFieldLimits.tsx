import type { Problem } from '../../../../contract/config/definitions.ts';
import type { CustomField } from '../../../../contract/records/customType.ts';
import { NumberProperty, TextProperty } from '../parts/PropertyFields.tsx';

interface TypeFieldLimitsProps {
  field: CustomField;
  at: string;
  onChange: (changes: Partial<CustomField>) => void;
  problems: Problem[];
  readOnly: boolean;
}

const TEXTS = ['TEXT', 'TEXTAREA', 'EMAIL'];
const DECIMALS = ['DECIMAL', 'DINHEIRO', 'PERCENTUAL'];

/** How long, how large, and what a text must look like. */
export function TypeFieldLimits({ field, at, onChange, ...shared }: TypeFieldLimitsProps) {
  const { tipo } = field;
  const decimal = DECIMALS.includes(tipo);
  const number = decimal || tipo === 'INTEIRO';
  const limit = (key: 'tamanho' | 'casas' | 'minimo' | 'maximo', label: string, unit = '') => (
    <NumberProperty
      {...shared}
      label={label}
      unit={unit}
      any={decimal && (key === 'minimo' || key === 'maximo')}
      pointer={`${at}/${key}`}
      value={field[key] ?? null}
      onChange={(value) => onChange({ [key]: value ?? undefined })}
    />
  );
  const text = (key: 'expressao' | 'expressaoMensagem', label: string, help: string, maxLength: number) => (
    <TextProperty
      {...shared}
      label={label}
      pointer={`${at}/${key}`}
      value={field[key] ?? ''}
      onChange={(value) => onChange({ [key]: value })}
      help={help}
      maxLength={maxLength}
    />
  );
  return (
    <>
      {TEXTS.includes(tipo) && limit('tamanho', 'Tamanho máximo', 'caracteres')}
      {tipo === 'TEXT' &&
        text('expressao', 'Expressão', 'O texto precisa segui-la: ^CT-\\d{1,8}$ pede CT- e números.', 300)}
      {tipo === 'TEXT' &&
        field.expressao &&
        text('expressaoMensagem', 'Texto quando não segue', 'O que se diz a quem escreve outra coisa.', 120)}
      {decimal && limit('casas', 'Casas depois da vírgula', 'casas')}
      {number && limit('minimo', 'Menor valor')}
      {number && limit('maximo', 'Maior valor')}
    </>
  );
}
