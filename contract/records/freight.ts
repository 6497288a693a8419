import { states } from '../catalogs/states.ts';
import { ATIVO, CODIGO, MOMENT, nomeField } from './commonFields.ts';
import { permissionsOfGroup } from './permissions.ts';
import { defineRecordType } from './recordType.ts';

const UF = {
  tipo: 'SELECT',
  titulo: 'Estado',
  obrigatorio: true,
  opcoes: states.map(({ value, label }) => ({ valor: value, rotulo: label })),
} as const;
const permissoes = permissionsOfGroup('CADASTROS_COMERCIAL');

export const freightTypeType = defineRecordType({
  chave: 'tipos-frete',
  titulo: { um: 'tipo de frete', muitos: 'tipos de frete', genero: 'm' },
  icone: 'LocalShipping',
  grupo: 'Comercial',
  descricao: 'Como a mercadoria viaja, e quem paga.',
  campos: {
    codigo: CODIGO,
    nome: nomeField(),
    proprio: { tipo: 'CHECKBOX', titulo: 'Frota própria', padrao: false },
    compradorPaga: { tipo: 'CHECKBOX', titulo: 'O comprador paga', padrao: false },
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'nome',
  busca: ['nome', 'codigo'],
  lista: {
    colunas: ['nome', 'codigo', 'proprio', 'compradorPaga', 'ativo'],
    ordem: 'nome',
    ordenaveis: ['nome', 'codigo'],
    filtros: ['ativo'],
  },
  permissoes,
  situacao: 'ativo',
});

export const trackingEventType = defineRecordType({
  chave: 'eventos-rastreio',
  titulo: { um: 'evento de rastreio', muitos: 'eventos de rastreio', genero: 'm' },
  icone: 'LocalShipping',
  grupo: 'Comercial',
  descricao: 'Por onde as entregas passaram, de transportadoras que não têm rastreio por serviço.',
  campos: {
    codigo: { ...CODIGO, ajuda: 'O que distingue o evento na transportadora.' },
    tipo: {
      tipo: 'TEXT',
      titulo: 'Como se rastreia',
      ajuda: 'Como na nota fiscal.',
      obrigatorio: true,
      tamanho: 30,
    },
    rastreio: {
      tipo: 'TEXT',
      titulo: 'Código de rastreio',
      obrigatorio: true,
      tamanho: 60,
      sinonimos: ['rastreamento', 'objeto'],
    },
    evento: { tipo: 'TEXT', titulo: 'Evento', obrigatorio: true, tamanho: 20, sinonimos: ['ocorrência'] },
    descricao: { tipo: 'TEXT', titulo: 'O que houve', obrigatorio: true, tamanho: 200, largo: true },
    momento: {
      tipo: 'TEXT',
      titulo: 'Quando',
      ajuda: 'Dia e hora, como 25/11/2026 14:30 (horário de Brasília).',
      obrigatorio: true,
      tamanho: 35,
      expressao: MOMENT,
      expressaoMensagem: 'Informe dia e hora, como 25/11/2026 14:30',
      sinonimos: ['data', 'data e hora'],
    },
  },
  codigo: ['codigo'],
  nome: 'descricao',
  busca: ['rastreio'],
  lista: {
    colunas: ['descricao', 'rastreio', 'tipo', 'evento', 'momento', 'codigo'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_COMERCIAL'),
});

export const freightRouteType = defineRecordType({
  chave: 'rotas-frete',
  titulo: { um: 'rota de frete', muitos: 'rotas de frete', genero: 'f' },
  icone: 'LocalShipping',
  grupo: 'Comercial',
  descricao: 'Onde cada transportadora entrega, em quantos dias e por quanto. Vale a mais estreita.',
  campos: {
    codigo: CODIGO,
    transportadora: {
      tipo: 'REFERENCIA',
      titulo: 'Transportadora',
      referencia: 'transportadoras',
      obrigatorio: true,
    },
    tipoFrete: { tipo: 'REFERENCIA', titulo: 'Tipo de frete', referencia: 'tipos-frete', obrigatorio: true },
    condicional: { tipo: 'REFERENCIA', titulo: 'Condicional', referencia: 'condicionais-frete' },
    redespacho: { tipo: 'CHECKBOX', titulo: 'Redespacho', padrao: false },
    uf: UF,
    ibge: { tipo: 'TEXT', titulo: 'Código do município', ajuda: 'Vazio para o estado todo.', tamanho: 7 },
    cepInicial: { tipo: 'CEP', titulo: 'CEP de' },
    cepFinal: { tipo: 'CEP', titulo: 'CEP até' },
    dias: {
      tipo: 'TEXT',
      titulo: 'Dias de entrega',
      ajuda: 'Sete letras a partir do domingo, S ou N.',
      padrao: 'NSSSSSN',
      tamanho: 7,
    },
    minimo: { tipo: 'DINHEIRO', titulo: 'Valor mínimo', padrao: '0', minimo: 0 },
    isentoDe: { tipo: 'DINHEIRO', titulo: 'Isento a partir de', minimo: 0 },
    pesoMaximo: { tipo: 'DECIMAL', titulo: 'Peso máximo', minimo: 0 },
    aConsultar: { tipo: 'CHECKBOX', titulo: 'Preço a consultar', padrao: false },
    ativo: ATIVO,
    trechos: {
      tipo: 'LISTA',
      titulo: 'Trechos',
      ajuda: 'Dias e valores se somam.',
      item: 'Trecho',
      codigo: ['ordem'],
      maximo: 20,
      campos: {
        ordem: { tipo: 'INTEIRO', titulo: 'Ordem', obrigatorio: true, minimo: 1, maximo: 20 },
        modal: { tipo: 'TEXT', titulo: 'Modal', obrigatorio: true, tamanho: 30 },
        origem: { tipo: 'TEXT', titulo: 'Origem', obrigatorio: true, tamanho: 60 },
        tabela: { tipo: 'TEXT', titulo: 'Tabela', obrigatorio: true, tamanho: 60 },
        tipoTabela: { tipo: 'TEXT', titulo: 'Tipo da tabela', obrigatorio: true, tamanho: 30 },
        dias: { tipo: 'INTEIRO', titulo: 'Dias', obrigatorio: true, minimo: 0, maximo: 365 },
        fixo: { tipo: 'DINHEIRO', titulo: 'Valor fixo', padrao: '0', minimo: 0 },
        porQuilo: { tipo: 'DINHEIRO', titulo: 'Por quilo', padrao: '0', minimo: 0 },
        percentual: { tipo: 'PERCENTUAL', titulo: 'Sobre o valor', padrao: '0', minimo: 0, maximo: 100 },
      },
    },
  },
  codigo: ['codigo'],
  nome: 'codigo',
  busca: ['codigo', 'transportadora'],
  lista: {
    colunas: ['codigo', 'transportadora', 'tipoFrete', 'uf', 'cepInicial', 'cepFinal', 'ativo'],
    ordem: 'codigo',
    ordenaveis: ['codigo'],
    filtros: ['transportadora', 'tipoFrete', 'uf', 'ativo'],
  },
  permissoes,
  situacao: 'ativo',
});

export const postalCodeType = defineRecordType({
  chave: 'ceps',
  titulo: { um: 'CEP', muitos: 'CEPs', genero: 'm' },
  icone: 'Public',
  grupo: 'Listas',
  descricao: 'Endereços que o console conhece sem perguntar a um serviço de fora.',
  campos: {
    cep: { tipo: 'CEP', titulo: 'CEP', obrigatorio: true, fixo: true },
    logradouro: { tipo: 'TEXT', titulo: 'Logradouro', tamanho: 100 },
    complemento: { tipo: 'TEXT', titulo: 'Complemento', tamanho: 80 },
    bairro: { tipo: 'TEXT', titulo: 'Bairro', tamanho: 60 },
    cidade: { tipo: 'TEXT', titulo: 'Cidade', obrigatorio: true, tamanho: 60 },
    uf: UF,
    ibge: { tipo: 'TEXT', titulo: 'Código do município', obrigatorio: true, tamanho: 7 },
  },
  codigo: ['cep'],
  nome: 'cep',
  busca: ['cep', 'logradouro', 'cidade'],
  lista: {
    colunas: ['cep', 'logradouro', 'bairro', 'cidade', 'uf'],
    ordem: 'cep',
    ordenaveis: ['cep'],
    filtros: ['uf'],
  },
  permissoes: permissionsOfGroup('CADASTROS_LISTAS'),
});
