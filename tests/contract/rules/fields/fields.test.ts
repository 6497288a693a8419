import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  EXTRA_FIELD_TYPES,
  type ExtraField,
  type ExtraFieldsDefinition,
  type ExtraFieldType,
} from '../../../../contract/rules/fields/extraFields.ts';
import { readFieldFilters, readSpan, spanText } from '../../../../contract/rules/fields/fieldFilter.ts';
import { fieldsChanges } from '../../../../contract/rules/fields/fieldsChanges.ts';
import { fieldsForm } from '../../../../contract/rules/fields/fieldsForm.ts';
import { fieldsProblems } from '../../../../contract/rules/fields/fieldsProblems.ts';
import {
  narrowings,
  refusedChanges,
  restoredFields,
} from '../../../../contract/rules/fields/fieldsTransition.ts';
import { fieldText } from '../../../../contract/rules/fields/fieldText.ts';
import { fieldTypes } from '../../../../contract/rules/fields/fieldTypes.ts';
import { formValues, keptValues, mergedValues } from '../../../../contract/rules/fields/fieldValues.ts';
import { metaSchemaProblems } from '../../../../server/config/definitions/metaSchema.ts';
import { formErrors } from '../../../../server/config/forms/validators.ts';

const OPTIONS = [
  { valor: 'A', rotulo: 'Alfa' },
  { valor: 'B', rotulo: 'Beta' },
  { valor: 'C', rotulo: 'Gama', arquivada: true },
];

const optionsOf = (tipo: ExtraFieldType) => (fieldTypes[tipo].options ? { opcoes: OPTIONS } : {});
const field = (chave: string, tipo: ExtraFieldType, more: Partial<ExtraField> = {}): ExtraField => ({
  chave,
  titulo: `Campo ${chave}`,
  tipo,
  ...optionsOf(tipo),
  ...more,
});
const fields = (...campos: ExtraField[]): ExtraFieldsDefinition => ({
  formato: 1,
  id: 'cliente',
  titulo: 'Campos',
  campos,
});

const messages = (definition: ExtraFieldsDefinition) =>
  fieldsProblems(definition).map(({ pointer, severity }) => `${severity} ${pointer}`);
const sentences = (before: ExtraFieldsDefinition, after: ExtraFieldsDefinition) =>
  fieldsChanges(before, after).map(({ sentence }) => sentence);
const judged = (definition: ExtraFieldsDefinition, values: Record<string, unknown>, stored = {}) =>
  Object.keys(formErrors(fieldsForm(definition, stored).schema, values)).sort();

/** A good value of each type. */
const GOOD: Record<ExtraFieldType, unknown> = {
  TEXT: 'texto',
  TEXTAREA: 'duas\nlinhas',
  INTEIRO: 12,
  DECIMAL: '1234.5',
  DINHEIRO: '1234.56',
  DATE: '2026-11-21',
  SELECT: 'A',
  RADIO: 'B',
  MULTISELECT: ['A', 'B'],
  CHECKBOX: true,
  EMAIL: 'ana@exemplo.com.br',
  TELEFONE: '11987654321',
};
const BAD: Record<ExtraFieldType, unknown[]> = {
  TEXT: [1, 'x'.repeat(101)],
  TEXTAREA: [true, 'x'.repeat(1001)],
  INTEIRO: ['12', 1.5, 10 ** 9],
  DECIMAL: [1.5, '1,5', '1e3', '1.555', ''],
  DINHEIRO: ['R$ 1', '1.555', 3],
  DATE: ['21/11/2026', '2026-02-30', ''],
  SELECT: ['D', 'C', ''],
  RADIO: ['C', 1],
  MULTISELECT: ['A', ['A', 'A'], ['D'], ['C']],
  CHECKBOX: ['true', 1],
  EMAIL: ['ana', 'ana@'],
  TELEFONE: ['123', '(11) 98765-4321'],
};

describe('the form of extra fields', () => {
  it.each(EXTRA_FIELD_TYPES)('takes good values of %s and refuses others', (tipo) => {
    const definition = fields(field('um', tipo));
    expect(judged(definition, { um: GOOD[tipo] })).toEqual([]);
    expect(judged(definition, {})).toEqual([]);
    for (const value of BAD[tipo]) expect(judged(definition, { um: value })).not.toEqual([]);
  });
  it.each(EXTRA_FIELD_TYPES)('misses a required %s', (tipo) => {
    const definition = fields(field('um', tipo, { obrigatorio: true }));
    expect(judged(definition, {})).toEqual(['/um']);
    expect(judged(definition, { um: GOOD[tipo] })).toEqual([]);
  });
  it('keeps an archived option good where it stands, and offers it nowhere else', () => {
    const definition = fields(field('rota', 'SELECT'), field('dias', 'MULTISELECT'));
    expect(judged(definition, { rota: 'C' }, { rota: 'C' })).toEqual([]);
    expect(judged(definition, { dias: ['A', 'C'] }, { dias: ['C'] })).toEqual([]);
    expect(judged(definition, { rota: 'C' }, { rota: 'A' })).toEqual(['/rota']);
    const { ui } = fieldsForm(definition, { rota: 'C' });
    expect(ui.rota).toMatchObject({ 'ui:enumNames': { A: 'Alfa', C: 'Gama (arquivada)' } });
  });
  it('leaves archived fields out, and for consumers all that is not public', () => {
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
  it('asks for a conditional field only while it is shown, through two conditions too', () => {
    const definition = fields(
      field('sim', 'CHECKBOX'),
      field('qual', 'SELECT', { visivelSe: { campo: 'sim', valores: [true] }, obrigatorio: true }),
      field('nota', 'TEXT', { visivelSe: { campo: 'qual', valores: ['B'] }, obrigatorio: true }),
    );
    expect(judged(definition, {})).toEqual([]);
    expect(judged(definition, { sim: true })).toEqual(['/qual']);
    expect(judged(definition, { sim: true, qual: 'B' })).toEqual(['/nota']);
    expect(judged(definition, { sim: false, qual: 'B' })).toEqual([]);
    expect(keptValues(definition, { sim: false, qual: 'B', nota: 'x' })).toEqual({ sim: false });
  });
  it('keeps groups together', () => {
    const definition = fields(
      field('um', 'TEXT', { grupo: 'X' }),
      field('dois', 'TEXT'),
      field('tres', 'TEXT', { grupo: 'X' }),
    );
    expect(fieldsForm(definition).ui['ui:order']).toEqual(['um', 'tres', 'dois', '*']);
  });
});

describe('values in words', () => {
  it.each([
    ['TEXT', 'oi', 'oi'],
    ['INTEIRO', 1234, '1.234'],
    ['DECIMAL', '1234.5', '1.234,50'],
    ['DECIMAL', 5, '5,00'],
    ['DINHEIRO', '1234.5', 'R$\u00a01.234,50'],
    ['DATE', '2026-11-21', '21/11/2026'],
    ['SELECT', 'C', 'Gama'],
    ['SELECT', 'Z', 'Z'],
    ['MULTISELECT', ['A', 'C'], 'Alfa, Gama'],
    ['MULTISELECT', 'A', 'Alfa'],
    ['CHECKBOX', false, 'Não'],
    ['TELEFONE', '11987654321', '(11) 98765-4321'],
    ['TEXT', undefined, ''],
    ['MULTISELECT', [], ''],
  ] as const)('%s %j', (tipo, value, text) => {
    expect(fieldText(field('um', tipo), value)).toBe(text);
  });
});

describe('problems', () => {
  it('are none of sound fields of every type', () => {
    const definition = fields(...EXTRA_FIELD_TYPES.map((tipo, index) => field(`campo${index}`, tipo)));
    expect(messages(definition)).toEqual([]);
    expect(metaSchemaProblems('fields', definition)).toEqual([]);
  });
  it('name the place of each', () => {
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
  it('of conditions: nothing there, itself, a circle, a free text, an unknown value, an archived field', () => {
    const on = (campo: string, valores: (string | boolean)[] = ['A']) => ({ visivelSe: { campo, valores } });
    expect(
      messages(
        fields(
          field('um', 'SELECT', on('nada')),
          field('dois', 'SELECT', on('dois')),
          field('tres', 'SELECT', on('quatro')),
          field('quatro', 'SELECT', on('tres')),
          field('texto', 'TEXT', { arquivado: true }),
          field('seis', 'TEXT', on('texto')),
          field('sete', 'TEXT', on('um', ['A', 'Z'])),
        ),
      ),
    ).toEqual([
      'ERRO /campos/0/visivelSe/campo',
      'ERRO /campos/1/visivelSe/campo',
      'ERRO /campos/2/visivelSe/campo',
      'ERRO /campos/3/visivelSe/campo',
      'ERRO /campos/5/visivelSe/campo',
      'ERRO /campos/6/visivelSe/valores/1',
    ]);
  });
});

describe('what may follow what was published', () => {
  const ALLOWED = [
    ['TEXT', 'TEXTAREA'],
    ['TEXTAREA', 'TEXT'],
    ['SELECT', 'RADIO'],
    ['RADIO', 'SELECT'],
    ['SELECT', 'MULTISELECT'],
    ['RADIO', 'MULTISELECT'],
    ['INTEIRO', 'DECIMAL'],
  ];
  it('is a type of the same group only', () => {
    const allowed = EXTRA_FIELD_TYPES.flatMap((from) =>
      EXTRA_FIELD_TYPES.filter(
        (to) =>
          from !== to && refusedChanges(fields(field('um', from)), fields(field('um', to))).length === 0,
      ).map((to) => [from, to]),
    );
    expect(allowed.sort()).toEqual(ALLOWED.sort());
  });
  it('is no field less, and no other key', () => {
    const refused = refusedChanges(fields(field('um', 'TEXT')), fields(field('dois', 'TEXT')));
    expect(refused).toEqual([{ pointer: '/campos', message: expect.stringContaining("'Campo um' (um)") }]);
  });
  it('asks of the records where a rule became tighter, not where an option is only archived', () => {
    const before = fields(
      field('texto', 'TEXTAREA'),
      field('numero', 'INTEIRO', { minimo: 0 }),
      field('rota', 'SELECT'),
      field('dias', 'MULTISELECT'),
      field('casas', 'DECIMAL', { casas: 3 }),
    );
    const after = fields(
      field('texto', 'TEXT', { tamanho: 50 }),
      field('numero', 'INTEIRO', { minimo: 2, maximo: 10 }),
      field('rota', 'SELECT', { opcoes: [{ valor: 'B', rotulo: 'Beta', arquivada: true }] }),
      field('dias', 'MULTISELECT', { tamanho: 1 }),
      field('casas', 'DECIMAL', { casas: 1 }),
    );
    expect(narrowings(before, after).map(({ pointer, narrowing }) => [pointer, narrowing])).toEqual([
      ['/campos/0/tipo', { kind: 'LINHAS' }],
      ['/campos/0/tamanho', { kind: 'TAMANHO', limit: 50 }],
      ['/campos/1/minimo', { kind: 'MINIMO', limit: 2 }],
      ['/campos/1/maximo', { kind: 'MAXIMO', limit: 10 }],
      ['/campos/2/opcoes', { kind: 'OPCAO', value: 'A' }],
      ['/campos/2/opcoes', { kind: 'OPCAO', value: 'C' }],
      ['/campos/3/tamanho', { kind: 'ESCOLHAS', limit: 1 }],
      ['/campos/4/casas', { kind: 'CASAS', limit: 1 }],
    ]);
    expect(narrowings(before, before)).toEqual([]);
  });
  it('going back keeps what came since, archived', () => {
    const old = fields(field('um', 'TEXT'));
    const now = fields(
      field('um', 'TEXT', { titulo: 'Outro' }),
      field('dois', 'SELECT', { obrigatorio: true }),
    );
    const again = restoredFields(now, old);
    expect(refusedChanges(now, again)).toEqual([]);
    expect(again.campos.map(({ chave, titulo, arquivado }) => [chave, titulo, arquivado])).toEqual([
      ['um', 'Campo um', undefined],
      ['dois', 'Campo dois', true],
    ]);
  });
});

describe('differences', () => {
  it('read as sentences', () => {
    const before = fields(
      field('rota', 'SELECT', { titulo: 'Rota' }),
      field('hora', 'TEXT', { titulo: 'Hora', coluna: true }),
      field('velho', 'TEXT', { titulo: 'Velho' }),
    );
    const after = fields(
      field('hora', 'TEXT', { titulo: 'Horário', tamanho: 20 }),
      field('rota', 'MULTISELECT', {
        titulo: 'Rota',
        obrigatorio: true,
        opcoes: [
          { valor: 'A', rotulo: 'Alfa', arquivada: true },
          { valor: 'B', rotulo: 'Bê' },
          { valor: 'D', rotulo: 'Delta' },
        ],
      }),
      field('novo', 'TEXT', { titulo: 'Novo', obrigatorio: true }),
    );
    expect(sentences(before, after)).toEqual([
      "Campo 'Velho' saiu",
      "Campo 'Hora' deixou de ser coluna da lista",
      "Campo 'Hora' passou a se chamar 'Horário'",
      "Campo 'Hora': o tamanho agora é 20",
      "Campo 'Rota' passou a obrigatório",
      'Campo \'Rota\' passou de "Lista" a "Várias escolhas"',
      "Opção 'Gama' saiu do campo 'Rota'",
      "Opção 'Alfa' do campo 'Rota' foi arquivada",
      "Opção 'Beta' do campo 'Rota' passou a se chamar 'Bê'",
      "Opção 'Delta' entrou no campo 'Rota'",
      "Campo 'Novo' entrou, obrigatório",
      'A ordem dos campos mudou',
    ]);
    expect(sentences(before, before)).toEqual([]);
  });
});

describe('filters', () => {
  const campos = [
    field('rota', 'SELECT', { filtravel: true }),
    field('visitas', 'INTEIRO', { filtravel: true }),
    field('dia', 'DATE', { filtravel: true }),
    field('livre', 'TEXT'),
  ];
  it('are read by what their fields are', () => {
    expect(
      readFieldFilters(campos, ['rota:A', 'rota:B', 'visitas:1..4', 'dia:2026-11-01..', 'visitas:3']).filters,
    ).toEqual([
      { kind: 'VALOR', key: 'rota', values: ['A', 'B'] },
      { kind: 'FAIXA', key: 'visitas', from: '1', to: '4' },
      { kind: 'FAIXA', key: 'dia', from: '2026-11-01', to: '' },
      { kind: 'FAIXA', key: 'visitas', from: '3', to: '3' },
    ]);
  });
  it.each([
    'livre:x',
    'nada:1',
    'rota',
    ':A',
    'visitas:um',
    'visitas:..',
    'dia:2026-02-30..',
    'visitas:1e9..',
    'rota:',
  ])('%s is refused', (text) => {
    expect(readFieldFilters(campos, [text])).toEqual({ filters: [], refused: [text] });
  });
  it.each([
    ['3', '3', '3'],
    ['1 a 4', '1', '4'],
    ['1-4', '1', '4'],
    ['até 1.234,5', '', '1234.5'],
    ['a partir de 2', '2', ''],
    ['>= 2', '2', ''],
    ['2026-11-01', '2026-11-01', '2026-11-01'],
    ['..-3', '', '-3'],
  ])('reads %s as people mean it', (text, from, to) => {
    expect(readSpan(text)).toEqual({ from, to });
  });
  it('say spans without loss', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(readSpan(spanText(String(a), String(b)))).toEqual({ from: String(a), to: String(b) });
      }),
    );
  });
});

describe('whatever the fields are', () => {
  const anyField = fc
    .record({
      tipo: fc.constantFrom(...EXTRA_FIELD_TYPES),
      obrigatorio: fc.boolean(),
      arquivado: fc.boolean(),
      publico: fc.boolean(),
    })
    .map((given) => given);
  const anyDefinition = fc
    .array(anyField, { maxLength: 8 })
    .map((all) => fields(...all.map(({ tipo, ...rest }, index) => field(`campo${index}`, tipo, rest))));
  const valuesOf = (definition: ExtraFieldsDefinition) =>
    Object.fromEntries(definition.campos.map(({ chave, tipo }) => [chave, GOOD[tipo]]));

  it('good values are taken, survive the form and lose nothing that was not asked', () => {
    fc.assert(
      fc.property(anyDefinition, fc.boolean(), (definition, onlyPublic) => {
        const stored = valuesOf(definition);
        const form = formValues(definition, stored, { onlyPublic });
        expect(formErrors(fieldsForm(definition, stored, { onlyPublic }).schema, form)).toEqual({});
        expect(mergedValues(definition, stored, keptValues(definition, form), { onlyPublic })).toEqual(
          stored,
        );
      }),
      { numRuns: 60 },
    );
  });
  it('a sound definition says nothing of itself, follows itself, and says no difference', () => {
    fc.assert(
      fc.property(anyDefinition, (definition) => {
        expect(fieldsProblems(definition).filter(({ severity }) => severity === 'ERRO')).toEqual([]);
        expect(refusedChanges(definition, definition)).toEqual([]);
        expect(fieldsChanges(definition, structuredClone(definition))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
  it('going back never loses a field', () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (now, older) => {
        const again = restoredFields(now, { ...older, campos: older.campos.slice(0, now.campos.length) });
        const keys = again.campos.map(({ chave }) => chave);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { chave } of now.campos) expect(keys).toContain(chave);
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(['cliente', 'ticket'])('schemas/fields/%s.json', (name) => {
  it('is sound', () => {
    const content = JSON.parse(readFileSync(`schemas/fields/${name}.json`, 'utf8'));
    expect(metaSchemaProblems('fields', content)).toEqual([]);
    expect(fieldsProblems(content)).toEqual([]);
    expect(content.campos.filter(({ obrigatorio }: ExtraField) => obrigatorio)).toEqual([]);
  });
});
