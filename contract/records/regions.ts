import { ATIVO, CODIGO, nomeField } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
import { defineRecordType } from './recordType.ts';

export const regionType = defineRecordType({
  chave: 'regioes',
  titulo: { um: 'região', muitos: 'regiões', genero: 'f' },
  icone: 'Public',
  grupo: 'Comercial',
  descricao: 'Como a empresa divide o mercado entre representantes e clientes.',
  campos: { codigo: CODIGO, nome: nomeField(['região']), ativo: ATIVO },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});
