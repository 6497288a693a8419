import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { type TicketPriority, ticketPriority } from '../../catalogs/ticketPriority.ts';
import { FileRef } from '../../config/platform.ts';
import { Id, Nullable, Strict, Text } from '../../route.ts';
import { literalOf } from '../../sharedShapes.ts';
import { INVALID_EMAIL, isEmail } from '../contact.ts';
import { documentKind } from '../documents.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate, isFullName } from '../person.ts';
import { isPersonalPhone } from '../phone.ts';
import type { Problem } from '../problem.ts';
import type { CalendarDate } from '../time/calendarDate.ts';
import { isUnseen } from '../titles.ts';

const optional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema));

/** The 44-character key identifies the invoice (`nfe`); the server's lookup checks its shape. */
const InvoiceKey = Text('Chave da nota fiscal', 44);

/** The unit of a quantity: one of the product's packagings, by its code, with its factor where two have that code. */
export const unitFields = {
  unidade: optional(Text('Unidade', 20)),
  fator: optional(Type.Union([Text('Fator da unidade', 20), Type.Number()])),
};

export const OpeningPriority = Type.Unsafe<TicketPriority>(
  Type.Union(ticketPriority.map(literalOf), { title: 'Prioridade' }),
);

/** An invoice product to be returned; without a unit, the quantity is in the invoice's. */
export const TicketItemInput = Strict(
  {
    produto_id: Id('Produto'),
    nfe: InvoiceKey,
    /**
     * Accepts text or a number, so that the rule rather than the schema validator explains what is wrong with '1,5'
     * (quantity.ts).
     */
    qtd_solicitada: Type.Union([Text('Quantidade', 20), Type.Number()], { title: 'Quantidade' }),
    ...unitFields,
    motivo_id: optional(Id('Motivo')),
    obs: Type.Optional(Text('Observação', 250)),
    arquivos: Type.Optional(Type.Array(FileRef, { title: 'Fotos', maxItems: 6 })),
    descricao: Type.Optional(Text('Descrição', 200)),
    qtd_comprada: Type.Optional(Type.Union([Text('Quantidade comprada', 20), Type.Number()])),
  },
  { title: 'Item do ticket' },
);

export type TicketItemInput = Static<typeof TicketItemInput>;

/** A product chosen without an invoice. */
export const LooseItemInput = Strict(
  {
    produto_id: Id('Produto'),
    descricao: Type.Optional(Text('Descrição', 200)),
    codigo_barras: optional(Text('Código de barras', 60)),
  },
  { title: 'Item avulso' },
);

export type LooseItemInput = Static<typeof LooseItemInput>;

/**
 * The person that a final consumer's ticket is for (document 000, sections 3 and 5). Dates are 'YYYY-MM-DD', or '' when
 * unknown.
 */
export const ConsumerForm = Strict(
  {
    documento: Text('CPF ou CNPJ', 18),
    nome: Text('Nome', 100),
    email: Text('E-mail', 100),
    telefone: Text('Telefone', 30),
    data_nascimento: Text('Data de nascimento', 10),
  },
  { title: 'Consumidor final' },
);

/**
 * Request body for creating a ticket (document 000, section 7: origem, idTipo, tipo, assunto and the computed state). The
 * rules of the wizard validate this same shape on both sides.
 */
export const TicketInput = Strict(
  {
    origem: optional(Text('Origem', 40)),
    idTipo: optional(Id('Tipo')),
    tipo: optional(Text('Chave do tipo', 60)),
    menu: optional(Text('Menu', 60)),
    assunto: optional(Text('Assunto', 200)),
    /** Only from those who may prioritize tickets; otherwise that of the type or of the first sector. */
    prioridade: optional(OpeningPriority),
    motivo1: optional(Id('Motivo')),
    motivo2: optional(Id('Submotivo')),
    motivo3: optional(Id('Submotivo')),
    motivo4: optional(Id('Submotivo')),
    motivo5: optional(Id('Submotivo')),
    idCli: optional(Id('Cliente')),
    idFil: optional(Id('Filial')),
    consumidorFinal: optional(ConsumerForm),
    mensagem: optional(Text('Mensagem', 20_000)),
    arquivos: Type.Optional(Type.Array(FileRef, { title: 'Fotos', maxItems: 6 })),
    transportadora_id: optional(Id('Transportadora')),
    representante_id: optional(Id('Representante')),
    responsavel_prorrogacao: optional(
      Type.Union([Type.Literal('TRANSPORTADORA'), Type.Literal('REPRESENTANTE')], { title: 'Responsável' }),
    ),
    responsavel_prorrogacao_id: optional(Id('Responsável pela prorrogação')),
    dias_atraso_prorrogacao: optional(Type.Integer({ title: 'Dias de atraso' })),
    notas: Type.Optional(Type.Array(InvoiceKey, { title: 'Notas fiscais', maxItems: 500 })),
    itens: Type.Optional(Type.Array(TicketItemInput, { title: 'Itens', maxItems: 1000 })),
    itensAvulsos: Type.Optional(Type.Array(LooseItemInput, { title: 'Itens avulsos', maxItems: 1000 })),
  },
  { title: 'Novo ticket' },
);

export type TicketInput = Static<typeof TicketInput>;

/** The reason chosen at each of the five levels. */
export const chosenReasons = (input: Pick<TicketInput, (typeof REASON_LEVELS)[number]>): (number | null)[] =>
  REASON_LEVELS.map((level) => input[level] ?? null);

/** The fields of the levels of opening reasons. */
export const REASON_LEVELS = ['motivo1', 'motivo2', 'motivo3', 'motivo4', 'motivo5'] as const;

export type ConsumerForm = Static<typeof ConsumerForm>;

export interface ConsumerFormContext {
  /** Staff fill in everything; for a consumer, the server has their document, phone and birth date. */
  full: boolean;
  today: CalendarDate;
}

/** Errors in the form; field names are those of the form. */
export function consumerFormProblems(form: ConsumerForm, { full, today }: ConsumerFormContext): Problem[] {
  const checks: [keyof ConsumerForm, string | null][] = [
    [
      'documento',
      validate(form.documento, full, (text) => documentKind(text) !== null, 'O campo é inválido'),
    ],
    ['nome', validate(form.nome, true, isFullName, 'Informe seu nome e sobrenome')],
    ['email', validate(form.email, true, isEmail, INVALID_EMAIL)],
    ['telefone', validate(form.telefone, full, isPersonalPhone, 'Telefone inválido')],
    [
      'data_nascimento',
      validate(form.data_nascimento, full, (date) => isBirthDate(date, today), BIRTH_DATE_MESSAGE),
    ],
  ];
  return checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

/** `null` if there is no error. An empty text is only checked against `required`. */
function validate(
  text: string,
  required: boolean,
  accepts: (text: string) => boolean,
  message: string,
): string | null {
  if (isUnseen(text)) return required ? 'Campo obrigatório' : null;
  return accepts(text) ? null : message;
}
