import type {
  Attachment,
  HistoryEntry,
  TimelineEntry,
} from '../../../../contract/sac/tickets/ticketConversation.ts';
import type { TicketItem } from '../../../../contract/sac/tickets/ticketItems.ts';
import type { Ticket, TicketRow } from '../../../../contract/sac/tickets.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const ticketRow = (id: number, fields: Partial<TicketRow> = {}): TicketRow => ({
  id,
  status: 'ABERTO',
  arquivado: false,
  tipo: { id: 1, chave: 'DEVOLUCAO', desc: 'Devolução de mercadoria', gera_espelho_devolucao: true },
  assunto: 'Devolução de mercadoria',
  cliente: {
    id: 230,
    fant: 'Mercado Lua',
    razSoc: 'Lua Comércio de Alimentos Ltda.',
    legendas: [{ codigo: 'BD', texto: 'Inadimplente' }],
  },
  filial: { idFil: 1, razSoc: 'Horizonte São Paulo' },
  etapaAtual: { chave: 'ANALISE', descricao: 'Análise da devolução' },
  prazo: hoursAgo(30),
  vencendo: false,
  setor: { id: 2, desc: 'Logística' },
  operador: null,
  representante: null,
  criador: { id: 7, nome: 'Ana Paula de Souza' },
  datahora_criacao: hoursAgo(72),
  datahora_atualizacao: hoursAgo(1),
  ...fields,
});

const step = (chave: string, descricao: string, situacao: Ticket['etapas'][number]['situacao']) => ({
  chave,
  descricao,
  situacao,
  setor: 'SAC',
  exigencia: null,
  terminal: false,
});

export const ticket = (id: number, fields: Partial<Ticket> = {}): Ticket => ({
  ...ticketRow(id),
  versao: 1,
  proximaEtapa: null,
  etapasCondicionais: [],
  etapas: [
    step('ABERTURA', 'Abertura', 'FEITA'),
    step('ANALISE', 'Análise da devolução', 'ATUAL'),
    step('COLETA', 'Coleta', 'PROXIMA'),
  ],
  motivos: [
    { id: 1, descricao: 'Problema com o produto' },
    { id: 2, descricao: 'Defeito de fabricação' },
  ],
  origem: { chave: 'SAC', descricao: 'SAC' },
  consumidorFinal: false,
  contato: { nome: 'Lia', documento: '12ABC34501DE35', email: 'lia@lua.example', telefone: '11987654321' },
  transportadora: null,
  prorrogacao: null,
  notas: [],
  transicoes: [
    {
      para: 'COLETA',
      descricao: 'Coleta',
      tipo: 'PADRAO',
      rotulo: 'Solicitar coleta',
      condicao: null,
      exige_motivo: false,
      resultado: null,
      terminal: false,
      desvio: false,
    },
  ],
  fatos: {},
  acoes: {
    avancar: true,
    retroceder: true,
    finalizar: false,
    cancelar: true,
    reabrir: false,
    arquivar: false,
    desarquivar: false,
    reclassificar: true,
    responder: true,
  },
  prazoPausado: false,
  resultado: null,
  motivoFinalizacao: null,
  finalizadoEm: null,
  notaDevolucao: null,
  coleta: null,
  totalItens: 2,
  totalAnexos: 1,
  valorItens: '1481.16',
  ...fields,
});

export const attachment = (id: number, fields: Partial<Attachment> = {}): Attachment => ({
  id,
  nome_exibicao: 'avaria.jpg',
  link: `/sac/tickets/812/anexos/${id}`,
  mime: 'image/jpeg',
  tamanho: 204_800,
  datahora_criacao: hoursAgo(2),
  ...fields,
});

export const message = (id: number, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  colaborador: { nome: 'Raul Silva' },
  colaborador_id: 9,
  datahora_criacao: hoursAgo(id),
  tipo: 'PUBLICO',
  mensagem: `<p>Mensagem ${id}</p>`,
  anexos: [],
  destino: null,
  ...fields,
});

export const timelineEntry = (id: number, fields: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id,
  tipo: 'AVANCO',
  datahora_criacao: hoursAgo(id),
  observacao: `Fato ${id}`,
  colaborador: { nome: 'Raul Silva' },
  ...fields,
});

export const item = (id: number, fields: Partial<TicketItem> = {}): TicketItem => ({
  id,
  produto_id: id,
  idExibicao: `10${id}`,
  descricao: `ÓLEO DE SOJA ${id}`,
  marca: 'Colheita',
  classe_venda: '',
  avisoNota: '',
  semDireito: '',
  unidade: 'CX',
  fracionavel: false,
  avulso: false,
  nfe: 50268,
  chave_nota: '3'.repeat(44),
  data_nota: '2026-09-03',
  motivo: 1,
  motivo_descricao: 'Quebra',
  obs: '',
  status: 'AN',
  motivoAnalise: '',
  valor_sem_imposto: '10',
  valor_unitario: '109.41',
  qtd_comprada: '20',
  qtd_solicitada: '12',
  qtd_autorizada: '0',
  qtd_fora_prazo: '0',
  qtd_outra_marca: '0',
  qtd_falta: '0',
  qtd_avaria: '0',
  qtd_quebra_direta: '0',
  qtd_conferida: null,
  obs_conferencia: '',
  qtde: '12',
  qtdeAt: '0',
  vlUnit: '109.41',
  vlProdutos: '1312.92',
  vlTot: '1312.92',
  impostos: {},
  tabela_preco: '',
  critica_integradora: '',
  anexos: [],
  idImagem: null,
  ...fields,
});

export const pageOf = <Row>(itens: Row[], total = itens.length, page = 1, perPage = 25) => ({
  itens,
  paginator: {
    current_page: page,
    per_page: perPage,
    total,
    last_page: Math.max(1, Math.ceil(total / perPage)),
  },
});
