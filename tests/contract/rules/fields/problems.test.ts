import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  EXTRA_FIELD_TYPES,
  type ExtraField,
  type ExtraFieldsDefinition,
} from '#contract/rules/fields/extraField.ts';
import { fieldsProblems } from '#contract/rules/fields/fieldsProblems.ts';
import { metaSchemaProblems } from '#server/config/definitions/metaSchema.ts';
import { field, fields, OPTIONS } from './someFields.ts';

const messages = (definition: ExtraFieldsDefinition) =>
  fieldsProblems(definition).map(({ pointer, severity }) => `${severity} ${pointer}`);

describe('problems of a definition of extra fields', () => {
  it('are none for valid fields of every type', () => {
    const definition = fields(...EXTRA_FIELD_TYPES.map((tipo, index) => field(`campo${index}`, tipo)));
    expect(messages(definition)).toEqual([]);
    expect(metaSchemaProblems('fields', definition)).toEqual([]);
  });
  it('name the place of each error', () => {
    expect(
      messages(
        fields(
          field('um', 'TEXT', { opcoes: OPTIONS, casas: 2, minimo: 1 }),
          field('um', 'SELECT', { opcoes: [...OPTIONS, { valor: 'A', rotulo: 'Beta' }], tamanho: 3 }),
          field('tres', 'INTEIRO', { minimo: 2, maximo: 1.5, tamanho: 20 }),
          field('quatro', 'TEXTAREA', { filtravel: true }),
          field('cinco', 'SELECT', { opcoes: [{ valor: 'A', rotulo: 'Alfa', arquivada: true }] }),
          field('seis', 'TEXT', { publico: true }),
        ),
      ),
    ).toEqual([
      'ERRO /campos/1/chave',
      'ERRO /campos/0/opcoes',
      'ERRO /campos/0/casas',
      'ERRO /campos/0/minimo',
      'ERRO /campos/1/opcoes/3/valor',
      'ERRO /campos/1/opcoes/3/rotulo',
      'ERRO /campos/1/tamanho',
      'ERRO /campos/2/tamanho',
      'ERRO /campos/2/maximo',
      'ERRO /campos/2/maximo',
      'ERRO /campos/3/filtravel',
      'ERRO /campos/4/opcoes',
      'AVISO /campos/1/titulo',
      'AVISO /campos/5/publico',
    ]);
  });
});

describe.each(['cliente', 'ticket'])('schemas/fields/%s.json', (name) => {
  it('is valid and requires no field', () => {
    const content = JSON.parse(readFileSync(`schemas/fields/${name}.json`, 'utf8'));
    expect(metaSchemaProblems('fields', content)).toEqual([]);
    expect(fieldsProblems(content)).toEqual([]);
    expect(content.campos.filter(({ obrigatorio }: ExtraField) => obrigatorio)).toEqual([]);
  });
});
