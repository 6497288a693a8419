import { ATIVO, CODIGO, nomeField } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
import { defineRecordType } from './recordType.ts';

export const dimensionType = defineRecordType({
  chave: 'dimensoes',
  titulo: { um: 'informação adicional', muitos: 'informações adicionais', genero: 'f' },
  icone: 'Description',
  grupo: 'Listas',
  descricao: 'O que mais se anota de um cliente, e as respostas que se pode escolher.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(),
    ativo: ATIVO,
    opcoes: {
      tipo: 'LISTA',
      titulo: 'Respostas',
      item: 'Resposta',
      codigo: ['descricao'],
      campos: {
        descricao: { tipo: 'TEXT', titulo: 'Descrição', obrigatorio: true, tamanho: 100 },
        ativo: ATIVO,
      },
    },
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_LISTAS'),
  situacao: 'ativo',
});
