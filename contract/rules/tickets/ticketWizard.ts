import { type WizardStepKey, type WizardStepRow, wizardStep } from '../../catalogs/wizardStep.ts';
import { fileCountProblems, megabytesToBytes, totalSizeProblems } from '../files.ts';
import { type Problem, prefixProblems } from '../problem.ts';
import type { CalendarDate } from '../time/calendarDate.ts';
import {
  chosenReasons,
  consumerFormProblems,
  type TicketInput,
  type TicketItemInput,
} from './ticketInput.ts';
import { allItemProblems, type ItemContext, itemLimitProblems } from './ticketItems.ts';
import type { TicketType } from './ticketType.ts';
import { reasonProblems, reasonsOfPath } from './ticketType.ts';

/** Range of days of delay for which an extension may be requested (docs/domain.md 3). */
export const EXTENSION_DAYS = { min: 1, max: 365 } as const;

/** Everything that the rules need apart from the answers. */
export interface WizardContext {
  /** The chosen type; `null` if there is none or it is not offered to this person. */
  type: TicketType | null;
  /** Whether the person is a CONSUMIDOR_FINAL: the ticket is then in consumer mode, with their own customer and branch. */
  consumer: boolean;
  today: CalendarDate;
  /** The parameter maximoItensTicket. */
  maxItems: number;
  /** The parameter GERAL_LIMITE_TAMANHO_MAXIMO_ARQUIVOS, in bytes. */
  maxBytes: number;
  /** The facts about an item's invoice product, and the reasons allowed for it. */
  itemContext: (item: TicketItemInput) => ItemContext;
}

/** The types that a person may open; a consumer sees only those for consumers (docs/domain.md 1). */
export const typesFor = <T extends Pick<TicketType, 'usa_consumidor_final'>>(
  types: readonly T[],
  { consumer }: { consumer: boolean },
): T[] => types.filter(({ usa_consumidor_final }) => !consumer || usa_consumidor_final > 0);

/** The steps of a type, in order; without a type, the first two and the last (document 000, section 2). */
export const wizardSteps = (type: TicketType | null): WizardStepRow[] =>
  wizardStep.filter(({ flag }) => flag === null || (type !== null && type[flag] > 0));

/**
 * The steps that a ticket leads through. Those that may be left empty stand folded on the confirmation, where one press opens them;
 * a consumer, who opens a request once a year, is led through all of them.
 */
export const wizardStations = (input: TicketInput, context: WizardContext): WizardStepRow[] =>
  wizardSteps(context.type).filter(
    ({ value, flag }) => flag === null || context.consumer || !mayStayEmpty(value, input, context),
  );

/** Judged by the step's own rule for a ticket of which only the reasons are known: one of them may ask for an explanation. */
function mayStayEmpty(step: WizardStepKey, input: TicketInput, context: WizardContext): boolean {
  const { motivo1, motivo2, motivo3, motivo4, motivo5 } = input;
  return stepProblems(step, { motivo1, motivo2, motivo3, motivo4, motivo5 }, context).length === 0;
}

/** Whether the consumer form is hidden, offered to staff, or always shown. */
export function consumerMode(
  type: TicketType | null,
  { consumer }: { consumer: boolean },
): 'OFF' | 'OFFERED' | 'FORCED' {
  if (consumer || type?.usa_consumidor_final === 2) return 'FORCED';
  return (type?.usa_consumidor_final ?? 0) > 0 ? 'OFFERED' : 'OFF';
}

/** What prevents a step from being left with 'Prosseguir'; empty if nothing does. The last step repeats all checks. */
export function stepProblems(step: WizardStepKey, input: TicketInput, context: WizardContext): Problem[] {
  return step === 'CONFIRMACAO' ? ticketProblems(input, context) : rules[step](input, context);
}

/** Checks the whole ticket, as the server does on creation. Answers to steps that the type does not have are rejected. */
export function ticketProblems(input: TicketInput, context: WizardContext): Problem[] {
  const steps = wizardSteps(context.type).map(({ value }) => value);
  const problems = steps.flatMap((step) => (step === 'CONFIRMACAO' ? [] : rules[step](input, context)));
  return [...problems, ...strayAnswers(input, context)];
}

type Rule = (input: TicketInput, context: WizardContext) => Problem[];

const rules: Record<Exclude<WizardStepKey, 'CONFIRMACAO'>, Rule> = {
  SOLICITACAO: (input, { type }) => {
    if (!type) return [{ field: 'tipo', message: 'Escolha o tipo da solicitação.' }];
    return [
      ...problemUnless(type.usa_assunto < 2 || hasText(input.assunto), 'assunto', 'Informe o assunto.'),
      ...reasonProblems(type.motivos, chosenReasons(input)),
    ];
  },
  CLIENTE: (input, context) => [
    ...problemUnless(input.origem, 'origem', 'Escolha a origem.'),
    // A consumer whom staff identify by document does not need an existing record; it is created together with the ticket.
    ...problemUnless(
      input.idCli || (input.consumidorFinal && !context.consumer),
      'idCli',
      'Escolha o cliente.',
    ),
    ...problemUnless(input.idFil || input.consumidorFinal, 'idFil', 'Escolha a filial.'),
    ...consumerProblems(input, context),
  ],
  PRODUTOS: (input, { type, maxItems }) => [
    ...problemUnless(
      type?.usa_produto !== 2 || input.itensAvulsos?.length,
      'itensAvulsos',
      'Adicione pelo menos um produto.',
    ),
    ...itemLimitProblems(input, maxItems),
  ],
  NOTAS: (input, { type }) =>
    problemUnless(
      type?.usa_nota !== 2 || input.notas?.length,
      'notas',
      'Adicione pelo menos uma nota fiscal.',
    ),
  NOTA_PRODUTOS: (input, { type, maxItems, maxBytes, itemContext }) => [
    ...problemUnless(
      type?.usa_nota_produto !== 2 || input.itens?.length,
      'itens',
      'Adicione pelo menos um item.',
    ),
    ...itemLimitProblems(input, maxItems),
    ...allItemProblems(input.itens ?? [], itemContext),
    ...totalSizeProblems('itens', allFiles(input), maxBytes),
  ],
  PRORROGACAO: (input) => [
    ...problemUnless(
      input.responsavel_prorrogacao,
      'responsavel_prorrogacao',
      'Escolha o responsável pelo atraso.',
    ),
    ...responsibleProblems(input),
    ...problemUnless(isExtension(input.dias_atraso_prorrogacao), 'dias_atraso_prorrogacao', extensionMessage),
  ],
  DETALHES: (input, context) => [
    ...problemUnless(
      !asksMessage(input, context) || hasText(input.mensagem),
      'mensagem',
      'Escreva a mensagem.',
    ),
    ...fileCountProblems('arquivos', input.arquivos ?? []),
    ...totalSizeProblems('arquivos', allFiles(input), context.maxBytes),
  ],
  TRANSPORTADORA: (input, { type }) =>
    problemUnless(
      type?.usa_transportadora !== 2 || input.transportadora_id,
      'transportadora_id',
      'Escolha a transportadora.',
    ),
};

const extensionMessage = `Informe de ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max} dias de atraso.`;

/** Whether a message is required, by the type or because a chosen reason asks for an explanation (`informa`). */
function asksMessage(input: TicketInput, { type }: WizardContext): boolean {
  if (!type) return false;
  return (
    type.usa_mensagem === 2 ||
    reasonsOfPath(type.motivos, chosenReasons(input)).some(({ informa }) => informa)
  );
}

function consumerProblems({ consumidorFinal }: TicketInput, context: WizardContext): Problem[] {
  const mode = consumerMode(context.type, context);
  if (!consumidorFinal)
    return problemUnless(mode !== 'FORCED', 'consumidorFinal', 'Informe os dados do consumidor final.');
  if (mode === 'OFF')
    return [{ field: 'consumidorFinal', message: 'Este tipo de solicitação não aceita consumidor final.' }];
  const form = consumerFormProblems(consumidorFinal, { full: !context.consumer, today: context.today });
  return prefixProblems('consumidorFinal', form);
}

/** The responsible party must be chosen and must match the selected kind. */
function responsibleProblems(input: TicketInput): Problem[] {
  const id = input.responsavel_prorrogacao_id;
  const carrier = input.responsavel_prorrogacao !== 'REPRESENTANTE';
  if (!id)
    return [
      {
        field: 'responsavel_prorrogacao_id',
        message: carrier ? 'Escolha a transportadora.' : 'Escolha o representante.',
      },
    ];
  const named = carrier ? null : input.representante_id;
  return problemUnless(
    !named || named === id,
    'responsavel_prorrogacao_id',
    'O responsável não confere com o representante.',
  );
}

/** The answers that belong to each flag; they must be absent when the flag is off. */
const answersOfFlags = [
  ['usa_nota', 'notas', 'notas fiscais'],
  ['usa_produto', 'itensAvulsos', 'produtos avulsos'],
  ['usa_nota_produto', 'itens', 'produtos de nota fiscal'],
  ['usa_mensagem', 'arquivos', 'fotos'],
  ['usa_mensagem', 'mensagem', 'mensagem'],
  ['usa_prorrogacao', 'responsavel_prorrogacao', 'dados de prorrogação'],
] as const;

function strayAnswers(input: TicketInput, { type }: WizardContext): Problem[] {
  if (!type) return [];
  return answersOfFlags.flatMap(([flag, field, name]) =>
    problemUnless(
      type[flag] > 0 || !input[field]?.length,
      field,
      `Este tipo de solicitação não usa ${name}.`,
    ),
  );
}

const allFiles = ({ arquivos = [], itens = [] }: TicketInput) => [
  ...arquivos,
  ...itens.flatMap((item) => item.arquivos ?? []),
];

const isExtension = (days: number | null | undefined): boolean =>
  Number.isInteger(days) && Number(days) >= EXTENSION_DAYS.min && Number(days) <= EXTENSION_DAYS.max;

/** Whether there is visible text; markup and blanks of an HTML message do not count. */
const hasText = (text: string | null | undefined): boolean =>
  (text ?? '').replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';

const problemUnless = (holds: unknown, field: string, message: string): Problem[] =>
  holds ? [] : [{ field, message }];

export interface WizardLimits {
  maxItems: number;
  /** Maximum total size of all files, in bytes. */
  maxBytes: number;
  /** Maximum age of an invoice in days. */
  oldestDays: number;
  /** Number of days back at which the invoice filter starts. */
  initialDays: number;
}

/**
 * The parameters of `carga` that limit a ticket; a missing or invalid one is replaced by its default (document 000, section
 * 9).
 */
export function wizardLimits(parameters: Readonly<Record<string, unknown>>): WizardLimits {
  const window = positive(parameters.diasLimiteDevolucao);
  return {
    maxItems: positive(parameters.maximoItensTicket) ?? 100,
    maxBytes: megabytesToBytes(positive(parameters.LIMITE_TAMANHO_MAXIMO_ARQUIVOS) ?? 25),
    oldestDays: window ?? 1825,
    initialDays: window ?? 180,
  };
}

function positive(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : null;
}
