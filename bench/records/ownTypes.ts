import type { CustomField, CustomTypeDefinition } from '#contract/records/customType.ts';
import type { Company } from './company.ts';

/** A custom type with every kind of reference: to standard types, to people and to another custom type. */
export const contracts: CustomTypeDefinition = {
  formato: 2,
  chave: 'contratos-medidos',
  titulo: { um: 'contrato medido', muitos: 'contratos medidos', genero: 'm' },
  descricao: 'O que cada cliente tem emprestado da empresa.',
  grupo: 'Próprios',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true, tamanho: 20 },
    { chave: 'descricao', titulo: 'Descrição', tipo: 'TEXT', obrigatorio: true, tamanho: 120 },
    reference('cliente', 'Cliente', 'clientes'),
    reference('filial', 'Filial', 'filiais'),
    reference('produto', 'Produto', 'produtos'),
    reference('responsavel', 'Responsável', 'pessoas'),
    reference('modelo', 'Modelo', 'modelos-medidos'),
    {
      chave: 'situacao',
      titulo: 'Situação',
      tipo: 'SELECT',
      opcoes: [
        { valor: 'VIGENTE', rotulo: 'Vigente' },
        { valor: 'ENCERRADO', rotulo: 'Encerrado' },
        { valor: 'EM_ANALISE', rotulo: 'Em análise' },
      ],
    },
    { chave: 'inicio', titulo: 'Início', tipo: 'DATE' },
    { chave: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', minimo: 0 },
    { chave: 'prazo', titulo: 'Prazo em meses', tipo: 'INTEIRO' },
    { chave: 'renova', titulo: 'Renova sozinho', tipo: 'CHECKBOX' },
    { chave: 'ativo', titulo: 'Em uso', tipo: 'CHECKBOX', padrao: true },
  ],
  codigo: ['numero'],
  nome: 'descricao',
  busca: ['numero', 'descricao', 'cliente'],
  lista: {
    ordenaveis: ['inicio', 'valor'],
    filtros: ['situacao', 'cliente', 'filial', 'produto', 'responsavel', 'modelo', 'renova', 'ativo'],
  },
  situacao: 'ativo',
  noPainelDoCliente: true,
  escopo: ['filial', 'carteira'],
  permissoes: { ler: 'CLIENTE', criar: 'CLIENTE_EDITAR', alterar: 'CLIENTE_EDITAR' },
};

export const models: CustomTypeDefinition = {
  formato: 2,
  chave: 'modelos-medidos',
  titulo: { um: 'modelo medido', muitos: 'modelos medidos', genero: 'm' },
  descricao: 'Modelos do que se empresta.',
  campos: [
    { chave: 'codigo', titulo: 'Código', tipo: 'TEXT', obrigatorio: true, tamanho: 20 },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
  ],
  codigo: ['codigo'],
  nome: 'nome',
  escopo: ['empresa'],
  permissoes: { ler: 'CLIENTE' },
};

function reference(chave: string, titulo: string, referencia: string): CustomField {
  return { chave, titulo, tipo: 'REFERENCIA', referencia };
}

/** Publishes it through the studio and returns how long that took, in ms; returns nothing if the definition is unchanged. */
export async function published(
  { call, pool }: Company,
  conteudo: CustomTypeDefinition,
): Promise<number | null> {
  const base = `/config/definicoes/records/${conteudo.chave}`;
  const { rows } = await pool.query<{ version: number; holds: boolean }>(
    `select d.version, v.content = $2::jsonb as holds from definitions d
     left join definition_versions v on v.kind = d.kind and v.key = d.key and v.version = d.published_version
     where d.kind = 'records' and d.key = $1`,
    [conteudo.chave, JSON.stringify(conteudo)],
  );
  if (rows[0]?.holds) return null;
  const { data } = await call<{ data: { versao: number } }>('PUT', `${base}/rascunho`, {
    conteudo,
    versao: rows[0]?.version ?? 0,
  });
  const began = performance.now();
  await call('POST', `${base}/publicar`, { versao: data.versao, nota: 'Medição' });
  return performance.now() - began;
}
