import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CustomTypeDefinition, customRecordType } from '#contract/records/customType.ts';
import { recordForm } from '#contract/records/fields/fieldSchema.ts';
import { EXTERNAL_CODES } from '#contract/records/recordType.ts';
import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { EXTRA_FIELDS, OWN_TYPE_FIELDS } from '#contract/rules/fields/campo.ts';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { metaSchemaProblems } from '#server/config/definitions/metaSchema.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { valueNear } from '../../../schemas/valueNear.ts';
import { extraMeaning, type FieldInFormat1, ownMeaning } from './formatOne.ts';

const OPTIONS = [
  { valor: 'A', rotulo: 'Alfa' },
  { valor: 'B', rotulo: 'Beta' },
];
const WITH_OPTIONS = ['SELECT', 'RADIO', 'MULTISELECT'];
const DECIMALS = ['DECIMAL', 'DINHEIRO', 'PERCENTUAL'];
const TEXTS = ['TEXT', 'TEXTAREA', 'EMAIL'];

const some = <T>(is: boolean, arbitrary: fc.Arbitrary<T>) =>
  is ? fc.option(arbitrary, { nil: undefined }) : fc.constant(undefined);

/** Any field that format 1 allowed in a place; what it does not name is absent. */
const anyField = (types: readonly string[], place: 'extra' | 'own') =>
  fc
    .constantFrom(...types)
    .chain((tipo) => {
      const isDecimal = DECIMALS.includes(tipo);
      const isNumber = isDecimal || tipo === 'INTEIRO';
      const isSized = TEXTS.includes(tipo) || isDecimal || (place === 'extra' && tipo === 'INTEIRO');
      const hasPlaces = isDecimal && (place === 'own' || tipo === 'DECIMAL');
      return fc.record({
        tipo: fc.constant(tipo),
        obrigatorio: some(true, fc.boolean()),
        tamanho: some(isSized || tipo === 'MULTISELECT', fc.integer({ min: 1, max: 15 })),
        casas: some(hasPlaces, fc.integer({ min: 0, max: 8 })),
        minimo: some(isNumber, fc.integer({ min: -20, max: 0 })),
        maximo: some(isNumber, fc.integer({ min: 1, max: 20_000 })),
        opcoes: fc.constant(WITH_OPTIONS.includes(tipo) ? OPTIONS : undefined),
        expressao: some(place === 'own' && tipo === 'TEXT', fc.constant('^CT-\\d+$')),
        largo: some(place === 'own', fc.boolean()),
        referencia: fc.constant(tipo === 'REFERENCIA' ? 'clientes' : undefined),
      });
    })
    .map((field) => Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)))
    .map((field) => ({ ...field, chave: 'campo', titulo: 'Campo' }) as FieldInFormat1);

const extraDefinition = (...campos: FieldInFormat1[]) => ({
  formato: 1,
  id: 'ticket',
  titulo: 'Campos',
  campos,
});

const NAME = { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true };

const ownDefinition = (...campos: FieldInFormat1[]) => ({
  formato: 1,
  chave: 'contratos',
  titulo: { um: 'contrato', muitos: 'contratos' },
  descricao: 'Contratos',
  campos: [NAME, ...campos],
  codigo: ['nome'],
  nome: 'nome',
  escopo: ['empresa'],
});

interface Form {
  schema: JsonSchema;
  ui: Readonly<Record<string, unknown>>;
}

const extraForm = (definition: object): Form =>
  fieldsForm(inCampoFormat(definition) as ExtraFieldsDefinition);
const ownForm = (definition: object): Form =>
  recordForm(customRecordType(inCampoFormat(definition) as CustomTypeDefinition));

/** A field's part of a form. */
function drawn({ schema, ui }: Form) {
  const { properties } = schema as { properties: Record<string, JsonSchema> };
  const { title: _, ...rules } = properties.campo ?? {};
  const layout = ui.campo as { 'ui:widget': string; 'ui:options'?: { casas?: number; largo?: boolean } };
  const { casas, largo } = layout['ui:options'] ?? {};
  return {
    schema: rules,
    widget: layout['ui:widget'],
    ...(casas !== undefined && { places: casas }),
    isWide: largo ?? layout['ui:widget'] === 'textarea',
  };
}

/** Kinds that a place took in format 2 only. */
const LATER: ReadonlySet<string> = new Set([
  'CPF',
  'CNPJ',
  'DOCUMENTO',
  'CEP',
  'CHAVE_NFE',
  'PERCENTUAL',
  'ARQUIVO',
]);

const PLACES = [
  [
    'extra',
    EXTRA_FIELDS.types.filter((type) => !LATER.has(type)),
    extraDefinition,
    extraForm,
    extraMeaning,
    'fields',
  ],
  [
    'own',
    OWN_TYPE_FIELDS.types.filter((type) => !['LISTA', 'RADIO', 'MULTISELECT'].includes(type)),
    ownDefinition,
    ownForm,
    ownMeaning,
    'record',
  ],
] as const;

describe.each(PLACES)(
  'a definition of %s fields in format 1',
  (place, types, definitionOf, formOf, meaning, meta) => {
    it('means in format 2 what it meant: the same schema and the same layout', () => {
      fc.assert(
        fc.property(anyField(types, place), (field) => {
          expect(drawn(formOf(definitionOf(field)))).toEqual(meaning(field));
        }),
        { numRuns: 400 },
      );
    });

    it('judges any value as before, whether it is given or missing', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyField(types, place).chain((field) =>
            fc.tuple(fc.constant(field), fc.option(valueNear(meaning(field).schema), { nil: undefined })),
          ),
          async ([field, value]) => {
            const { schema } = formOf(definitionOf(field));
            const before: JsonSchema = {
              type: 'object',
              properties: { campo: meaning(field).schema },
              ...(field.obrigatorio && { required: ['campo'] }),
            };
            const refused = async (form: JsonSchema, given: object) =>
              Object.keys(await formErrors(form, given)).some((pointer) => pointer.startsWith('/campo'));
            const given = value === undefined ? {} : { campo: value };
            expect(await refused(schema, given)).toBe(await refused(before, given));
          },
        ),
        { numRuns: 150 },
      );
    });

    it('is a valid file in both formats, and converting it again changes nothing', () => {
      fc.assert(
        fc.property(anyField(types, place), (field) => {
          const definition = definitionOf(field);
          const converted = inCampoFormat(definition);
          expect(metaSchemaProblems(meta, definition)).toEqual([]);
          expect(metaSchemaProblems(meta, converted)).toEqual([]);
          expect(converted.formato).toBe(2);
          expect(inCampoFormat(converted)).toBe(converted);
          expect(inCampoFormat(definition)).toEqual(converted);
        }),
        { numRuns: 100 },
      );
    });
  },
);

describe('converting', () => {
  it('reaches the fields of a list', () => {
    const list = { chave: 'itens', titulo: 'Itens', tipo: 'LISTA' };
    const item = { chave: 'valor', titulo: 'Valor', tipo: 'DINHEIRO' };
    const converted = inCampoFormat(ownDefinition({ ...list, campos: [item] } as FieldInFormat1));
    expect(converted.campos[1]).toEqual({ ...list, campos: [{ ...item, tamanho: 11, casas: 4 }] });
  });

  it('leaves every other content as it is, whatever its shape', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ formato: fc.constant(1), campos: fc.anything() })),
        (content) => {
          expect(() => inCampoFormat(content)).not.toThrow();
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.anything()), (campos) => {
        expect(() => inCampoFormat({ formato: 1, id: 'ticket', campos })).not.toThrow();
        expect(() => inCampoFormat({ formato: 1, chave: 'x', campos })).not.toThrow();
      }),
    );
    const mail = { formato: 1, id: 'resposta', titulo: 'Resposta', texto: ['Olá'] };
    expect(inCampoFormat(mail)).toBe(mail);
  });

  it('draws the codes of other systems as before', () => {
    expect(Object.keys(ownForm(ownDefinition()).ui)).toContain(EXTERNAL_CODES);
  });
});
