import { describe, expect, it } from '@jest/globals';
import { EXTRA_FIELD_TYPES, type ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsChanges } from '#contract/rules/fields/fieldsChanges.ts';
import { narrowings, refusedChanges, restoredFields } from '#contract/rules/fields/fieldsTransition.ts';
import { field, fields } from './someFields.ts';

const sentences = (before: ExtraFieldsDefinition, after: ExtraFieldsDefinition) =>
  fieldsChanges(before, after).map(({ sentence }) => sentence);

describe('changes to published extra fields', () => {
  const ALLOWED = [
    ['PERCENTUAL', 'DECIMAL'],
    ['CPF', 'DOCUMENTO'],
    ['CPF', 'TEXT'],
    ['CNPJ', 'DOCUMENTO'],
    ['CNPJ', 'TEXT'],
    ['DOCUMENTO', 'TEXT'],
    ['CEP', 'TEXT'],
    ['CHAVE_NFE', 'TEXT'],
    ['TEXT', 'TEXTAREA'],
    ['TEXTAREA', 'TEXT'],
    ['SELECT', 'RADIO'],
    ['RADIO', 'SELECT'],
    ['SELECT', 'MULTISELECT'],
    ['RADIO', 'MULTISELECT'],
    ['INTEIRO', 'DECIMAL'],
  ];
  it('allow a new type only within the same group', () => {
    const allowed = EXTRA_FIELD_TYPES.flatMap((from) =>
      EXTRA_FIELD_TYPES.filter(
        (to) =>
          from !== to && refusedChanges(fields(field('um', from)), fields(field('um', to))).length === 0,
      ).map((to) => [from, to]),
    );
    expect(allowed.sort()).toEqual(ALLOWED.sort());
  });
  it('allow no removed field and no changed key', () => {
    const refused = refusedChanges(fields(field('um', 'TEXT')), fields(field('dois', 'TEXT')));
    expect(refused).toEqual([{ pointer: '/campos', message: expect.stringContaining("'Campo um' (um)") }]);
  });
  it('check existing records for tighter rules, but not for archived options', () => {
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
  it('keep later fields, archived, when an older version is restored', () => {
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

describe('differences between definitions of extra fields', () => {
  it('are written as sentences', () => {
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
      'Campo \'Rota\' passou de "Escolha" a "Várias escolhas"',
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
