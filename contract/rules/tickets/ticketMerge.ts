import type { TicketStatus } from '../../catalogs/ticketStatus.ts';
import { formatDateTime } from '../time/calendarDate.ts';
import type { TimeZone } from '../time/zonedTime.ts';
import { isClosed } from './ticketTransitions.ts';

/** What decides whether tickets may be merged, read while both are locked. */
export interface MergeSide {
  id: number;
  customerId: number;
  /** The document of the end consumer that it is about; empty if it is about the customer. */
  consumer: string;
  branchId: number;
  /** Whose customers' tickets it is among: a representative sees no other. */
  representativeId: number | null;
  typeId: number;
  typeName: string;
  flowKey: string;
  stepKey: string;
  stepName: string;
  status: TicketStatus;
  archived: boolean;
  mergedInto: number | null;
  lines: number;
  hasReturnInvoice: boolean;
  /** Its active pickup. */
  pickup: number | null;
  extends: boolean;
  /** Finance has decided on titles of it. */
  decided: boolean;
}

/** How many tickets are merged at once, the leading one included. */
export const MOST_MERGED = 5;

/** How long a merge or a split can be taken back. */
const UNDO_MS = 24 * 3_600_000;

/** Until when a merge or a split can be taken back. */
export const undoUntil = (at: Date): Date => new Date(at.getTime() + UNDO_MS);

/** What was done before cannot be taken back any more. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_MS);

export interface Obstacle {
  code: string;
  message: string;
}

export const obstacle = (code: string, message: string): Obstacle => ({ code, message });

/** What is said of a ticket that was merged, wherever somebody tries to change it. */
export const mergedText = (id: number, into: number): string =>
  `O ticket ${id} foi juntado ao ${into}. Continue no ${into}.`;

/**
 * Why a ticket cannot be merged into the leading one; `null` if it can. What the goods, papers and dates of a ticket mean depends on
 * its step, so a ticket that has any goes only to one of the same type at the same step; mere conversations go anywhere.
 */
export function mergeObstacle(
  leading: MergeSide,
  other: MergeSide,
  most: { items: number },
): Obstacle | null {
  const own = closedObstacle(leading, 'juntam') ?? closedObstacle(other, 'juntam');
  if (own) return own;
  const { id } = other;
  if (id === leading.id)
    return obstacle('MESMO_TICKET', 'Escolha outro ticket: um ticket não se junta a si mesmo.');
  if (other.customerId !== leading.customerId)
    return obstacle(
      'OUTRO_CLIENTE',
      `O ticket ${id} é de outro cliente. Só se juntam tickets do mesmo cliente.`,
    );
  if (other.consumer !== leading.consumer)
    return obstacle(
      'OUTRO_CONSUMIDOR',
      `O ticket ${id} é de outro consumidor. Só se juntam tickets da mesma pessoa.`,
    );
  if (other.branchId !== leading.branchId)
    return obstacle(
      'OUTRA_FILIAL',
      `O ticket ${id} é de outra filial. Só se juntam tickets da mesma filial.`,
    );
  if (other.representativeId !== leading.representativeId)
    return obstacle(
      'OUTRO_REPRESENTANTE',
      `Os tickets ${leading.id} e ${id} não são do mesmo representante. Só se juntam tickets que a mesma pessoa vê.`,
    );
  return workObstacle(leading, other) ?? roomObstacle(leading, other, most);
}

/** Merged, archived and closed tickets neither lead nor follow, and are not divided. */
export function closedObstacle(
  { id, mergedInto, archived, status }: Pick<MergeSide, 'id' | 'mergedInto' | 'archived' | 'status'>,
  what: 'juntam' | 'dividem',
): Obstacle | null {
  if (mergedInto !== null) return obstacle('JUNTADO', mergedText(id, mergedInto));
  if (archived) return obstacle('ARQUIVADO', `O ticket ${id} está arquivado. Só se ${what} tickets abertos.`);
  if (isClosed(status))
    return obstacle('ENCERRADO', `O ticket ${id} está encerrado. Só se ${what} tickets abertos.`);
  return null;
}

function workObstacle(leading: MergeSide, other: MergeSide): Obstacle | null {
  const { id } = other;
  if (other.decided)
    return obstacle(
      'JA_DECIDIDO',
      `O financeiro já decidiu sobre títulos do ticket ${id}. Ele segue sozinho.`,
    );
  if (other.hasReturnInvoice && leading.hasReturnInvoice)
    return obstacle(
      'DUAS_NOTAS',
      `Os tickets ${leading.id} e ${id} já têm cada um a sua nota de devolução. Um ticket tem só uma.`,
    );
  if (other.pickup !== null && leading.pickup !== null && other.pickup !== leading.pickup)
    return obstacle(
      'DUAS_COLETAS',
      `O ticket ${id} está na coleta ${other.pickup}, e o ${leading.id} na ${leading.pickup}. Tire um deles da coleta antes.`,
    );
  if (!isWork(other)) return null;
  if (other.typeId !== leading.typeId)
    return obstacle(
      'OUTRO_TIPO',
      `O ticket ${id} é do tipo ${other.typeName}, e o ${leading.id} do tipo ${leading.typeName}. Com produtos, nota ou coleta, só se juntam tickets do mesmo tipo.`,
    );
  if (other.flowKey !== leading.flowKey || other.stepKey !== leading.stepKey)
    return obstacle(
      'OUTRA_ETAPA',
      `O ticket ${id} está na etapa ${other.stepName}, e o ${leading.id} na etapa ${leading.stepName}. Com produtos, nota ou coleta, leve os dois à mesma etapa antes.`,
    );
  return null;
}

/** Whether it has what a step works on, and not only a conversation. */
const isWork = ({ lines, hasReturnInvoice, pickup, extends: asks }: MergeSide): boolean =>
  lines > 0 || hasReturnInvoice || pickup !== null || asks;

function roomObstacle(leading: MergeSide, other: MergeSide, { items }: { items: number }): Obstacle | null {
  const lines = leading.lines + other.lines;
  if (lines <= items) return null;
  return obstacle(
    'PRODUTOS_DEMAIS',
    `Juntos, os tickets teriam ${lines} produtos, e um ticket tem no máximo ${items}.`,
  );
}

/** What has happened to both tickets since they were merged. */
export interface UndoGround {
  /** The merged one, and the one that leads. */
  other: number;
  leading: number;
  at: Date;
  now: Date;
  zone: TimeZone;
  closed: boolean;
  /** The leading ticket is of the type and in the visit of the step that it was then. */
  sameStep: boolean;
  stepName: string;
  /** Every line that came along is still there, unchanged. */
  sameLines: boolean;
  /** The ticket merged afterwards whose return invoice or pickup stands there now; that one has to be separated first. */
  broughtSince: number | null;
  sameReturnInvoice: boolean;
  samePickup: boolean;
  /** Every message that came along is still there. */
  sameMessages: boolean;
}

/**
 * Why a merge cannot be taken back; `null` if it can. What was written into the leading ticket afterwards stays there; a step, a
 * decision, a return invoice or a pickup made for all the goods cannot be divided again.
 */
export function undoObstacle(ground: UndoGround): Obstacle | null {
  const { other, leading, at, now, zone } = ground;
  const until = undoUntil(at);
  if (now > until)
    return obstacle(
      'FORA_DO_PRAZO',
      `A junção do ticket ${other} só podia ser desfeita até ${formatDateTime(until.toISOString(), zone)}.`,
    );
  if (ground.closed)
    return obstacle(
      'ENCERRADO',
      `O ticket ${leading} já foi encerrado com o que veio do ${other}. Reabra-o para desfazer.`,
    );
  if (!ground.sameStep)
    return obstacle(
      'ETAPA_MUDOU',
      `O ticket ${leading} já mudou de etapa com o que veio do ${other} (agora ${ground.stepName}).`,
    );
  if (!ground.sameLines)
    return obstacle(
      'PRODUTOS_MUDARAM',
      `Os produtos que vieram do ticket ${other} já foram mudados no ${leading}.`,
    );
  if (ground.broughtSince !== null)
    return obstacle(
      'JUNCAO_POSTERIOR',
      `Depois do ticket ${other}, o ${ground.broughtSince} trouxe ao ${leading} a sua nota de devolução ou coleta. Desfaça antes a junção com o ${ground.broughtSince}.`,
    );
  if (!ground.sameReturnInvoice)
    return obstacle(
      'NOTA_MUDOU',
      `O ticket ${leading} já recebeu uma nota de devolução para todos os produtos.`,
    );
  if (!ground.samePickup)
    return obstacle(
      'COLETA_MUDOU',
      `A coleta do ticket ${leading} já mudou depois da junção com o ${other}.`,
    );
  if (!ground.sameMessages)
    return obstacle(
      'MENSAGENS_MUDARAM',
      `Mensagens que vieram do ticket ${other} já foram levadas a outro ticket.`,
    );
  return null;
}
