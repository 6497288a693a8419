import { optionsOf } from '../catalogs/catalog.ts';
import { ticketResult } from '../catalogs/ticketStatus.ts';
import { ATIVO, CODIGO, nomeField, permissionsOfGroup, type RecordField } from './fields/recordField.ts';
import { TICKET_START } from './lists.ts';
import { defineRecordType } from './recordType.ts';

// The catalogue from which tickets are opened (docs/domain.md 11). An empty installation starts with schemas/tickets; from
// then on these records belong to the company.

const CHAVE = {
  tipo: 'TEXT',
  titulo: 'Chave',
  ajuda: 'Outros registros e sistemas a usam. Não muda depois.',
  obrigatorio: true,
  tamanho: 40,
  fixo: true,
  sinonimos: ['código', 'sigla'],
} as const satisfies RecordField;

const ORDEM = {
  tipo: 'INTEIRO',
  titulo: 'Ordem',
  ajuda: 'O menor número vem primeiro.',
  padrao: 0,
  minimo: 0,
  maximo: 9999,
  sinonimos: ['posição', 'sequência'],
} as const satisfies RecordField;

const requested = (titulo: string) =>
  ({
    tipo: 'SELECT',
    titulo,
    opcoes: [
      { valor: 'OPCIONAL', rotulo: 'Pode informar' },
      { valor: 'OBRIGATORIO', rotulo: 'Precisa informar' },
    ],
  }) as const satisfies RecordField;

export const ticketMenuType = defineRecordType({
  chave: 'menus-ticket',
  titulo: { um: 'menu de tickets', muitos: 'menus de tickets', genero: 'm' },
  icone: 'Inbox',
  grupo: 'Atendimento',
  descricao: 'Os grupos em que os tipos aparecem quando alguém abre um ticket.',
  campos: {
    chave: CHAVE,
    nome: nomeField(),
    frase: { tipo: 'TEXT', titulo: 'Frase', ajuda: 'Fica abaixo do nome.', tamanho: 150, largo: true },
    icone: {
      tipo: 'SELECT',
      titulo: 'Ícone',
      obrigatorio: true,
      opcoes: [
        { valor: 'AssignmentReturn', rotulo: 'Devolução' },
        { valor: 'ReportProblem', rotulo: 'Problema' },
        { valor: 'QuestionAnswer', rotulo: 'Conversa' },
        { valor: 'HelpOutline', rotulo: 'Pergunta' },
        { valor: 'Paid', rotulo: 'Dinheiro' },
        { valor: 'ReceiptLong', rotulo: 'Nota' },
        { valor: 'LocalShipping', rotulo: 'Entrega' },
        { valor: 'Inventory2', rotulo: 'Produto' },
        { valor: 'Feedback', rotulo: 'Opinião' },
      ],
    },
    ordem: ORDEM,
  },
  codigo: ['chave'],
  nome: 'nome',
  busca: ['nome', 'chave'],
  lista: { colunas: ['nome', 'chave', 'frase', 'ordem'], ordem: 'ordem', ordenaveis: ['nome', 'ordem'] },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
});

export const ticketTypeType = defineRecordType({
  chave: 'tipos-ticket',
  titulo: { um: 'tipo de ticket', muitos: 'tipos de ticket', genero: 'm' },
  icone: 'AssignmentReturn',
  grupo: 'Atendimento',
  descricao: 'Por que alguém abre um ticket, o que o assistente pede e qual fluxo o ticket segue.',
  campos: {
    chave: CHAVE,
    nome: nomeField(),
    menu: { tipo: 'REFERENCIA', titulo: 'Menu', referencia: 'menus-ticket', obrigatorio: true },
    fluxo: {
      tipo: 'TEXT',
      titulo: 'Fluxo',
      ajuda: 'A chave de um fluxo publicado, como DEVOLUCAO.',
      obrigatorio: true,
      tamanho: 60,
    },
    ordem: ORDEM,
    ...TICKET_START,
    ativo: ATIVO,
    espelho: { tipo: 'CHECKBOX', titulo: 'Oferece o espelho da nota de devolução', padrao: false },
    motivoObrigatorio: { tipo: 'CHECKBOX', titulo: 'Exige um motivo, quando tem motivos', padrao: false },
    pede: {
      tipo: 'GRUPO',
      titulo: 'O que o assistente pede',
      ajuda: 'O que fica vazio não é pedido.',
      campos: {
        assunto: requested('Assunto'),
        mensagem: requested('Mensagem'),
        nota: requested('Nota'),
        produto: requested('Produto sem nota'),
        notaProduto: requested('Produtos de notas'),
        prorrogacao: requested('Boletos a prorrogar'),
        transportadora: requested('Transportadora'),
        consumidorFinal: requested('Consumidor final'),
      },
    },
  },
  codigo: ['chave'],
  nome: 'nome',
  busca: ['nome', 'chave'],
  lista: {
    colunas: ['nome', 'chave', 'menu', 'fluxo', 'ativo'],
    ordem: 'ordem',
    ordenaveis: ['nome', 'ordem'],
    filtros: ['menu', 'ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
  situacao: 'ativo',
});

export const ticketReasonType = defineRecordType({
  chave: 'motivos-ticket',
  titulo: { um: 'motivo de ticket', muitos: 'motivos de ticket', genero: 'm' },
  icone: 'HelpOutline',
  grupo: 'Atendimento',
  descricao: 'Por que um ticket é aberto, um produto volta, uma quantidade é cortada ou um ticket termina.',
  campos: {
    codigo: { ...CODIGO, fixo: true },
    descricao: { ...nomeField(['motivo']), titulo: 'Descrição', largo: true },
    uso: {
      tipo: 'SELECT',
      titulo: 'Para quê',
      obrigatorio: true,
      fixo: true,
      opcoes: [
        { valor: 'ABERTURA', rotulo: 'Abertura do ticket' },
        { valor: 'PRODUTO', rotulo: 'Produto devolvido' },
        { valor: 'ANALISE', rotulo: 'Corte na análise' },
        { valor: 'FINALIZACAO', rotulo: 'Fim do ticket' },
      ],
    },
    tipo: {
      tipo: 'REFERENCIA',
      titulo: 'Tipo de ticket',
      ajuda: 'Vazio vale para todos os tipos. Um motivo de abertura precisa do seu.',
      referencia: 'tipos-ticket',
    },
    acima: {
      tipo: 'REFERENCIA',
      titulo: 'Motivo acima',
      ajuda: 'De uma abertura em níveis: aparece depois que este foi escolhido.',
      referencia: 'motivos-ticket',
    },
    fluxo: { tipo: 'TEXT', titulo: 'Só no fluxo', ajuda: 'De um fim: a chave de um fluxo.', tamanho: 60 },
    resultado: {
      tipo: 'SELECT',
      titulo: 'Resultado',
      ajuda: 'De um fim: como o ticket terminou.',
      opcoes: optionsOf(ticketResult),
    },
    padrao: { tipo: 'CHECKBOX', titulo: 'Já vem escolhido', padrao: false },
    exigeObservacao: { tipo: 'CHECKBOX', titulo: 'Exige uma observação', padrao: false },
    exigeFoto: { tipo: 'CHECKBOX', titulo: 'Exige uma foto do produto', padrao: false },
    exigeNivelAbaixo: { tipo: 'CHECKBOX', titulo: 'Exige um motivo do nível abaixo', padrao: false },
    ordem: ORDEM,
    ativo: ATIVO,
  },
  codigo: ['codigo'],
  nome: 'descricao',
  busca: ['descricao', 'codigo'],
  lista: {
    colunas: ['descricao', 'uso', 'tipo', 'acima', 'codigo', 'ativo'],
    ordem: 'descricao',
    ordenaveis: ['descricao', 'codigo', 'ordem'],
    filtros: ['uso', 'tipo', 'ativo'],
  },
  permissoes: permissionsOfGroup('CADASTROS_LISTAS'),
  situacao: 'ativo',
});

export const ticketOriginType = defineRecordType({
  chave: 'origens-ticket',
  titulo: { um: 'origem de ticket', muitos: 'origens de ticket', genero: 'f' },
  icone: 'HeadsetMic',
  grupo: 'Atendimento',
  descricao: 'Por onde um pedido do cliente chegou: telefone, e-mail, representante.',
  campos: { chave: CHAVE, nome: nomeField(), ordem: ORDEM },
  codigo: ['chave'],
  nome: 'nome',
  busca: ['nome', 'chave'],
  lista: { colunas: ['nome', 'chave', 'ordem'], ordem: 'ordem', ordenaveis: ['nome', 'ordem'] },
  permissoes: permissionsOfGroup('CADASTROS_EMPRESA'),
});
