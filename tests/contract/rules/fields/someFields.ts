import { campoTypes } from '#contract/rules/fields/campo.ts';
import type { ExtraField, ExtraFieldsDefinition, ExtraFieldType } from '#contract/rules/fields/extraField.ts';

/** The last option is archived. */
export const OPTIONS = [
  { valor: 'A', rotulo: 'Alfa' },
  { valor: 'B', rotulo: 'Beta' },
  { valor: 'C', rotulo: 'Gama', arquivada: true },
];

const optionsOf = (tipo: ExtraFieldType) => (campoTypes[tipo].options ? { opcoes: OPTIONS } : {});
export const field = (chave: string, tipo: ExtraFieldType, more: Partial<ExtraField> = {}): ExtraField => ({
  chave,
  titulo: `Campo ${chave}`,
  tipo,
  ...optionsOf(tipo),
  ...more,
});
export const fields = (...campos: ExtraField[]): ExtraFieldsDefinition => ({
  formato: 2,
  // Only tickets keep files.
  id: campos.some(({ tipo }) => tipo === 'ARQUIVO') ? 'ticket' : 'cliente',
  titulo: 'Campos',
  campos,
});

/** A valid value of each type. */
export const GOOD: Record<ExtraFieldType, unknown> = {
  TEXT: 'texto',
  TEXTAREA: 'duas\nlinhas',
  INTEIRO: 12,
  DECIMAL: '1234.5',
  DINHEIRO: '1234.56',
  DATE: '2026-11-21',
  INSTANTE: '2026-11-21T14:30:00-03:00',
  SELECT: 'A',
  RADIO: 'B',
  MULTISELECT: ['A', 'B'],
  CHECKBOX: true,
  EMAIL: 'ana@exemplo.com.br',
  TELEFONE: '11987654321',
  PERCENTUAL: '12.5',
  CPF: '52998224725',
  CNPJ: '12ABC34501DE35',
  DOCUMENTO: '12ABC34501DE35',
  CEP: '01001000',
  CHAVE_NFE: '35261112ABC34501DE35550020000007001100007005',
  ARQUIVO: [
    {
      id: '7f0c2b1e-3a4d-4e5f-8a9b-0c1d2e3f4a5b',
      mime: 'application/pdf',
      nome: 'laudo.pdf',
      tamanho: 10,
    },
  ],
};
