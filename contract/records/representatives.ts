import { ATIVO, CODIGO, EMAIL, nomeField, permissionsOfGroup, TELEFONE } from './commonFields.ts';
import { defineRecordType } from './recordType.ts';

export const representativeType = defineRecordType({
  chave: 'representantes',
  titulo: { um: 'representante', muitos: 'representantes', genero: 'm' },
  icone: 'AssignmentInd',
  grupo: 'Comercial',
  descricao: 'Quem vende em nome da empresa, com carteira própria de clientes.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(['representante']),
    regiao: { tipo: 'REFERENCIA', titulo: 'Região', referencia: 'regioes' },
    supervisor: {
      tipo: 'REFERENCIA',
      titulo: 'Supervisor',
      referencia: 'pessoas',
      ajuda: 'Uma pessoa da empresa que entra no console.',
    },
    email: EMAIL,
    telefone: TELEFONE,
    celular: { ...TELEFONE, titulo: 'Celular', sinonimos: ['whatsapp', 'móvel'] },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo', 'email'],
  lista: {
    colunas: ['nome', 'codigo', 'regiao', 'supervisor', 'email', 'celular', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo', 'regiao'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});
