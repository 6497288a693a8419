import { describe, expect, it } from '@jest/globals';
import { call } from '#contract/expression/tree.ts';
import {
  EXTRA_FIELD_TYPES,
  type ExtraFieldsDefinition,
  type ExtraFieldType,
} from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { fieldText, visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { field, fields, GOOD } from './someFields.ts';

const problemsOf = async (definition: ExtraFieldsDefinition, values: Record<string, unknown>, stored = {}) =>
  Object.keys(await formErrors(fieldsForm(definition, stored).schema, values)).sort();

const LAUDO = [GOOD.ARQUIVO].flat()[0] as object;

const BAD: Record<ExtraFieldType, unknown[]> = {
  TEXT: [1, 'x'.repeat(101)],
  TEXTAREA: [true, 'x'.repeat(1001)],
  INTEIRO: ['12', 1.5, 10 ** 9],
  DECIMAL: [1.5, '1,5', '1e3', '1.555', ''],
  DINHEIRO: ['R$ 1', '1.555', 3],
  DATE: ['21/11/2026', '2026-02-30', ''],
  INSTANTE: ['2026-11-21', '21/11/2026 14:30', '2026-11-21T24:30', ''],
  SELECT: ['D', 'C', ''],
  RADIO: ['C', 1],
  MULTISELECT: ['A', ['A', 'A'], ['D'], ['C']],
  CHECKBOX: ['true', 1],
  EMAIL: ['ana', 'ana@'],
  TELEFONE: ['123', '(11) 98765-4321'],
  PERCENTUAL: [12.5, '12,5', '12.555', '1e3', ''],
  CPF: ['52998224724', '529.982.247-25', '12ABC34501DE35', ''],
  CNPJ: ['52998224725', '12.ABC.345/01DE-35', '12ABC34501DE36', ''],
  DOCUMENTO: ['52998224724', '12.ABC.345/01DE-35', ''],
  CEP: ['01001-000', '0100100', ''],
  CHAVE_NFE: ['35', 'x'.repeat(44), ''],
  ARQUIVO: ['laudo.pdf', ['laudo.pdf'], [{ id: 'laudo' }], [{ nome: 'laudo.pdf' }], [{ ...LAUDO, mais: 1 }]],
};

describe('form of extra fields', () => {
  it.each(EXTRA_FIELD_TYPES)('accepts good values of %s and rejects others', async (tipo) => {
    const definition = fields(field('um', tipo));
    expect(await problemsOf(definition, { um: GOOD[tipo] })).toEqual([]);
    expect(await problemsOf(definition, {})).toEqual([]);
    for (const value of BAD[tipo]) expect(await problemsOf(definition, { um: value })).not.toEqual([]);
  });
  it.each(EXTRA_FIELD_TYPES)('reports a missing required %s', async (tipo) => {
    const definition = fields(field('um', tipo, { obrigatorio: true }));
    expect(await problemsOf(definition, {})).toEqual(['/um']);
    expect(await problemsOf(definition, { um: GOOD[tipo] })).toEqual([]);
  });
  it('accepts and offers an archived option only where it is already stored', async () => {
    const definition = fields(field('rota', 'SELECT'), field('dias', 'MULTISELECT'));
    expect(await problemsOf(definition, { rota: 'C' }, { rota: 'C' })).toEqual([]);
    expect(await problemsOf(definition, { dias: ['A', 'C'] }, { dias: ['C'] })).toEqual([]);
    expect(await problemsOf(definition, { rota: 'C' }, { rota: 'A' })).toEqual(['/rota']);
    const { ui } = fieldsForm(definition, { rota: 'C' });
    expect(ui.rota).toMatchObject({ 'ui:enumNames': { A: 'Alfa', C: 'Gama (arquivada)' } });
  });
  it('omits archived fields, and for consumers all that are not public', () => {
    const definition = fields(
      field('um', 'TEXT', { arquivado: true, obrigatorio: true }),
      field('dois', 'TEXT', { publico: true }),
      field('tres', 'TEXT', { obrigatorio: true }),
    );
    expect(fieldsForm(definition).ui['ui:order']).toEqual(['dois', 'tres', '*']);
    expect(fieldsForm(definition, {}, { onlyPublic: true }).schema).toEqual({
      type: 'object',
      properties: { dois: expect.anything() },
    });
  });
  it('requires a conditional field only while it is shown, also through two conditions', async () => {
    const definition = fields(
      field('sim', 'CHECKBOX'),
      field('qual', 'SELECT', {
        visivelSe: call('igual', { campo: 'sim' }, { logico: true }),
        obrigatorio: true,
      }),
      field('nota', 'TEXT', {
        visivelSe: call('igual', { campo: 'qual' }, { texto: 'B' }),
        obrigatorio: true,
      }),
    );
    expect(await problemsOf(definition, {})).toEqual([]);
    expect(await problemsOf(definition, { sim: true })).toEqual(['/qual']);
    expect(await problemsOf(definition, { sim: true, qual: 'B' })).toEqual(['/nota']);
    expect(await problemsOf(definition, { sim: false, qual: 'B' })).toEqual([]);
    expect(visibleValues(definition, { sim: false, qual: 'B', nota: 'x' })).toEqual({ sim: false });
  });
  it('keeps the fields of a group together', () => {
    const definition = fields(
      field('um', 'TEXT', { grupo: 'X' }),
      field('dois', 'TEXT'),
      field('tres', 'TEXT', { grupo: 'X' }),
    );
    expect(fieldsForm(definition).ui['ui:order']).toEqual(['um', 'tres', 'dois', '*']);
  });
});

describe("text of an extra field's value", () => {
  it.each([
    ['TEXT', 'oi', 'oi'],
    ['INTEIRO', 1234, '1.234'],
    ['DECIMAL', '1234.5', '1.234,50'],
    ['DECIMAL', 5, '5,00'],
    ['DINHEIRO', '1234.5', 'R$\u00a01.234,50'],
    ['DATE', '2026-11-21', '21/11/2026'],
    ['INSTANTE', '2026-11-21T14:30:00-04:00', '21/11/2026 14:30'],
    ['SELECT', 'C', 'Gama'],
    ['SELECT', 'Z', 'Z'],
    ['MULTISELECT', ['A', 'C'], 'Alfa, Gama'],
    ['MULTISELECT', 'A', 'Alfa'],
    ['CHECKBOX', false, 'Não'],
    ['TELEFONE', '11987654321', '(11) 98765-4321'],
    ['PERCENTUAL', '12.5', '12,5%'],
    ['PERCENTUAL', 10, '10%'],
    ['CPF', '52998224725', '529.982.247-25'],
    ['CPF', '529.982.247-25', '529.982.247-25'],
    ['CNPJ', '12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['DOCUMENTO', '52998224725', '529.982.247-25'],
    ['CEP', '01001000', '01001-000'],
    ['CHAVE_NFE', '35', '35'],
    ['TEXT', undefined, ''],
    ['MULTISELECT', [], ''],
  ] as const)('%s %j', (tipo, value, text) => {
    expect(fieldText(field('um', tipo), value)).toBe(text);
  });
});
