import { describe, expect, it } from '@jest/globals';
import { customRecordType } from '#contract/records/customType.ts';
import { recordSchema } from '#contract/records/fields/fieldSchema.ts';
import { normalizeValue, recordText } from '#contract/records/fields/normalizeRecord.ts';
import { personalKind } from '#contract/records/fields/personalFields.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { STANDARD_SETTINGS } from '#contract/records/routes/recordImport.ts';
import { type CampoType, campoTypes, EXTRA_FIELDS, OWN_TYPE_FIELDS } from '#contract/rules/fields/campo.ts';
import { fieldText, presentValue } from '#contract/rules/fields/fieldValues.ts';
import { writtenValue } from '#contract/rules/fields/writtenValue.ts';
import { readCell } from '#contract/rules/imports/readCell.ts';
import { masked } from '#contract/rules/privacy/masks.ts';
import { customTypeProblems } from '#contract/rules/records/customTypeProblems.ts';
import { keptInstant } from '#contract/rules/time/instantText.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { field, GOOD, OPTIONS } from './someFields.ts';

// Each kind of each place, as people and programs write it: a new kind fails here until it says how.

interface Kind {
  /** Ways in which a cell of a sheet, another program or a rule may write the value of `GOOD`. */
  written: readonly string[];
  /** What is none. */
  odd: readonly string[];
}

const KINDS: Readonly<Record<Exclude<CampoType, 'LISTA' | 'REFERENCIA'>, Kind>> = {
  TEXT: { written: [' texto '], odd: [] },
  TEXTAREA: { written: ['duas\nlinhas'], odd: [] },
  INTEIRO: { written: ['12', '12,0'], odd: ['doze', '1,5'] },
  DECIMAL: { written: ['1234,5', '1.234,50'], odd: ['mil'] },
  DINHEIRO: { written: ['1234,56', '1.234,56'], odd: ['mil'] },
  PERCENTUAL: { written: ['12,5', '12,5%', '12,50 %'], odd: ['metade'] },
  DATE: { written: ['21/11/2026', '2026-11-21'], odd: ['amanhã', '31/02/2026'] },
  INSTANTE: {
    written: ['21/11/2026 14:30', '2026-11-21 14:30', '21/11/2026 às 14h30', '2026-11-21T17:30:00Z'],
    odd: ['21/11/2026', 'amanhã às 9h', '31/02/2026 10:00', '21/11/2026 24:30'],
  },
  SELECT: { written: ['A', 'alfa', 'Alfa'], odd: ['Delta'] },
  RADIO: { written: ['B', 'BETA'], odd: ['Delta'] },
  MULTISELECT: { written: ['A; B', 'Alfa;Beta', 'alfa, beta', 'Alfa; Beta; Alfa'], odd: ['A; Delta'] },
  CHECKBOX: { written: ['sim', 'S', 'true'], odd: ['talvez'] },
  EMAIL: { written: [' ana@exemplo.com.br'], odd: [] },
  TELEFONE: { written: ['(11) 98765-4321', '11987654321'], odd: [] },
  CPF: { written: ['529.982.247-25', '52998224725'], odd: [] },
  CNPJ: { written: ['12.ABC.345/01DE-35', '12ABC34501DE35'], odd: [] },
  DOCUMENTO: { written: ['12.ABC.345/01DE-35'], odd: [] },
  CEP: { written: ['01001-000', '01001000'], odd: [] },
  CHAVE_NFE: { written: ['35261112ABC34501DE35550020000007001100007005'], odd: [] },
  // A text sends no file.
  ARQUIVO: { written: [], odd: ['laudo.pdf'] },
};

const kindOf = (tipo: CampoType): Kind => {
  const found = KINDS[tipo as keyof typeof KINDS];
  if (!found) throw new Error(`${tipo} says nothing`);
  return found;
};
const good = (tipo: CampoType) => GOOD[tipo as keyof typeof GOOD];

describe.each(EXTRA_FIELDS.types)('an extra field of kind %s', (tipo) => {
  const one = field('um', tipo);

  it('reads what rules and files write, in the one form that is stored', () => {
    for (const text of kindOf(tipo).written)
      expect([text, writtenValue(one, text)]).toEqual([text, { value: good(tipo) }]);
    for (const text of kindOf(tipo).odd)
      expect([text, 'problem' in writtenValue(one, text)]).toEqual([text, true]);
    expect(writtenValue(one, '  ')).toEqual({ value: null });
    expect(presentValue(one, good(tipo))).toEqual(good(tipo));
  });

  it('is shown as people read it, and empty as nothing', () => {
    expect(fieldText(one, good(tipo))).not.toBe('');
    expect(fieldText(one, undefined)).toBe('');
    expect(fieldText(one, '')).toBe('');
  });
});

const OWN = OWN_TYPE_FIELDS.types.filter((tipo) => tipo !== 'LISTA' && tipo !== 'REFERENCIA');

describe.each(OWN)('a field of an own type of kind %s', (tipo) => {
  const options = campoTypes[tipo].options ? { opcoes: OPTIONS.slice(0, 2) } : {};
  const definition = {
    formato: 2,
    chave: 'provas',
    titulo: { um: 'prova', muitos: 'provas' },
    descricao: 'Provas.',
    codigo: ['nome'],
    nome: 'nome',
    escopo: ['empresa'],
    campos: [
      { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
      { chave: 'campo', titulo: 'Campo', tipo, ...options },
    ],
  } as const;
  const type = customRecordType(definition as never);
  const own = type.campos.campo as RecordField;
  /** An hour without an offset is that of the branch, which the server adds. */
  const stored = (value: unknown) =>
    tipo === 'INSTANTE' ? keptInstant(value, undefined, DEFAULT_TIME_ZONE) : value;
  const judged = (campo: unknown) =>
    formErrors(recordSchema(type), { nome: 'x', ...(campo !== undefined && { campo }) });

  it('is published, judged, and stored in one form however it is written', async () => {
    expect(customTypeProblems(definition as never, [])).toEqual([]);
    expect(await judged(good(tipo))).toEqual({});
    expect(await judged(undefined)).toEqual({});
    expect(normalizeValue(own, good(tipo))).toEqual(good(tipo));
    expect(normalizeValue(own, '')).toBeNull();
    for (const text of kindOf(tipo).written) {
      const read = readCell({ text: text.trim(), kind: 'text' }, own, STANDARD_SETTINGS);
      expect([text, 'value' in read && stored(normalizeValue(own, read.value))]).toEqual([text, good(tipo)]);
    }
    for (const text of kindOf(tipo).odd)
      expect([text, 'problem' in readCell({ text, kind: 'text' }, own, STANDARD_SETTINGS)]).toEqual([
        text,
        true,
      ]);
  });

  it('comes back from a sheet that it was exported to', () => {
    const text = recordText(own, good(tipo)).replace(', ', '; ');
    const read = readCell({ text: text.replace('R$\u00a0', ''), kind: 'text' }, own, STANDARD_SETTINGS);
    expect('value' in read && stored(normalizeValue(own, read.value))).toEqual(good(tipo));
  });

  it('shows nothing of itself to who sees no personal data, where it is personal', () => {
    const kind = personalKind({ ...own, pessoal: true });
    const shown = JSON.stringify(masked(kind ?? 'TEXTO', good(tipo)) ?? null);
    expect(kind).not.toBeNull();
    if (tipo !== 'CNPJ' && tipo !== 'DOCUMENTO') expect(shown).not.toContain(JSON.stringify(good(tipo)));
  });
});

describe('an item of a list', () => {
  it('takes no several choices, which one cell could not say', () => {
    const list = {
      ...{ chave: 'itens', titulo: 'Itens', tipo: 'LISTA', item: 'Item', codigo: ['peca'] },
      campos: [
        { chave: 'peca', titulo: 'Peça', tipo: 'TEXT', obrigatorio: true },
        { chave: 'cores', titulo: 'Cores', tipo: 'MULTISELECT', opcoes: OPTIONS.slice(0, 2) },
      ],
    };
    const nome = { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true };
    const type = { formato: 2, chave: 'provas', titulo: { um: 'prova', muitos: 'provas' }, descricao: 'x' };
    const found = customTypeProblems(
      { ...type, codigo: ['nome'], nome: 'nome', campos: [nome, list] } as never,
      [],
    );
    expect(found.map(({ pointer }) => pointer)).toContain('/campos/1/campos/1/tipo');
  });
});
