import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { type CatalogRow, catalogOf } from '../catalogs/catalog.ts';
import { Done, defineRoutes, Id, Instant, Nullable, One, Personal, Strict, Text } from '../route.ts';
import { simpleListQuery } from '../sharedShapes.ts';
import { Binary } from './platform.ts';

export type MailReason =
  | 'SEM_TICKET'
  | 'REMETENTE'
  | 'ENDERECO_FALSO'
  | 'FORJADO'
  | 'TICKET_FECHADO'
  | 'RECUSADO'
  | 'GRANDE'
  | 'DESTINATARIOS'
  | 'ANEXOS'
  | 'ILEGIVEL'
  | 'VAZIO'
  | 'EXCESSO'
  | 'FORA_DO_ESCRITORIO'
  | 'AUTOMATICO'
  | 'LISTA'
  | 'RECIBO'
  | 'CONVITE'
  | 'PROPRIO'
  | 'DEVOLVIDO';

/** Why a received e-mail is not in a ticket. The first rows still need handling; the last ones were set aside. */
export const mailReason = catalogOf<CatalogRow<MailReason>>('motivoEmail')([
  { value: 'SEM_TICKET', label: 'Não responde a um ticket', color: 'informacao', icon: 'Inbox' },
  { value: 'REMETENTE', label: 'Endereço de resposta de outra pessoa', color: 'perigo', icon: 'Warning' },
  {
    value: 'ENDERECO_FALSO',
    label: 'Endereço de resposta que não é nosso',
    color: 'perigo',
    icon: 'Warning',
  },
  { value: 'FORJADO', label: 'Remetente não confirmado (DMARC)', color: 'perigo', icon: 'Warning' },
  { value: 'TICKET_FECHADO', label: 'O ticket está encerrado', color: 'aviso', icon: 'Lock' },
  { value: 'RECUSADO', label: 'O ticket não aceita', color: 'aviso', icon: 'Block' },
  { value: 'GRANDE', label: 'Grande demais', color: 'aviso', icon: 'Warning' },
  { value: 'DESTINATARIOS', label: 'Destinatários demais', color: 'aviso', icon: 'Warning' },
  { value: 'ANEXOS', label: 'Anexos demais', color: 'aviso', icon: 'AttachFile' },
  { value: 'ILEGIVEL', label: 'Não pôde ser lido', color: 'aviso', icon: 'Warning' },
  { value: 'VAZIO', label: 'Sem texto e sem anexo', color: 'secundaria', icon: 'HelpOutline' },
  { value: 'EXCESSO', label: 'E-mails demais deste remetente', color: 'aviso', icon: 'Block' },
  { value: 'FORA_DO_ESCRITORIO', label: 'Resposta de ausência', color: 'secundaria', icon: 'EventBusy' },
  { value: 'AUTOMATICO', label: 'Enviado por um programa', color: 'secundaria', icon: 'Autorenew' },
  { value: 'RECIBO', label: 'Confirmação de leitura ou de entrega', color: 'secundaria', icon: 'Autorenew' },
  { value: 'CONVITE', label: 'Resposta a um convite', color: 'secundaria', icon: 'EventBusy' },
  { value: 'LISTA', label: 'Lista ou propaganda', color: 'secundaria', icon: 'Public' },
  { value: 'PROPRIO', label: 'Enviado por nós mesmos', color: 'secundaria', icon: 'Autorenew' },
  { value: 'DEVOLVIDO', label: 'Aviso de e-mail devolvido', color: 'aviso', icon: 'Undo' },
]);

/** An e-mail in the outbox. Our own addition, so it uses the simple-REST dialect (Content-Range, bare records). */
export const OutboxEmail = Type.Object(
  {
    id: Id('Código'),
    para: Personal('EMAIL', Type.String({ title: 'Para' })),
    assunto: Type.String({ title: 'Assunto' }),
    texto: Type.String({ title: 'Texto' }),
    criado: Instant('Criado em'),
    enviado: Nullable(Instant('Enviado em')),
    tentativas: Type.Integer({ title: 'Tentativas' }),
    erro: Type.String({ title: 'Último erro' }),
    /** Only in the demonstration company without SMTP; elsewhere the link reaches only its recipient. */
    abreLink: Type.Boolean({ title: 'O link pessoal pode ser aberto aqui' }),
  },
  { title: 'E-mail' },
);
export type OutboxEmail = Static<typeof OutboxEmail>;

export const emailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/emails',
    personal: true,
    summary: 'Caixa de saída',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    query: simpleListQuery,
    response: Type.Array(OutboxEmail),
  },
  get: {
    method: 'GET',
    path: '/config/emails/{id}',
    personal: true,
    summary: 'Um e-mail da caixa de saída',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    params: Strict({ id: Id('Código') }),
    response: OutboxEmail,
  },
  /** Sends to the person's own address; the outbox shows whether it is delivered. */
  test: {
    method: 'POST',
    path: '/config/emails/teste',
    summary: 'Enviar a mim um e-mail de teste',
    permission: 'CONFIGURACAO_EMAILS',
    idempotent: true,
    response: Done,
  },
  openLink: {
    method: 'POST',
    path: '/config/emails/{id}/link',
    summary: 'Abrir o link pessoal de um e-mail (só na demonstração sem SMTP)',
    permission: 'CONFIGURACAO_EMAILS',
    recentProof: true,
    params: Strict({ id: Id('Código') }),
    response: One(Type.Object({ endereco: Type.String({ title: 'Endereço' }) }, { title: 'Link pessoal' })),
  },
});

/** An incoming e-mail. Our own addition, so it uses the simple-REST dialect. */
export const ReceivedEmail = Type.Object(
  {
    id: Id('Código'),
    /** ESPERA, NO_TICKET, DESCARTADO or A_PARTE. */
    situacao: Type.String({ title: 'Situação' }),
    /** A row of `mailReason`; empty for an e-mail that went straight into its ticket. */
    motivo: Type.String({ title: 'Motivo' }),
    detalhe: Type.String({ title: 'Detalhe' }),
    de: Personal('EMAIL', Type.String({ title: 'De' })),
    nome: Type.String({ title: 'Nome do remetente' }),
    para: Type.Array(Personal('EMAIL', Type.String()), { title: 'Para' }),
    assunto: Type.String({ title: 'Assunto' }),
    /** Sanitized HTML. */
    texto: Type.String({ title: 'Texto' }),
    citado: Type.String({ title: 'Texto citado' }),
    anexos: Type.Array(Type.String(), { title: 'Anexos' }),
    deixados: Type.Array(Type.String(), { title: 'Anexos que não entraram' }),
    /** Whether the original is still kept (`diasOriginalEmail`) and can be downloaded. */
    original: Type.Boolean({ title: 'Original guardado' }),
    recebido: Instant('Recebido'),
    ticket: Nullable(Id('Ticket')),
    filial: Nullable(Type.String({ title: 'Filial' })),
    decididoPor: Nullable(Type.String({ title: 'Quem decidiu' })),
    decidido: Nullable(Instant('Decidido em')),
    /** Customers with this address, limited to those the person may see. */
    clientes: Type.Array(
      Type.Object(
        { id: Id('Cliente'), nome: Type.String({ title: 'Nome' }) },
        { title: 'Cliente do endereço' },
      ),
      { title: 'Clientes com este endereço' },
    ),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'E-mail recebido' },
);
export type ReceivedEmail = Static<typeof ReceivedEmail>;

const params = Strict({ id: Id('Código') });
const versao = Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 });
const decision = { method: 'POST', permission: 'TICKETS_EMAILS', params, response: Done } as const;

export const receivedEmailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/emails-recebidos',
    personal: true,
    summary: 'E-mails recebidos',
    permission: 'TICKETS_EMAILS',
    query: simpleListQuery,
    response: Type.Array(ReceivedEmail),
  },
  get: {
    method: 'GET',
    path: '/config/emails-recebidos/{id}',
    personal: true,
    summary: 'Um e-mail recebido',
    permission: 'TICKETS_EMAILS',
    params,
    response: ReceivedEmail,
  },
  /** The e-mail as it arrived, attachments included. Each download is in the audit. */
  original: {
    method: 'GET',
    path: '/config/emails-recebidos/{id}/original',
    personal: true,
    summary: 'Baixar um e-mail recebido como chegou',
    permission: 'TICKETS_EMAILS',
    params,
    response: Binary,
    file: true,
  },
  assign: {
    ...decision,
    path: '/config/emails-recebidos/{id}/vincular',
    summary: 'Levar um e-mail recebido a um ticket',
    body: Strict({ idTicket: Id('Número do ticket'), versao }),
    missing: { idTicket: 'Informe o número do ticket.' },
  },
  open: {
    ...decision,
    path: '/config/emails-recebidos/{id}/abrir-ticket',
    summary: 'Abrir um ticket de um e-mail recebido',
    body: Strict({
      idCli: Id('Cliente'),
      idTipo: Id('Tipo'),
      idFil: Id('Filial'),
      assunto: Text('Assunto', 200),
      versao,
    }),
    missing: { idCli: 'Escolha o cliente.', idTipo: 'Escolha o tipo.', idFil: 'Escolha a filial.' },
  },
  discard: {
    ...decision,
    path: '/config/emails-recebidos/{id}/descartar',
    summary: 'Descartar um e-mail recebido',
    body: Strict({ versao }),
  },
});
