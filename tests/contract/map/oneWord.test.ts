import { describe, expect, it } from '@jest/globals';
import { type FieldWords, field } from '#contract/field.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { standardTypes } from '#contract/records/index.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { TicketRow } from '#contract/sac/tickets.ts';

const types = new Map(Object.values<AnyRecordType>(standardTypes as never).map((type) => [type.chave, type]));

/** The titles of a type's fields, those in groups among them. */
function words(campos: AnyRecordType['campos']): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, each] of Object.entries(campos)) {
    if (each.tipo === 'GRUPO') for (const [name, title] of words(each.campos ?? {})) found.set(name, title);
    else found.set(key, each.titulo);
  }
  return found;
}

const camel = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Fields of an entity that a record type calls by another key. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clientes: { cliente: 'nomeFantasia', prospecto: 'prospect' },
  notas: { nota: 'numero', emitida_em: 'emissao', valor: 'total' },
  titulos: { titulo: 'numero', vence_em: 'vencimento', pago_em: 'pagamento' },
  filiais: { filial: 'nomeFantasia' },
};

/** Where the word differs, and why. */
const OTHER_WORD: Readonly<Record<string, string>> = {
  'clientes.uf': 'the column holds two letters, which every list calls UF; the form offers names of states',
  'filiais.uf': 'the column holds two letters, which every list calls UF; the form offers names of states',
};

/** The entities that fields with a name of this key belong to. */
const NAMED: Readonly<Record<string, string>> = {
  cliente: 'clientes',
  filial: 'filiais',
  regiao: 'regioes',
  representante: 'representantes',
  transportadora: 'transportadoras',
  produto: 'produtos',
  setor: 'setores',
};

describe('one word for one thing', () => {
  const shared = Object.entries(ENTITIES).flatMap(([name, entity]) => {
    const type = types.get(name.replaceAll('_', '-'));
    return type ? [[name, entity, type] as const] : [];
  });

  it('is compared for every entity that is also a record type', () =>
    expect(shared.map(([name]) => name)).toEqual(
      expect.arrayContaining(['clientes', 'filiais', 'notas', 'titulos']),
    ));

  it.each(shared)(
    '%s: the titles of the map are those of the record type',
    (name, { titulo, campos }, type) => {
      const { um, muitos } = type.titulo;
      expect(titulo).toEqual({ um, muitos });
      const known = words(type.campos);
      const differing = Object.entries(campos).flatMap(([column, { titulo }]) => {
        const word = known.get(SAME[name]?.[column] ?? camel(column));
        return word === undefined || word === titulo || OTHER_WORD[`${name}.${column}`]
          ? []
          : [`${column}: ${titulo}, there ${word}`];
      });
      expect(differing).toEqual([]);
    },
  );

  it.each(Object.entries(ENTITIES))(
    '%s: fields and relations of other records have their name',
    (own, entity) => {
      const titleOf = (key: string) => upperFirst(types.get(NAMED[key] ?? '')?.titulo.um ?? '');
      for (const [key, each] of [...Object.entries(entity.campos), ...Object.entries(entity.relacoes)])
        if (NAMED[key] && NAMED[key] !== own)
          expect([own, key, each.titulo]).toEqual([own, key, titleOf(key)]);
    },
  );

  it('tickets: what the list shows is called as in the list', () => {
    const campos = ENTITIES.tickets?.campos ?? {};
    const listed: [string, FieldWords][] = [
      ['situacao_nome', field(TicketRow, 'status')],
      ['prioridade_nome', field(TicketRow, 'prioridade')],
      ['arquivado', field(TicketRow, 'arquivado')],
      ['assunto', field(TicketRow, 'assunto')],
      ['prazo', field(TicketRow, 'prazo')],
      ['criado_em', field(TicketRow, 'datahora_criacao')],
      ['atualizado_em', field(TicketRow, 'datahora_atualizacao')],
      ['criador', field(TicketRow, 'criador', 'Criado por')],
    ];
    expect(listed.map(([key]) => [key, campos[key]?.titulo])).toEqual(
      listed.map(([key, { label }]) => [key, label]),
    );
  });

  it('has no exception that is none', () => {
    const used = shared.flatMap(([name, { campos }, type]) =>
      Object.entries(campos)
        .filter(([column, { titulo }]) => {
          const word = words(type.campos).get(SAME[name]?.[column] ?? camel(column));
          return word !== undefined && word !== titulo;
        })
        .map(([column]) => `${name}.${column}`),
    );
    expect(used.sort()).toEqual(Object.keys(OTHER_WORD).sort());
  });
});
