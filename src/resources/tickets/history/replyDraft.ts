import type { FileRef } from '../../../../contract/config/platform.ts';
import type { MessageInput } from '../../../../contract/sac/ticketConversation.ts';

export type Audience = MessageInput['tipo'];

/** A reply that is being written; kept on the server as it stands. */
export interface ReplyDraft {
  tipo: Audience;
  html: string;
  /** Characters that a reader sees. */
  length: number;
  arquivos: FileRef[];
  setor: number | null;
  atendente: number | null;
  aguardaCliente: boolean;
}

export const EMPTY_REPLY: ReplyDraft = {
  tipo: 'PUBLICO',
  html: '',
  length: 0,
  arquivos: [],
  setor: null,
  atendente: null,
  aguardaCliente: false,
};

/** Something in it would be missed. A choice of who reads is none of it. */
export const isWritten = ({ html, arquivos }: ReplyDraft): boolean => html !== '' || arquivos.length > 0;

/** A saved draft; `null` when it is none of this shape. What the person may no longer write becomes public. */
export function savedReply(content: unknown, mayInternal: boolean): ReplyDraft | null {
  if (typeof content !== 'object' || content === null) return null;
  const { tipo, html, length, arquivos, setor, atendente, aguardaCliente } = content as Partial<ReplyDraft>;
  if (typeof html !== 'string' || !Array.isArray(arquivos)) return null;
  return {
    tipo: mayInternal && (tipo === 'PRIVADO' || tipo === 'ENCAMINHAMENTO') ? tipo : 'PUBLICO',
    html,
    length: typeof length === 'number' ? length : html.length,
    arquivos: arquivos.filter(isFileRef),
    setor: typeof setor === 'number' ? setor : null,
    atendente: typeof atendente === 'number' ? atendente : null,
    aguardaCliente: aguardaCliente === true,
  };
}

const isFileRef = (file: Partial<FileRef> | null): file is FileRef =>
  typeof file?.id === 'string' && typeof file.nome === 'string' && typeof file.tamanho === 'number';

/** What is sent: each type with what belongs to it alone. */
export const messageOf = ({
  tipo,
  html,
  arquivos,
  setor,
  atendente,
  aguardaCliente,
}: ReplyDraft): MessageInput => ({
  tipo,
  mensagem: html,
  ...(arquivos.length > 0 && { arquivos }),
  ...(tipo === 'ENCAMINHAMENTO' && { setor, colaborador_id: atendente }),
  ...(tipo === 'PUBLICO' && aguardaCliente && { aguardaCliente }),
});
