import { ATIVO, EMAIL, EMPRESA, TELEFONE } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
import { defineRecordType } from './recordType.ts';

export const carrierType = defineRecordType({
  chave: 'transportadoras',
  titulo: { um: 'transportadora', muitos: 'transportadoras', genero: 'f' },
  icone: 'LocalShipping',
  grupo: 'Comercial',
  descricao: 'Quem leva a mercadoria ao cliente e traz de volta o que ele devolve.',
  campos: {
    ...EMPRESA,
    telefone: TELEFONE,
    email: { ...EMAIL, ajuda: 'Recebe os pedidos de coleta.' },
    ativo: ATIVO,
  },
  codigo: ['cnpj'],
  nome: 'nomeFantasia',
  busca: ['nomeFantasia', 'razaoSocial', 'cnpj'],
  lista: {
    colunas: ['nomeFantasia', 'cnpj', 'razaoSocial', 'telefone', 'email', 'ativo'],
    ordem: 'nomeFantasia',
    ordenaveis: ['nomeFantasia', 'cnpj', 'razaoSocial'],
    filtros: ['ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
  situacao: 'ativo',
});
