import { formatCount } from '../format.ts';
import { listText } from '../text.ts';
import { formatDateTime } from '../time/calendarDate.ts';
import type { TimeZone } from '../time/zonedTime.ts';
import { closedObstacle, type MergeSide, type Obstacle, obstacle, undoUntil } from './ticketMerge.ts';
import type { TicketType } from './ticketType.ts';
import { missingGoods } from './typeChange.ts';

/** A line of a ticket that is to be divided. */
export interface SplitLine {
  id: number;
  /** Whether it is a line of an invoice, and no loose product. */
  bought: boolean;
  /** Its goods have arrived and were counted. */
  counted: boolean;
}

/** What decides whether a ticket may be divided, read while it is locked. */
export interface SplitGround {
  ticket: MergeSide;
  type: Pick<TicketType, 'usa_nota_produto' | 'usa_produto' | 'usa_nota'>;
  lines: readonly SplitLine[];
  /** It stands where finance settles its goods. */
  inFinance: boolean;
}

/** How many messages, or files, go at once. */
export const MOST_SPLIT = 500;

/** The lines, messages and files that go to the new ticket. */
export interface SplitChoice {
  lines: readonly number[];
  messages: readonly number[];
  files: readonly number[];
}

/** Why a ticket cannot be divided at all, whatever is chosen; `null` if it can. */
export function splitObstacle({ ticket }: Pick<SplitGround, 'ticket'>): Obstacle | null {
  const closed = closedObstacle(ticket, 'dividem');
  if (closed) return closed;
  if (ticket.extends)
    return obstacle(
      'PRORROGACAO',
      `O ticket ${ticket.id} pede a prorrogação de títulos, e um pedido de prorrogação não se divide.`,
    );
  return null;
}

/**
 * Why none of its products can go to a ticket of their own; `null` if they can. A return invoice, a pickup and the end of a return
 * are for all the goods of a ticket, so what they were made for stays together.
 */
export function splitGoodsObstacle({ ticket, lines, inFinance }: SplitGround): Obstacle | null {
  const { id, pickup, hasReturnInvoice, decided } = ticket;
  if (hasReturnInvoice)
    return obstacle(
      'NOTA_ENVIADA',
      `O ticket ${id} já tem a nota de devolução de todos os produtos. Eles seguem juntos.`,
    );
  if (pickup !== null)
    return obstacle(
      'EM_COLETA',
      `O ticket ${id} está na coleta ${pickup}. Tire-o da coleta antes de dividir os produtos.`,
    );
  if (decided || inFinance)
    return obstacle(
      'JA_NO_FINANCEIRO',
      `Os produtos do ticket ${id} já estão no financeiro. Eles seguem juntos.`,
    );
  if (lines.some(({ counted }) => counted))
    return obstacle(
      'JA_CONFERIDO',
      `Os produtos do ticket ${id} já chegaram e foram conferidos. Eles seguem juntos.`,
    );
  return null;
}

/** Why exactly this cannot go to a new ticket; `null` if it can. Lines go whole, and both tickets have what their type demands. */
export function splitChoiceObstacle(
  ground: SplitGround,
  { lines: chosen, messages, files }: SplitChoice,
): Obstacle | null {
  const { ticket, type, lines } = ground;
  const found = splitObstacle(ground);
  if (found) return found;
  if (chosen.length + messages.length + files.length === 0)
    return obstacle('NADA_ESCOLHIDO', 'Escolha ao menos um produto, uma mensagem ou um arquivo.');
  const goods = chosen.length > 0 ? splitGoodsObstacle(ground) : null;
  if (goods) return goods;
  return splitDemandObstacle({ id: ticket.id, typeName: ticket.typeName, type, lines }, chosen);
}

/** What the type of a ticket demands of it and of the part that is taken from it. */
interface SplitDemand {
  id: number;
  typeName: string;
  type: SplitGround['type'];
  lines: readonly Pick<SplitLine, 'id' | 'bought'>[];
}

/** Why one of both tickets would lack products if exactly these lines went; `null` if none does. */
export function splitDemandObstacle(
  { id: ticketId, typeName, type, lines }: SplitDemand,
  chosen: readonly number[],
): Obstacle | null {
  const going = lines.filter(({ id }) => chosen.includes(id));
  const staying = lines.filter(({ id }) => !chosen.includes(id));
  if (going.length > 0 && staying.length === 0)
    return obstacle('ULTIMO_PRODUTO', `Ao menos um produto fica no ticket ${ticketId}.`);
  if (missingGoods(type, countsOf(staying)).length > 0)
    return obstacle(
      'ULTIMO_PRODUTO',
      `O tipo ${typeName} pede produtos: ao menos um fica no ticket ${ticketId}.`,
    );
  if (missingGoods(type, countsOf(going)).length > 0)
    return obstacle(
      'FALTAM_PRODUTOS',
      `O tipo ${typeName} pede produtos: escolha ao menos um para o novo ticket.`,
    );
  return null;
}

/** Why a ticket cannot be divided, whatever is chosen of what it has; `null` if it can. */
export function splitStandingObstacle(ground: SplitGround): Obstacle | null {
  const { ticket, type, lines } = ground;
  const found = splitObstacle(ground);
  if (found || missingGoods(type, countsOf([])).length === 0) return found;
  const goods = splitGoodsObstacle(ground);
  if (goods) return goods;
  const bought = lines.filter((line) => line.bought).length;
  const demanded = [
    ...(type.usa_nota_produto === 2 ? [bought] : []),
    ...(type.usa_produto === 2 ? [lines.length - bought] : []),
  ];
  return demanded.some((count) => count < 2)
    ? obstacle(
        'FALTAM_PRODUTOS',
        `O tipo ${ticket.typeName} pede produtos em cada ticket, e o ticket ${ticket.id} não tem o bastante para dois.`,
      )
    : null;
}

/** Both tickets are about the same invoices as a whole, so none is missing on either. */
const countsOf = (lines: readonly Pick<SplitLine, 'bought'>[]) => {
  const bought = lines.filter((line) => line.bought).length;
  return { bought, loose: lines.length - bought, invoices: 1 };
};

/** '2 produtos e 1 mensagem'; what there is none of is not named. */
export function splitText({ lines, messages, files }: SplitChoice): string {
  const parts = [
    lines.length > 0 && formatCount(lines.length, 'produto', 'produtos'),
    messages.length > 0 && formatCount(messages.length, 'mensagem', 'mensagens'),
    files.length > 0 && formatCount(files.length, 'arquivo', 'arquivos'),
  ].filter((part) => part !== false);
  return listText(parts);
}

/** What has happened to both tickets since one was divided. */
export interface SplitUndoGround {
  /** The one that was divided, and its part. */
  source: MergeSide;
  part: MergeSide;
  at: Date;
  now: Date;
  zone: TimeZone;
  /** Each is still of the type and in the visit of the step in which it was divided. */
  sameStep: { source: boolean; part: boolean };
  /** How many lines went along. */
  lines: number;
  /** All of them are still there, unchanged, and no others. */
  sameLines: boolean;
  /** Every message that went along is still there. */
  sameMessages: boolean;
  most: { items: number };
}

/**
 * Why a split cannot be taken back; `null` if it can. What was written into the part since comes along; a step, a decision, a return
 * invoice or a pickup that was made for one of both cannot be joined again.
 */
export function splitUndoObstacle(ground: SplitUndoGround): Obstacle | null {
  const { source, part, at, now, zone, lines } = ground;
  const until = undoUntil(at);
  if (now > until)
    return obstacle(
      'FORA_DO_PRAZO',
      `A divisão do ticket ${source.id} só podia ser desfeita até ${formatDateTime(until.toISOString(), zone)}.`,
    );
  const closed = closedObstacle(source, 'dividem') ?? closedObstacle(part, 'dividem');
  if (closed) return closed.code === 'JUNTADO' ? closed : { ...closed, message: reopenText(source, part) };
  for (const each of [part, ...(lines > 0 ? [source] : [])]) {
    if (!(each === part ? ground.sameStep.part : ground.sameStep.source))
      return obstacle(
        'ETAPA_MUDOU',
        `O ticket ${each.id} já mudou de etapa ou de tipo depois da divisão (agora ${each.stepName}).`,
      );
    if (each.hasReturnInvoice)
      return obstacle(
        'NOTA_MUDOU',
        `O ticket ${each.id} já recebeu uma nota de devolução depois da divisão.`,
      );
    if (each.pickup !== null)
      return obstacle('COLETA_MUDOU', `O ticket ${each.id} já está na coleta ${each.pickup}.`);
  }
  if (!ground.sameLines)
    return obstacle(
      'PRODUTOS_MUDARAM',
      `Os produtos do ticket ${part.id} já foram mudados depois da divisão.`,
    );
  if (!ground.sameMessages)
    return obstacle('MENSAGENS_MUDARAM', `Mensagens do ticket ${part.id} já foram levadas a outro ticket.`);
  if (source.lines + part.lines > ground.most.items)
    return obstacle(
      'PRODUTOS_DEMAIS',
      `Juntos, os tickets teriam ${source.lines + part.lines} produtos, e um ticket tem no máximo ${ground.most.items}.`,
    );
  return null;
}

const reopenText = (source: MergeSide, part: MergeSide): string => {
  const ended = [source, part].find((each) => closedObstacle(each, 'dividem') !== null) ?? part;
  return ended.archived
    ? `O ticket ${ended.id} está arquivado. Desarquive-o e reabra-o para desfazer a divisão.`
    : `O ticket ${ended.id} já foi encerrado. Reabra-o para desfazer a divisão.`;
};
