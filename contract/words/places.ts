import {
  agendaKind,
  agendaOrigin,
  agendaSituation,
  callOrigin,
  campaignSituation,
  dialerStatus,
  operatorStatus,
} from '../catalogs/callCenter.ts';
import { ownKey } from '../catalogs/catalog.ts';
import { customerLegend, customerLogType, customerScore } from '../catalogs/customers.ts';
import { nfeOutcome, noteWait, paperStanding } from '../catalogs/nfe.ts';
import {
  negotiationStatus,
  orderStatus,
  paymentLinkStatus,
  quoteSituation,
  returnStatus,
  stockStatus,
} from '../catalogs/orderStatus.ts';
import { personType } from '../catalogs/personType.ts';
import { waitEnd } from '../catalogs/productWait.ts';
import { surveyMark } from '../catalogs/surveyMark.ts';
import { ticketPriority } from '../catalogs/ticketPriority.ts';
import { historyType, ticketLineStatus, ticketResult, ticketStatus } from '../catalogs/ticketStatus.ts';
import { timelineType } from '../catalogs/timelineType.ts';
import { pickupStatus, pickupType, trackingOccurrence } from '../catalogs/transport.ts';
import { wizardStep } from '../catalogs/wizardStep.ts';
import { mailReason } from '../config/emails.ts';
import { costKind } from '../sac/tickets/ticketCosts.ts';
import { inStandardWords } from './words.ts';

interface WordRow {
  readonly value: string;
  readonly label: string;
  readonly ownLabel?: string;
}

/** A place whose words a company may change: what it is called, and where its words are seen. */
export interface WordPlace {
  readonly lugar: string;
  readonly titulo: string;
  readonly onde: string;
}

interface CatalogPlace extends WordPlace {
  readonly rows: readonly WordRow[];
}

const place = (lugar: string, titulo: string, onde: string, rows: readonly WordRow[]): CatalogPlace => ({
  ...{ lugar, titulo, onde, rows },
});

const CHIPS = 'etiquetas, filtros e arquivos exportados das listas';

/** The catalogues whose rows a company may call otherwise, by the place that each names to `catalogOf`. */
export const CATALOG_PLACES: readonly CatalogPlace[] = [
  place('situacaoTicket', 'Situações do ticket', `${CHIPS}, e-mails`, ticketStatus),
  place('resultadoTicket', 'Resultados do ticket', `${CHIPS}, e-mails`, ticketResult),
  place(
    'situacaoProduto',
    'Situações do produto no ticket',
    'etiquetas dos produtos do ticket',
    ticketLineStatus,
  ),
  place('prioridade', 'Prioridades', CHIPS, ticketPriority),
  place('tipoMensagem', 'Tipos de mensagem', 'histórico do ticket', historyType),
  place('movimentoTicket', 'Movimentos do ticket', 'linha do tempo do ticket', timelineType),
  place('passoAbertura', 'Passos de abrir ticket', 'abertura de ticket', wizardStep),
  place('tipoCusto', 'Tipos de custo', 'custos do ticket', costKind),
  place('notaPesquisa', 'Notas da pesquisa', 'pesquisa de satisfação', surveyMark),
  place('situacaoColeta', 'Situações da coleta', CHIPS, pickupStatus),
  place('responsavelColeta', 'Quem coleta', CHIPS, pickupType),
  place('rastreamento', 'Ocorrências da entrega', 'rastreamento', trackingOccurrence),
  place('situacaoDevolucao', 'Situações da troca', CHIPS, returnStatus),
  place('situacaoPedido', 'Situações de orçamentos e pedidos', `${CHIPS}, impressos, e-mails`, orderStatus),
  place('situacaoOrcamento', 'Situações do orçamento no atendimento', CHIPS, quoteSituation),
  place('situacaoPreco', 'Situações do preço negociado', CHIPS, negotiationStatus),
  place('situacaoLink', 'Situações do link de pagamento', CHIPS, paymentLinkStatus),
  place('situacaoEstoque', 'Situações do estoque', CHIPS, stockStatus),
  place('fimEspera', 'Fim da espera por produto', CHIPS, waitEnd),
  place('situacaoAgenda', 'Situações da agenda', CHIPS, agendaSituation),
  place('tipoAgenda', 'Tipos de agenda', CHIPS, agendaKind),
  place('origemAgenda', 'Origens da agenda', CHIPS, agendaOrigin),
  place('resultadoLigacao', 'Resultados da ligação', CHIPS, dialerStatus),
  place('origemLigacao', 'Quem registrou a ligação', CHIPS, callOrigin),
  place('situacaoCampanha', 'Situações da campanha', CHIPS, campaignSituation),
  place('situacaoOperador', 'Situações do operador', 'painel do operador', operatorStatus),
  place('legendaCliente', 'Legendas do cliente', 'lista e ficha do cliente', customerLegend),
  place('classeCliente', 'Classes do cliente', 'ficha do cliente', customerScore),
  place('historicoCliente', 'Assuntos do histórico', 'histórico do cliente', customerLogType),
  place('tipoPessoa', 'Tipos de pessoa', 'pessoas e avisos', personType),
  place('desfechoNota', 'Resultado de uma nota importada', 'importação de notas', nfeOutcome),
  place('esperaNota', 'O que uma nota espera', 'importação de notas', noteWait),
  place('efeitoDocumento', 'Efeito de um documento', 'documentos da nota', paperStanding),
  place('motivoEmail', 'Motivos de um e-mail fora do ticket', 'e-mails recebidos', mailReason),
];

/** The standard words of every catalogue, by place and key. */
export const catalogWords = (): { lugar: string; chave: string; padrao: string; consumidor: boolean }[] =>
  inStandardWords(() =>
    CATALOG_PLACES.flatMap(({ lugar, rows }) =>
      rows.flatMap(({ value, label, ownLabel }) => [
        { lugar, chave: value, padrao: label, consumidor: false },
        ...(ownLabel === undefined
          ? []
          : [{ lugar, chave: ownKey(value), padrao: ownLabel, consumidor: true }]),
      ]),
    ),
  );
