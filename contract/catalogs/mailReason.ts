import { type CatalogRow, catalogOf } from './catalog.ts';

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
  | 'PROPRIO'
  | 'DEVOLVIDO';

/** Why a received e-mail is not in a ticket. The first rows still need handling; the last ones were set aside. */
export const mailReason = catalogOf<CatalogRow<MailReason>>()([
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
  { value: 'LISTA', label: 'Lista ou propaganda', color: 'secundaria', icon: 'Public' },
  { value: 'PROPRIO', label: 'Enviado por nós mesmos', color: 'secundaria', icon: 'Autorenew' },
  { value: 'DEVOLVIDO', label: 'Aviso de e-mail devolvido', color: 'aviso', icon: 'Undo' },
]);
