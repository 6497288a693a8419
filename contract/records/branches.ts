import { states } from '../catalogs/states.ts';
import { ATIVO, EMPRESA, permissionsOfGroup } from './fields/recordField.ts';
import { defineRecordType } from './recordType.ts';

/** The time zones of Brazilian branches. */
const ZONES = [
  ['America/Sao_Paulo', 'Brasília'],
  ['America/Bahia', 'Bahia'],
  ['America/Fortaleza', 'Fortaleza'],
  ['America/Recife', 'Recife'],
  ['America/Belem', 'Belém'],
  ['America/Cuiaba', 'Cuiabá (−1 h)'],
  ['America/Campo_Grande', 'Campo Grande (−1 h)'],
  ['America/Manaus', 'Manaus (−1 h)'],
  ['America/Porto_Velho', 'Porto Velho (−1 h)'],
  ['America/Boa_Vista', 'Boa Vista (−1 h)'],
  ['America/Rio_Branco', 'Rio Branco (−2 h)'],
  ['America/Noronha', 'Fernando de Noronha (+1 h)'],
] as const;

export const branchType = defineRecordType({
  chave: 'filiais',
  titulo: { um: 'filial', muitos: 'filiais', genero: 'f' },
  icone: 'Storefront',
  grupo: 'Empresa',
  descricao: 'De onde a empresa vende e atende. Operadores e vendedores trabalham em uma ou mais delas.',
  campos: {
    ...EMPRESA,
    inscricaoEstadual: { tipo: 'TEXT', titulo: 'Inscrição estadual', tamanho: 20, sinonimos: ['ie'] },
    cidade: { tipo: 'TEXT', titulo: 'Cidade', obrigatorio: true, tamanho: 60, sinonimos: ['município'] },
    uf: {
      tipo: 'SELECT',
      titulo: 'Estado',
      obrigatorio: true,
      opcoes: states.map(({ value, label }) => ({ valor: value, rotulo: label })),
    },
    fuso: {
      tipo: 'SELECT',
      titulo: 'Fuso horário',
      obrigatorio: true,
      ajuda: 'Por ele se contam prazos, agendas e o dia de cada lançamento da filial.',
      padrao: 'America/Sao_Paulo',
      opcoes: ZONES.map(([valor, rotulo]) => ({ valor, rotulo })),
    },
    ativo: ATIVO,
    endereco: {
      tipo: 'GRUPO',
      titulo: 'Endereço',
      campos: {
        cep: { tipo: 'CEP', titulo: 'CEP' },
        logradouro: { tipo: 'TEXT', titulo: 'Logradouro', tamanho: 100, sinonimos: ['rua', 'endereço'] },
        numero: { tipo: 'TEXT', titulo: 'Número', tamanho: 20 },
        complemento: { tipo: 'TEXT', titulo: 'Complemento', tamanho: 60 },
        bairro: { tipo: 'TEXT', titulo: 'Bairro', tamanho: 60 },
      },
    },
  },
  codigo: ['cnpj'],
  nome: 'nomeFantasia',
  busca: ['nomeFantasia', 'razaoSocial', 'cnpj', 'cidade'],
  lista: {
    colunas: ['nomeFantasia', 'cnpj', 'razaoSocial', 'cidade', 'uf', 'ativo'],
    ordem: 'nomeFantasia',
    ordenaveis: ['nomeFantasia', 'cnpj', 'razaoSocial', 'cidade'],
    filtros: ['ativo', 'uf'],
  },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
  situacao: 'ativo',
});
