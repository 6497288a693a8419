import { sql } from 'drizzle-orm';
import { call, type Expression } from '#contract/expression/tree.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import type { ExtraField, FieldEntity } from '#contract/rules/fields/extraField.ts';
import type { Db } from '#server/db/client.ts';
import { definitions, definitionVersions } from '#server/db/tables/index.ts';

// Fields of customers and tickets, and a type of the company's own, whose fields depend on one another.

/** Sets the current fields of customers or tickets, as a publication would. */
export async function hold(db: Db, id: FieldEntity, campos: readonly ExtraField[]): Promise<void> {
  const content = { formato: 2, id, titulo: 'Campos', campos };
  const version = 1000;
  await db
    .insert(definitionVersions)
    .values({ kind: 'fields', key: id, version, content, hash: 'conditions', source: 'ESTUDIO' });
  await db.update(definitions).set({ publishedVersion: version }).where(sql`kind = 'fields' and key = ${id}`);
}

export const campo = (key: string): Expression => ({ campo: key });
export const is = (key: string, texto: string) => call('igual', campo(key), { texto });

export const extra: ExtraField[] = [
  {
    ...{ chave: 'inscricao', titulo: 'Inscrição', tipo: 'TEXT', obrigatorio: true, publico: true },
    visivelSe: is('registro.pessoa', 'CNPJ'),
  },
  { chave: 'visitas', titulo: 'Visitas', tipo: 'INTEIRO', publico: true },
  { chave: 'custo', titulo: 'Custo', tipo: 'DINHEIRO', publico: true },
  {
    ...{ chave: 'total', titulo: 'Total', tipo: 'DINHEIRO', publico: true },
    formula: call('vezes', campo('visitas'), campo('custo')),
  },
  {
    ...{ chave: 'motivo', titulo: 'Motivo', tipo: 'TEXT', publico: true },
    obrigatorioSe: call('maior', campo('total'), { numero: '100' }),
  },
  { ...{ chave: 'cpfDoContato', titulo: 'CPF do contato', tipo: 'CPF' }, filtravel: true, exportar: true },
  { ...{ chave: 'desconto', titulo: 'Desconto', tipo: 'PERCENTUAL' }, filtravel: true, exportar: true },
  { ...{ chave: 'retorno', titulo: 'Retorno', tipo: 'DATE' }, exportar: true },
];

const COLOURS = [
  { valor: 'AZUL', rotulo: 'Azul' },
  { valor: 'VERDE', rotulo: 'Verde' },
];

export const KEY = 'obras';
export const site: CustomTypeDefinition = {
  formato: 2,
  chave: KEY,
  titulo: { um: 'obra', muitos: 'obras', genero: 'f' },
  descricao: 'Obras visitadas.',
  codigo: ['numero'],
  nome: 'nome',
  escopo: ['empresa'],
  permissoes: {
    ler: 'CLIENTE',
    criar: 'CLIENTE_EDITAR',
    alterar: 'CLIENTE_EDITAR',
    importar: 'CLIENTE_EDITAR',
  },
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    {
      ...{ chave: 'fase', titulo: 'Fase', tipo: 'SELECT' },
      opcoes: [
        { valor: 'PLANO', rotulo: 'Plano' },
        { valor: 'PARADA', rotulo: 'Parada' },
      ],
    },
    { chave: 'motivo', titulo: 'Motivo', tipo: 'TEXT', obrigatorio: true, visivelSe: is('fase', 'PARADA') },
    { chave: 'area', titulo: 'Área', tipo: 'DECIMAL', casas: 2 },
    { chave: 'preco', titulo: 'Preço', tipo: 'DINHEIRO', casas: 2 },
    {
      ...{ chave: 'orcado', titulo: 'Orçado', tipo: 'DINHEIRO', casas: 2 },
      formula: call('vezes', campo('area'), campo('preco')),
    },
    {
      ...{ chave: 'fiador', titulo: 'Fiador', tipo: 'TEXT' },
      obrigatorioSe: call('maior', campo('orcado'), { numero: '1000' }),
    },
    { chave: 'modo', titulo: 'Modo', tipo: 'RADIO', opcoes: COLOURS },
    { chave: 'tintas', titulo: 'Tintas', tipo: 'MULTISELECT', opcoes: COLOURS },
  ],
  lista: { filtros: ['modo', 'tintas'] },
};

export const REPAIRS = 'consertos';
/** Its items have conditions of their own, and it has none besides. */
export const repairs: CustomTypeDefinition = {
  ...site,
  chave: REPAIRS,
  titulo: { um: 'conserto', muitos: 'consertos', genero: 'm' },
  descricao: 'Consertos feitos.',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    {
      ...{ chave: 'pecas', titulo: 'Peças', tipo: 'LISTA', item: 'Peça', codigo: ['peca'] },
      campos: [
        { chave: 'peca', titulo: 'Peça', tipo: 'TEXT', obrigatorio: true },
        {
          ...{ chave: 'estado', titulo: 'Estado', tipo: 'SELECT' },
          opcoes: [
            { valor: 'BOA', rotulo: 'Boa' },
            { valor: 'RUIM', rotulo: 'Ruim' },
          ],
        },
        {
          chave: 'defeito',
          titulo: 'Defeito',
          tipo: 'TEXT',
          obrigatorio: true,
          visivelSe: is('estado', 'RUIM'),
        },
        { chave: 'preco', titulo: 'Preço', tipo: 'DINHEIRO', obrigatorioSe: is('estado', 'RUIM') },
      ],
    },
  ],
  lista: {},
};
