import type { Problem } from '../problem.ts';
import type { TicketInput } from './ticketInput.ts';
import type { TicketType } from './ticketType.ts';
import { stepProblems, type WizardContext } from './ticketWizard.ts';

/** The goods and invoices of a ticket, those included that are being added to it. */
export interface TicketGoods {
  /** Lines of invoices. */
  bought: number;
  /** Products without an invoice. */
  loose: number;
  /** Invoices, whether named as a whole or by a line. */
  invoices: number;
}

type GoodsFlags = Pick<TicketType, 'usa_nota_produto' | 'usa_produto' | 'usa_nota'>;

/** Whether tickets of the type are about goods at all; without goods, a step that judges lines has nothing to judge. */
export const usesGoods = (type: GoodsFlags): boolean => type.usa_nota_produto > 0 || type.usa_produto > 0;

/** The goods that a type demands of every ticket, at its opening, when its type changes and at each of its steps. */
export function missingGoods(type: GoodsFlags, { bought, loose, invoices }: TicketGoods): Problem[] {
  const checks: [boolean, Problem][] = [
    [
      type.usa_nota_produto === 2 && bought === 0,
      { field: 'itens', message: 'Inclua pelo menos um produto de nota fiscal.' },
    ],
    [
      type.usa_produto === 2 && loose === 0,
      { field: 'itensAvulsos', message: 'Inclua pelo menos um produto.' },
    ],
    [
      type.usa_nota === 2 && invoices === 0,
      { field: 'notas', message: 'Inclua pelo menos uma nota fiscal.' },
    ],
  ];
  return checks.flatMap(([fails, problem]) => (fails ? [problem] : []));
}

/** What a step needs to judge lines: at least one that is not denied, unless the type uses no goods. */
export function nothingToJudge(type: GoodsFlags, lines: number): boolean {
  return usesGoods(type) && lines === 0;
}

interface ChangedTicket {
  /** The ticket's own answers, completed by those given for the new type. */
  input: TicketInput;
  goods: TicketGoods;
  /** Names of the invoice lines that have no reason. */
  withoutReason: readonly string[];
  /** Whether the ticket is for a final consumer. */
  consumer: boolean;
}

/**
 * What a ticket lacks to become one of the type: everything that the type demands at the opening (docs/domain.md 13). What the
 * ticket has beyond that stays.
 */
export function typeChangeProblems(ticket: ChangedTicket, type: TicketType, limits: Limits): Problem[] {
  const context: WizardContext = { ...limits, type, consumer: false, itemContext: unasked };
  const extends_ = type.usa_prorrogacao > 0;
  return [
    ...stepProblems('SOLICITACAO', ticket.input, context),
    ...(type.usa_consumidor_final === 2 && !ticket.consumer
      ? [{ field: 'idTipo', message: 'Este tipo é só de consumidor final. Abra outro ticket para ele.' }]
      : []),
    ...missingGoods(type, ticket.goods),
    ...(type.usa_nota_produto > 0
      ? ticket.withoutReason.map((name) => ({
          field: 'itens',
          message: `Falta o motivo de ${name}. Informe-o em Alterar produtos.`,
        }))
      : []),
    ...(extends_ ? stepProblems('PRORROGACAO', ticket.input, context) : []),
    ...stepProblems('DETALHES', ticket.input, context),
    ...stepProblems('TRANSPORTADORA', ticket.input, context),
  ];
}

type Limits = Pick<WizardContext, 'today' | 'maxItems' | 'maxBytes'>;
const unasked = () => ({ product: null, reasons: [] });
