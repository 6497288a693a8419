import { type WizardStepKey, type WizardStepRow, wizardStep } from '../../catalogs/wizardStep.ts';
import type { CalendarDate } from '../calendarDate.ts';
import { fileCountProblems, megabytesToBytes, totalSizeProblems } from '../files.ts';
import { below, type Problem } from '../problem.ts';
import {
  chosenReasons,
  consumerFormProblems,
  type TicketInput,
  type TicketItemInput,
} from './ticketInput.ts';
import { allItemProblems, type ItemContext, itemLimitProblems } from './ticketItems.ts';
import type { TicketType } from './ticketType.ts';
import { reasonProblems, reasonsOfPath } from './ticketType.ts';

/** Days late that an extension may be asked for (DOMAIN section 3). */
export const EXTENSION_DAYS = { min: 1, max: 365 } as const;

/** Everything that the rules need besides the answers. */
export interface WizardContext {
  /** The chosen type, `null` when there is none or it is not offered to this person. */
  type: TicketType | null;
  /** The person is a CONSUMIDOR_FINAL: the ticket is in consumer mode, customer and branch are their own. */
  consumer: boolean;
  today: CalendarDate;
  /** Parameter maximoItensTicket. */
  maxItems: number;
  /** Parameter GERAL_LIMITE_TAMANHO_MAXIMO_ARQUIVOS, in bytes. */
  maxBytes: number;
  /** What is known about the invoice product of an item, and the reasons that it may have. */
  itemContext: (item: TicketItemInput) => ItemContext;
}

/** The types that a person may open: a consumer sees those for consumers only (DOMAIN section 1). */
export const typesFor = <T extends Pick<TicketType, 'usa_consumidor_final'>>(
  types: readonly T[],
  { consumer }: { consumer: boolean },
): T[] => types.filter(({ usa_consumidor_final }) => !consumer || usa_consumidor_final > 0);

/** The steps of a type, in order; without a type the two first and the last (document 000, section 2). */
export const wizardSteps = (type: TicketType | null): WizardStepRow[] =>
  wizardStep.filter(({ flag }) => flag === null || (type !== null && type[flag] > 0));

/** Whether the consumer form is shown: never, offered to staff, or always. */
export function consumerMode(
  type: TicketType | null,
  { consumer }: { consumer: boolean },
): 'OFF' | 'OFFERED' | 'FORCED' {
  if (consumer || type?.usa_consumidor_final === 2) return 'FORCED';
  return (type?.usa_consumidor_final ?? 0) > 0 ? 'OFFERED' : 'OFF';
}

/** What keeps a step from being left by 'Prosseguir'; empty: it may. The last step repeats all of them. */
export function stepProblems(step: WizardStepKey, input: TicketInput, context: WizardContext): Problem[] {
  return step === 'CONFIRMACAO' ? ticketProblems(input, context) : rules[step](input, context);
}

/** The whole ticket: what the server asks at creation. Answers to steps that the type lacks are refused. */
export function ticketProblems(input: TicketInput, context: WizardContext): Problem[] {
  const steps = wizardSteps(context.type).map(({ value }) => value);
  const asked = steps.flatMap((step) => (step === 'CONFIRMACAO' ? [] : rules[step](input, context)));
  return [...asked, ...strayAnswers(input, context)];
}

type Rule = (input: TicketInput, context: WizardContext) => Problem[];

const rules: Record<Exclude<WizardStepKey, 'CONFIRMACAO'>, Rule> = {
  SOLICITACAO: (input, { type }) => {
    if (!type) return [{ field: 'tipo', message: 'Escolha o tipo da solicitação.' }];
    return [
      ...unless(type.usa_assunto < 2 || hasText(input.assunto), 'assunto', 'Informe o assunto.'),
      ...reasonProblems(type.motivos, chosenReasons(input)),
    ];
  },
  CLIENTE: (input, context) => [
    ...unless(input.origem, 'origem', 'Escolha a origem.'),
    // A consumer whom staff names by document need not have a record yet: it is written with the ticket.
    ...unless(input.idCli || (input.consumidorFinal && !context.consumer), 'idCli', 'Escolha o cliente.'),
    ...unless(input.idFil || input.consumidorFinal, 'idFil', 'Escolha a filial.'),
    ...consumerProblems(input, context),
  ],
  PRODUTOS: (input, { type, maxItems }) => [
    ...unless(
      type?.usa_produto !== 2 || input.itensAvulsos?.length,
      'itensAvulsos',
      'Adicione pelo menos um produto.',
    ),
    ...itemLimitProblems(input, maxItems),
  ],
  NOTAS: (input, { type }) =>
    unless(type?.usa_nota !== 2 || input.notas?.length, 'notas', 'Adicione pelo menos uma nota fiscal.'),
  NOTA_PRODUTOS: (input, { type, maxItems, maxBytes, itemContext }) => [
    ...unless(type?.usa_nota_produto !== 2 || input.itens?.length, 'itens', 'Adicione pelo menos um item.'),
    ...itemLimitProblems(input, maxItems),
    ...allItemProblems(input.itens ?? [], itemContext),
    ...totalSizeProblems('itens', allFiles(input), maxBytes),
  ],
  PRORROGACAO: (input) => [
    ...unless(input.responsavel_prorrogacao, 'responsavel_prorrogacao', 'Escolha o responsável pelo atraso.'),
    ...responsibleProblems(input),
    ...unless(isExtension(input.dias_atraso_prorrogacao), 'dias_atraso_prorrogacao', extensionMessage),
  ],
  DETALHES: (input, context) => [
    ...unless(!asksMessage(input, context) || hasText(input.mensagem), 'mensagem', 'Escreva a mensagem.'),
    ...fileCountProblems('arquivos', input.arquivos ?? []),
    ...totalSizeProblems('arquivos', allFiles(input), context.maxBytes),
  ],
  TRANSPORTADORA: (input, { type }) =>
    unless(
      type?.usa_transportadora !== 2 || input.transportadora_id,
      'transportadora_id',
      'Escolha a transportadora.',
    ),
};

const extensionMessage = `Informe de ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max} dias de atraso.`;

/** Required by the type, or because a chosen reason asks for an explanation (`informa`). */
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
    return unless(mode !== 'FORCED', 'consumidorFinal', 'Informe os dados do consumidor final.');
  if (mode === 'OFF')
    return [{ field: 'consumidorFinal', message: 'Este tipo de solicitação não aceita consumidor final.' }];
  const form = consumerFormProblems(consumidorFinal, { full: !context.consumer, today: context.today });
  return below('consumidorFinal', form);
}

/** The responsible party is chosen, and is the one that the switch names. */
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
  return unless(
    !named || named === id,
    'responsavel_prorrogacao_id',
    'O responsável não confere com o representante.',
  );
}

/** Which answers belong to a flag; with the flag off they must not come. */
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
    unless(type[flag] > 0 || !input[field]?.length, field, `Este tipo de solicitação não usa ${name}.`),
  );
}

const allFiles = ({ arquivos = [], itens = [] }: TicketInput) => [
  ...arquivos,
  ...itens.flatMap((item) => item.arquivos ?? []),
];

const isExtension = (days: number | null | undefined): boolean =>
  Number.isInteger(days) && Number(days) >= EXTENSION_DAYS.min && Number(days) <= EXTENSION_DAYS.max;

/** Text that shows: markup and blanks of an HTML message do not count. */
const hasText = (text: string | null | undefined): boolean =>
  (text ?? '').replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';

const unless = (holds: unknown, field: string, message: string): Problem[] =>
  holds ? [] : [{ field, message }];

export interface WizardLimits {
  maxItems: number;
  /** Sum of all files, bytes. */
  maxBytes: number;
  /** How many days back the oldest invoice may lie. */
  oldestDays: number;
  /** How many days back the invoice filter begins. */
  initialDays: number;
}

/** The parameters of `carga` that bound a ticket; a missing or broken one counts as its default (document 000, section 9). */
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
