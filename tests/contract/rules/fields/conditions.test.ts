import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { call, type Expression, MAX_DEPTH, MAX_LIST, MAX_NODES } from '#contract/expression/tree.ts';
import { EXTRA_FIELDS } from '#contract/rules/fields/campo.ts';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import { conditionText } from '#contract/rules/fields/conditionText.ts';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { fieldsProblems } from '#contract/rules/fields/fieldsProblems.ts';
import { formFields, judgedByKey, visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { judgedFields } from '#contract/rules/fields/judgedFields.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { metaSchemaProblems } from '#server/config/definitions/metaSchema.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import { field, fields } from './someFields.ts';

const campo = (path: string): Expression => ({ campo: path });
const is = (path: string, texto: string) => call('igual', campo(path), { texto });
const yes = (path: string) => call('igual', campo(path), { logico: true });

const errorsOf = async (definition: ExtraFieldsDefinition, values: Record<string, unknown>, facts = {}) =>
  Object.keys(
    await formErrors(fieldsForm(definition).schema, visibleValues(definition, values, facts), facts),
  ).sort();

describe('a field that was shown by the values of another one', () => {
  type Old = { chave: string; tipo: string; visivelSe?: { campo: string; valores: unknown[] } };
  const DEPENDED = ['SELECT', 'RADIO', 'MULTISELECT', 'CHECKBOX'] as const;
  const VALUES = ['A', 'B', 'AB', true, false];

  /** Frozen: how such a field was judged before conditions were expressions. */
  function wasShown(on: Old, values: Record<string, unknown>, byKey: Map<string, Old>, depth = 0): boolean {
    if (!on.visivelSe) return true;
    const other = byKey.get(on.visivelSe.campo);
    if (!other || depth > byKey.size) return false;
    const held = [values[on.visivelSe.campo]].flat();
    const holds = held.some((each) => on.visivelSe?.valores.includes(each));
    return holds && wasShown(other, values, byKey, depth + 1);
  }

  const anyOld = fc
    .array(
      fc.record({
        tipo: fc.constantFrom(...DEPENDED),
        on: fc.option(fc.nat(6), { nil: undefined }),
        valores: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 7 },
    )
    .map((all) =>
      all.map(({ tipo, on, valores }, index) => ({
        ...field(`campo${index}`, tipo),
        ...(tipo !== 'CHECKBOX' && { opcoes: ['A', 'B', 'AB'].map((valor) => ({ valor, rotulo: valor })) }),
        // Only to earlier ones, so that there is no circle, as was required.
        ...(on !== undefined && on < index && { visivelSe: { campo: `campo${on}`, valores } }),
      })),
    );
  const anyValue = (tipo: string) =>
    tipo === 'CHECKBOX'
      ? fc.option(fc.boolean(), { nil: undefined })
      : tipo === 'MULTISELECT'
        ? fc.option(fc.subarray(['A', 'B', 'AB']), { nil: undefined })
        : fc.option(fc.constantFrom('A', 'B', 'AB'), { nil: undefined });

  it('is shown as before, whatever the values and however long the chain', () => {
    fc.assert(
      fc.property(
        anyOld.chain((campos) =>
          fc.tuple(fc.constant(campos), fc.tuple(...campos.map(({ tipo }) => anyValue(tipo)))),
        ),
        ([campos, given]) => {
          const values = Object.fromEntries(campos.map(({ chave }, index) => [chave, given[index]]));
          const read = inCampoFormat({ formato: 2, id: 'ticket', titulo: 'Campos', campos });
          const judged = judgedFields(judgedByKey(read.campos as readonly ExtraField[]), values);
          const byKey = new Map(campos.map((each) => [each.chave, each as Old]));
          for (const each of campos)
            expect([each.chave, judged.isShown(each.chave)]).toEqual([
              each.chave,
              wasShown(each as Old, values, byKey),
            ]);
          expect(
            metaSchemaProblems('fields', { formato: 2, id: 'ticket', titulo: 'Campos', campos }),
          ).toEqual([]);
          expect(metaSchemaProblems('fields', read)).toEqual([]);
          expect(inCampoFormat(read)).toBe(read);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('conditions of fields', () => {
  it('show a field of a company alone, and demand it there', async () => {
    const definition = fields(
      field('inscricao', 'TEXT', { visivelSe: is('registro.pessoa', 'CNPJ'), obrigatorio: true }),
      field('apelido', 'TEXT', { obrigatorioSe: is('registro.pessoa', 'CPF') }),
    );
    expect(fieldsProblems(definition)).toEqual([]);
    const [company, person] = [customerFacts('CNPJ'), customerFacts('CPF')];
    expect(await errorsOf(definition, {}, company)).toEqual(['/inscricao']);
    expect(await errorsOf(definition, {}, person)).toEqual(['/apelido']);
    expect(await errorsOf(definition, {})).toEqual([]);
    expect(visibleValues(definition, { inscricao: '1', apelido: 'x' }, person)).toEqual({ apelido: 'x' });
    expect(visibleValues(definition, { inscricao: '1' }, company)).toEqual({ inscricao: '1' });
  });

  it('compare numbers, days and choices, and read a hidden field as empty', async () => {
    const definition = fields(
      field('dias', 'MULTISELECT'),
      field('valor', 'DINHEIRO', { visivelSe: yes('dias.A') }),
      field('desde', 'DATE'),
      field('motivo', 'TEXT', {
        visivelSe: call('maior', campo('valor'), { numero: '1000.5' }),
        obrigatorioSe: call('menor', campo('desde'), { data: '2026-01-01' }),
      }),
      field('aviso', 'TEXT', { visivelSe: call('vazio', campo('valor')) }),
    );
    expect(fieldsProblems(definition)).toEqual([]);
    const given = { dias: ['A', 'B'], valor: '1000.51', desde: '2025-12-31', motivo: 'm', aviso: 'a' };
    expect(Object.keys(visibleValues(definition, given))).toEqual(['dias', 'valor', 'desde', 'motivo']);
    const { motivo: _, ...without } = given;
    expect(await errorsOf(definition, without)).toEqual(['/motivo']);
    expect(await errorsOf(definition, { ...without, desde: '2026-01-01' })).toEqual([]);
    // The amount stays typed, and counts for nothing.
    expect(Object.keys(visibleValues(definition, { ...given, dias: ['B'] }))).toEqual([
      'dias',
      'desde',
      'aviso',
    ]);
  });

  it('never demand what they hide, and the form judges any values as the server keeps them', async () => {
    const chained = fields(
      ...Array.from({ length: 12 }, (_, index) =>
        field(`campo${index}`, 'CHECKBOX', {
          obrigatorio: true,
          ...(index > 0 && {
            visivelSe: index % 3 === 0 ? call('vazio', campo(`campo${index - 1}`)) : yes(`campo${index - 1}`),
          }),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), async (given) => {
        const all = Object.fromEntries(given.map((each, index) => [`campo${index}`, each]));
        const judged = judgedFields(judgedByKey(chained.campos), all);
        const shown = chained.campos.map(({ chave }) => chave).filter(judged.isShown);
        expect(Object.keys(visibleValues(chained, all))).toEqual(shown);
        expect(await errorsOf(chained, all)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('end, and show nothing, where fields wait for each other in an old definition', () => {
    const circle = fields(
      field('um', 'CHECKBOX', { visivelSe: yes('dois') }),
      field('dois', 'CHECKBOX', { visivelSe: yes('um') }),
      field('proprio', 'CHECKBOX', { visivelSe: yes('proprio') }),
    );
    expect(visibleValues(circle, { um: true, dois: true, proprio: true })).toEqual({});
  });

  it('leave out of the form what depends on a field that the person does not see', () => {
    const definition = fields(
      field('renda', 'CHECKBOX', { pessoal: true }),
      field('faixa', 'CHECKBOX', { visivelSe: yes('renda') }),
      field('nota', 'TEXT', { visivelSe: yes('faixa') }),
      field('livre', 'TEXT'),
    );
    const keys = (reader: object) => formFields(definition, reader).map(({ chave }) => chave);
    expect(keys({ noPersonal: true })).toEqual(['livre']);
    expect(keys({})).toEqual(['renda', 'faixa', 'nota', 'livre']);
  });

  it('are said as sentences, with the labels of options', () => {
    const { campos } = fields(field('rota', 'SELECT'), field('dias', 'MULTISELECT'));
    const both = call(
      'todas',
      call('em', campo('rota'), { lista: [{ texto: 'A' }, { texto: 'B' }] }),
      yes('dias.B'),
    );
    expect(conditionText(both, campos)).toBe('Campo rota é Alfa ou Beta, e Campo dias › Beta: sim');
    expect(conditionText(is('registro.pessoa', 'CNPJ'), campos)).toBe(
      'Cliente › Tipo de pessoa é igual a Empresa (CNPJ)',
    );
  });
});

describe('formulas', () => {
  const order = fields(
    field('quantidade', 'INTEIRO'),
    field('preco', 'DECIMAL', { casas: 4 }),
    field('total', 'DINHEIRO', { formula: call('vezes', campo('quantidade'), campo('preco')) }),
    field('cada', 'DECIMAL', { formula: call('dividido', campo('total'), campo('quantidade')), casas: 3 }),
    field('grande', 'CHECKBOX', { formula: call('maior', campo('total'), { numero: '100' }) }),
    field('resumo', 'TEXT', { formula: call('junta', campo('quantidade'), { texto: ' un' }), tamanho: 5 }),
    field('motivo', 'TEXT', { visivelSe: yes('grande'), obrigatorio: true }),
  );

  it('are exact, in the places of their field, whatever was sent for them', () => {
    expect(fieldsProblems(order)).toEqual([]);
    expect(
      visibleValues(order, { quantidade: 3, preco: '33.3349', total: '1', grande: false, motivo: 'x' }),
    ).toEqual({
      ...{ quantidade: 3, preco: '33.3349', motivo: 'x' },
      ...{ total: '100', cada: '33.333', grande: false, resumo: '3 un' },
      motivo: undefined,
    });
  });

  it('are empty where a part is, and divide by nothing into nothing', () => {
    expect(visibleValues(order, { preco: '2', total: '9' })).toEqual({ preco: '2', resumo: ' un'.trim() });
    expect(visibleValues(order, { quantidade: 0, preco: '2' })).toMatchObject({ total: '0', grande: false });
    expect(visibleValues(order, { quantidade: 0, preco: '2' })).not.toHaveProperty('cada');
  });

  it('decide what is shown and demanded', async () => {
    expect(await errorsOf(order, { quantidade: 2, preco: '60' })).toEqual(['/motivo']);
    expect(await errorsOf(order, { quantidade: 1, preco: '60', motivo: 'x' })).toEqual([]);
  });

  it('are drawn read-only, of every type that they may have', () => {
    const { ui } = fieldsForm(order);
    for (const { chave, formula } of order.campos)
      expect([chave, (ui[chave] as Record<string, unknown>)['ui:disabled'] === true]).toEqual([
        chave,
        formula !== undefined,
      ]);
  });
});

describe('problems of conditions', () => {
  const at = (definition: ExtraFieldsDefinition) =>
    fieldsProblems(definition)
      .filter(({ severity }) => severity === 'ERRO')
      .map(({ pointer, message }) => `${pointer}: ${message}`);

  it('stand at the part that is wrong', () => {
    expect(
      at(
        fields(
          field('um', 'SELECT', { visivelSe: is('nada', 'A') }),
          field('dois', 'SELECT', { visivelSe: is('dois', 'A') }),
          field('tres', 'SELECT', { visivelSe: is('quatro', 'A') }),
          field('quatro', 'SELECT', { visivelSe: is('tres', 'A') }),
          field('velho', 'TEXT', { arquivado: true }),
          field('seis', 'TEXT', { obrigatorioSe: is('velho', 'x') }),
          field('sete', 'TEXT', {
            visivelSe: call('em', campo('um'), { lista: [{ texto: 'A' }, { texto: 'Z' }] }),
          }),
          field('oito', 'TEXT', { visivelSe: call('maior', campo('um'), { numero: '1' }) }),
          field('nove', 'TEXT', { visivelSe: campo('um') }),
          field('dez', 'TEXT', { visivelSe: is('um', ' ') }),
        ),
      ).map((text) => text.slice(0, text.indexOf(':'))),
    ).toEqual([
      '/campos/0/visivelSe/de/0/campo',
      '/campos/1/visivelSe/de/0/campo',
      '/campos/2/visivelSe/de/0/campo',
      '/campos/3/visivelSe/de/0/campo',
      '/campos/5/obrigatorioSe/de/0/campo',
      '/campos/6/visivelSe/de/1/lista/1',
      '/campos/7/visivelSe',
      '/campos/8/visivelSe',
      '/campos/9/visivelSe/de/1',
    ]);
  });

  it('name the archived field, the circle, personal and public ones, and facts in formulas', () => {
    const wrong = (more: Partial<ExtraField>, ...others: ExtraField[]) =>
      at({ ...fields(field('este', 'DECIMAL', more), ...others), id: 'ticket' }).join();
    const twice = call('mais', campo('outro'), { numero: '1' });
    expect(wrong({ formula: twice }, field('outro', 'DECIMAL', { arquivado: true }))).toMatch(
      /está arquivado/,
    );
    expect(
      wrong({ formula: twice }, field('outro', 'DECIMAL', { formula: call('oposto', campo('este')) })),
    ).toMatch(/em círculo/);
    expect(wrong({ formula: twice }, field('outro', 'DECIMAL', { pessoal: true }))).toMatch(/dado pessoal/);
    expect(wrong({ formula: twice, publico: true }, field('outro', 'DECIMAL'))).toMatch(/não é público/);
    expect(wrong({ formula: call('se', is('registro.tipo', 'DEV'), { numero: '1' }) })).toMatch(
      /só com os campos/,
    );
    expect(wrong({ formula: call('dias', campo('outro'), call('hoje')) }, field('outro', 'DATE'))).toMatch(
      /não muda com o dia/,
    );
    expect(wrong({ formula: { texto: 'x' } })).toMatch(/Aqui se espera um número/);
    expect(wrong({ formula: { numero: '1' }, obrigatorio: true })).toMatch(/Ninguém preenche/);
    // Each may demand the other.
    const either = fields(
      field('um', 'TEXT', { obrigatorioSe: call('vazio', campo('dois')) }),
      field('dois', 'TEXT', { obrigatorioSe: call('vazio', campo('um')) }),
    );
    expect(at(either)).toEqual([]);
  });

  it('bound each expression and all of them together', () => {
    const deep = (levels: number): Expression =>
      levels === 0 ? yes('sim') : call('nenhuma', deep(levels - 1));
    const wide = (parts: number) => call('todas', ...Array.from({ length: parts }, () => campo('sim')));
    const list = (count: number) =>
      call('em', campo('texto'), {
        lista: Array.from({ length: count }, (_, index) => ({ texto: `v${index}` })),
      });
    const judged = (visivelSe: Expression) =>
      at(fields(field('sim', 'CHECKBOX'), field('texto', 'TEXT'), field('este', 'TEXT', { visivelSe })));
    expect(judged(deep(MAX_DEPTH - 2))).toEqual([]);
    expect(judged(deep(MAX_DEPTH))).not.toEqual([]);
    expect(judged(wide(MAX_NODES - 1))).toEqual([]);
    expect(judged(wide(MAX_NODES))).not.toEqual([]);
    expect(judged(list(MAX_LIST))).toEqual([]);
    expect(judged(list(MAX_LIST + 1))).not.toEqual([]);
    const many = Array.from({ length: 21 }, (_, index) =>
      field(`campo${index}`, 'TEXT', { visivelSe: wide(MAX_NODES - 1) }),
    );
    expect(at(fields(field('sim', 'CHECKBOX'), ...many))).toEqual([
      expect.stringMatching(/^\/campos: .*o máximo é 4000/),
    ]);
  });

  it('and their evaluation survive any text, key and value', async () => {
    const HOSTILE = [
      "'; drop table x --",
      '$' + '{1+1}',
      '__proto__',
      'constructor',
      'a\u202eb',
      '%_\\',
      ']]',
      '"',
    ];
    for (const texto of HOSTILE) {
      const definition = fields(
        field('constructor', 'TEXT'),
        field('este', 'TEXT', { visivelSe: is('constructor', texto), obrigatorio: true }),
      );
      expect(at(definition)).toEqual([]);
      expect(await errorsOf(definition, { constructor: texto })).toEqual(['/este']);
      expect(await errorsOf(definition, { constructor: 'outro' })).toEqual([]);
      expect(at(fields(field('este', 'TEXT', { visivelSe: campo(texto) })))).toHaveLength(1);
    }
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (expression, values) => {
        const definition = fields(field('um', 'TEXT', { visivelSe: expression as never }));
        expect(() => fieldsProblems(definition)).not.toThrow();
        expect(() => visibleValues(definition, values)).not.toThrow();
      }),
    );
  });

  it('take every type of extra fields into a condition', () => {
    for (const tipo of EXTRA_FIELDS.types)
      expect([
        tipo,
        at(fields(field('outro', tipo), field('este', 'TEXT', { visivelSe: call('vazio', campo('outro')) }))),
      ]).toEqual([tipo, []]);
  });
});
