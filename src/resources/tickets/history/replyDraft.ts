import ForwardOutlined from '@mui/icons-material/ForwardOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import type { FileRef } from '#contract/config/platform.ts';
import { type DraftAnswer, readFields } from '#contract/rules/draftReading.ts';
import { MessageInput } from '#contract/sac/tickets/ticketConversation.ts';
import { fieldsOf, untyped } from '#ui/drafts/draftTexts.ts';

export type Audience = MessageInput['tipo'];

/** A reply in progress; stored unchanged on the server. */
export interface ReplyDraft {
  tipo: Audience;
  html: string;
  /** Number of characters visible to the reader. */
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

/** Whether it has content worth keeping. The choice of audience does not count. */
export const isWritten = ({ html, arquivos }: ReplyDraft): boolean => html !== '' || arquivos.length > 0;

/** Reads a saved draft as far as possible. An audience that the person may no longer use becomes public. */
export function savedReply(content: unknown, mayInternal: boolean): DraftAnswer<ReplyDraft> {
  const orNone = (value: unknown) => value === null || typeof value === 'number';
  const reading = readFields(EMPTY_REPLY, content, {
    tipo: (value) => value === 'PUBLICO' || value === 'PRIVADO' || value === 'ENCAMINHAMENTO',
    arquivos: Array.isArray,
    setor: orNone,
    atendente: orNone,
  });
  if (reading === null || reading === 'nothing') return reading;
  const { value, complete } = reading;
  const arquivos = value.arquivos.filter(isFileRef);
  const read = {
    ...value,
    tipo: mayInternal ? value.tipo : ('PUBLICO' as const),
    length: value.length || value.html.length,
    arquivos,
  };
  const all = complete && arquivos.length === value.arquivos.length;
  if (!isWritten(read)) return all ? 'nothing' : null;
  return { value: read, complete: all };
}

const isFileRef = (file: Partial<FileRef> | null): file is FileRef =>
  typeof file?.id === 'string' && typeof file.nome === 'string' && typeof file.tamanho === 'number';

/** The request body: each type with only its own fields. */
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

interface AudienceRow {
  value: Audience;
  label: string;
  /** Describes who reads it. */
  readers: string;
  send: string;
  /** The button that sends it and leads to the next ticket. */
  sendNext: string;
  placeholder: string;
  Icon: typeof LockOutlined;
}

/** The audiences, in the order of the switch. */
export const audiences: readonly AudienceRow[] = [
  {
    value: 'PUBLICO',
    label: 'Público',
    readers: 'O cliente vai ler',
    send: 'Enviar ao cliente',
    sendNext: 'Enviar e avançar',
    placeholder: 'Responda ao cliente…',
    Icon: PublicOutlined,
  },
  {
    value: 'PRIVADO',
    label: 'Privado',
    readers: 'Só a equipe vê',
    send: 'Salvar nota privada',
    sendNext: 'Salvar e avançar',
    placeholder: 'Anote para a equipe…',
    Icon: LockOutlined,
  },
  {
    value: 'ENCAMINHAMENTO',
    label: 'Encaminhar',
    readers: 'Só a equipe vê',
    send: 'Encaminhar',
    sendNext: 'Encaminhar e avançar',
    placeholder: 'Diga ao setor o que falta fazer…',
    Icon: ForwardOutlined,
  },
];

export const audienceOf = (value: string): AudienceRow =>
  audiences.find((row) => row.value === value) ?? (audiences[0] as AudienceRow);

const { mensagem, arquivos, setor, colaborador_id, aguardaCliente } = MessageInput.properties;

/** How what stands in a reply's draft is called. */
export const replyFields = fieldsOf({
  properties: {
    tipo: { title: 'Quem lê', oneOf: audiences.map(({ value, label }) => ({ const: value, title: label })) },
    html: mensagem,
    length: untyped,
    arquivos,
    setor,
    atendente: colaborador_id,
    aguardaCliente,
  },
});
