import { codigoDe, inteiro, logico, type MapEntities, momento, NOMEIA, nomeDe, texto } from './entity.ts';
import { branchFields, customerFields, toBranch, toCustomer } from './parts.ts';

/** The company itself, and the records of its own types. */
export const companyEntities: MapEntities = {
  registros_proprios: {
    titulo: { um: 'registro dos cadastros próprios', muitos: 'registros dos cadastros próprios' },
    descricao: 'Um registro por linha, de todos os cadastros que a empresa criou.',
    chave: ['registro_id'],
    periodo: 'criado_em',
    campos: {
      registro_id: inteiro('Registro (código interno)'),
      cadastro: texto('Cadastro (chave)'),
      cadastro_nome: texto('Cadastro'),
      // Of one type they are personal and of another not, which a query over all of them does not tell.
      codigo: texto('Código', { pessoal: 'TEXTO' }),
      nome: texto('Nome', { pessoal: 'TEXTO' }),
      arquivado: logico('Arquivado'),
      ...customerFields,
      ...branchFields,
      criado_em: momento('Criado em'),
      atualizado_em: momento('Atualizado em'),
    },
    relacoes: {
      cliente: toCustomer('registros_proprios', 'Registros dos cadastros próprios'),
      filial: toBranch('registros_proprios', 'Registros dos cadastros próprios'),
    },
  },
  nomes_de_registros: {
    titulo: { um: 'nome de registro', muitos: 'nomes dos registros' },
    descricao:
      'Código e nome de cada registro dos cadastros padrão, para dizer o que os cadastros próprios citam.',
    chave: ['cadastro', 'registro_id'],
    campos: {
      cadastro: texto('Cadastro (chave)'),
      registro_id: inteiro('Registro (código interno)'),
      codigo: texto('Código', { pessoal: 'DOCUMENTO' }),
      nome: texto('Nome', NOMEIA),
    },
    relacoes: {},
  },
  filiais: {
    titulo: { um: 'filial', muitos: 'filiais' },
    sinonimos: ['loja', 'unidade'],
    descricao: 'Uma filial por linha.',
    chave: ['filial_id'],
    campos: {
      filial_id: inteiro('Filial (código)', codigoDe('filiais')),
      filial: texto('Nome fantasia', { ...nomeDe('filiais'), sinonimos: ['nome'] }),
      razao_social: texto('Razão social'),
      cidade: texto('Cidade', { sinonimos: ['município'] }),
      uf: texto('UF', { ...codigoDe('estados'), sinonimos: ['estado'] }),
      fuso: texto('Fuso horário'),
    },
    relacoes: {},
  },
  pessoas: {
    titulo: { um: 'pessoa', muitos: 'pessoas' },
    sinonimos: ['usuário', 'operador', 'vendedor', 'funcionário'],
    descricao: 'Uma pessoa da empresa por linha.',
    chave: ['pessoa_id'],
    campos: {
      pessoa_id: inteiro('Pessoa (código)'),
      pessoa: texto('Pessoa', { sinonimos: ['nome'] }),
      perfil: texto('Perfil'),
      setor: texto('Setor', nomeDe('setores')),
      ativa: logico('Ativa'),
      ausente: logico('Ausente hoje', { sinonimos: ['férias', 'folga'] }),
    },
    relacoes: {},
  },
};
