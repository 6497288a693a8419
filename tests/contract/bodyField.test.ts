import { describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { bodyField, bodyFieldNames, emptyOf, missingText } from '#contract/bodyField.ts';
import { catalogue } from '#contract/index.ts';
import {
  Day,
  Decimal,
  Id,
  Nullable,
  Personal,
  type Route,
  type Routes,
  Strict,
  Text,
} from '#contract/route.ts';
import { LooseId } from '#contract/sharedShapes.ts';

const route = {
  path: '/exemplos',
  body: Strict({
    nome: Text('Nome', 60, { minLength: 1 }),
    apelido: Type.Optional(Text('Apelido', 60, { minLength: 1 })),
    obs: Type.Optional(Text('Observação', 500)),
    texto: Text('Texto', 4000),
    tipo: Type.Union([Type.Literal('A', { title: 'Contato' }), Type.Literal('B')], { title: 'Tipo' }),
    dia: Nullable(Day('Dia')),
    valor: Decimal('Valor'),
    ordem: Type.Integer({ title: 'Ordem', minimum: 0, maximum: 999 }),
    ativo: Type.Boolean({ title: 'Ativo' }),
    idSetor: Type.Optional(Nullable(Id('Setor'))),
    email: Personal('EMAIL', Text('E-mail', 100)),
    idMotivo: LooseId('Motivo'),
    itens: Type.Array(Type.String(), { title: 'Itens' }),
    versao: Type.Integer({ title: 'Versão' }),
  }),
};
const of = (name: string) => bodyField(route, name);

describe('a field of a body', () => {
  it('is asked for as its schema says', () => {
    expect(of('nome')).toMatchObject({
      label: 'Nome',
      kind: 'text',
      required: true,
      maxLength: 60,
      lines: 1,
    });
    expect(of('obs')).toMatchObject({ required: false, filled: false, lines: 2 });
    expect(of('texto')).toMatchObject({ lines: 3 });
    expect(of('tipo').choices).toEqual([
      { value: 'A', label: 'Contato' },
      { value: 'B', label: 'B' },
    ]);
    expect(of('dia')).toMatchObject({ label: 'Dia', kind: 'day', required: false });
    expect(of('valor')).toMatchObject({ kind: 'decimal', required: true, places: 8 });
    expect(of('ordem')).toMatchObject({ kind: 'integer', min: 0, max: 999 });
    expect(of('ativo')).toMatchObject({ kind: 'flag', required: false });
    expect(of('idSetor')).toMatchObject({ label: 'Setor', kind: 'reference', required: false });
    expect(of('email')).toMatchObject({ kind: 'email' });
    expect(of('itens').kind).toBeUndefined();
  });

  it('of an update may be left out, but not emptied', () => {
    expect(of('apelido')).toMatchObject({ required: false, filled: true });
  });

  it('begins empty, and is named by its own words when it is missing', () => {
    const empty = bodyFieldNames(route).map((name) => emptyOf(of(name)));
    expect(empty).toEqual(['', '', '', '', 'A', null, null, null, false, null, '', null, []]);
    expect(missingText({ missing: { nome: 'Informe o nome.' } }, 'nome')).toBe('Informe o nome.');
    expect(missingText({}, 'nome')).toBe('Campo obrigatório');
  });

  it('throws if the body does not have it', () => {
    expect(() => of('outro')).toThrow('outro of /exemplos has no title');
  });

  it('has a title in every body of the contract, unless it is a group', () => {
    const routes: Route[] = Object.values(catalogue as Record<string, Routes>).flatMap((each) =>
      Object.values(each),
    );
    const labels = routes.flatMap((each) =>
      bodyFieldNames(each)
        .filter((name) => !isGroup(each.body?.properties[name]))
        .map((name) => bodyField(each, name).label),
    );
    expect(labels.length).toBeGreaterThan(600);
    expect(labels).not.toContain('');
  });
});

const isGroup = (schema: Type.TSchema | undefined): boolean =>
  schema?.type === 'object' || (schema?.anyOf ?? []).some(isGroup);
