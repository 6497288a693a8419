import { type CatalogRow, catalogOf } from './catalog.ts';

export type AgendaSituation = 'ATRASADA' | 'PENDENTE' | 'CUMPRIDA';

/** Document 001 section 4. Not stored: `situationOf` (contract/rules/agendas) derives it from the two instants. */
export const agendaSituation = catalogOf<CatalogRow<AgendaSituation>>('situacaoAgenda')([
  { value: 'ATRASADA', label: 'Atrasada', color: 'perigo', icon: 'EventBusy' },
  { value: 'PENDENTE', label: 'Pendente', color: 'informacao', icon: 'Event' },
  { value: 'CUMPRIDA', label: 'Cumprida', color: 'sucesso', icon: 'CheckCircle' },
]);

export type AgendaKind = 'A' | 'C';

/** The `tipo` of an agenda; the letters come from documents 001 and 002. */
export const agendaKind = catalogOf<CatalogRow<AgendaKind>>('tipoAgenda')([
  { value: 'A', label: 'Contato', color: 'informacao', icon: 'HeadsetMic' },
  { value: 'C', label: 'Cobrança', color: 'aviso', icon: 'Paid' },
]);

type AgendaOrigin = 'GO' | 'ERP' | 'AUTOMACAO';

/** Where an agenda came from (`agenda_origem`). GO and ERP are from document 001; automations are our addition. */
export const agendaOrigin = catalogOf<CatalogRow<AgendaOrigin>>('origemAgenda')([
  { value: 'GO', label: 'Call-center', color: 'primaria', icon: 'HeadsetMic' },
  { value: 'ERP', label: 'ERP', color: 'secundaria', icon: 'Warehouse' },
  { value: 'AUTOMACAO', label: 'Automação', color: 'informacao', icon: 'Autorenew' },
]);

export type DialerStatus =
  | 'LIGACAO_OCUPADA'
  | 'LIGACAO_NAO_ATENDIDA'
  | 'LIGACAO_RECEBIDA'
  | 'LIGACAO_ATENDIDA';

/** Call results reported by the dialer (document 001 section 4). */
export const dialerStatus = catalogOf<CatalogRow<DialerStatus>>('resultadoLigacao')([
  { value: 'LIGACAO_OCUPADA', label: 'Ocupada', color: 'aviso', icon: 'Block' },
  { value: 'LIGACAO_NAO_ATENDIDA', label: 'Não atendida', color: 'perigo', icon: 'Cancel' },
  { value: 'LIGACAO_RECEBIDA', label: 'Recebida', color: 'informacao', icon: 'Inbox' },
  { value: 'LIGACAO_ATENDIDA', label: 'Atendida', color: 'sucesso', icon: 'CheckCircle' },
]);

export type CallOrigin = 'DISCADORA' | 'MANUAL';

/** Who told how a call ended: the system that placed it, or a person. */
export const callOrigin = catalogOf<CatalogRow<CallOrigin>>('origemLigacao')([
  { value: 'DISCADORA', label: 'Discadora', color: 'informacao', icon: 'Autorenew' },
  { value: 'MANUAL', label: 'Registro manual', color: 'secundaria', icon: 'HeadsetMic' },
]);

type CampaignSituation = 'ATIVA' | 'FUTURA' | 'ENCERRADA' | 'INATIVA';

/** Derived from the period and from whether the campaign was stopped. */
export const campaignSituation = catalogOf<CatalogRow<CampaignSituation>>('situacaoCampanha')([
  { value: 'ATIVA', label: 'Em vigor', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'FUTURA', label: 'Ainda não começou', color: 'informacao', icon: 'Event' },
  { value: 'ENCERRADA', label: 'Encerrada', color: 'secundaria', icon: 'Archive' },
  { value: 'INATIVA', label: 'Parada', color: 'aviso', icon: 'Block' },
]);

export type OperatorStatus = 'DISPONIVEL' | 'EM_ATENDIMENTO' | 'PAUSA' | 'OFFLINE';

/** An operator's availability (docs/domain.md 10). */
export const operatorStatus = catalogOf<CatalogRow<OperatorStatus>>('situacaoOperador')([
  { value: 'DISPONIVEL', label: 'Disponível', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'EM_ATENDIMENTO', label: 'Em atendimento', color: 'informacao', icon: 'HeadsetMic' },
  { value: 'PAUSA', label: 'Em pausa', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'OFFLINE', label: 'Offline', color: 'secundaria', icon: 'Block' },
]);
