import { MAX_DELIVERY_ADDRESSES } from '../../callcenter/customers/deliveryAddresses.ts';
import { isMissingDocument } from '../documents.ts';
import { type Obstacle, obstacle, undoUntil } from '../tickets/ticketMerge.ts';
import { formatDateTime } from '../time/calendarDate.ts';
import type { TimeZone } from '../time/zonedTime.ts';

/** What decides whether two customers may become one, read while both are locked. */
export interface MergedCustomer {
  id: number;
  document: string;
  simulation: boolean;
  /** Its personal data were erased. */
  erased: boolean;
  /** Somebody signs in as this customer. */
  hasAccount: boolean;
  /** Delivery addresses in use. */
  addresses: number;
}

/**
 * Why a customer cannot be merged into the leading one; `null` if it can. Two documents are two companies or people whatever else is
 * alike, and a document stays where it is: notes, titles and accounts go by it.
 */
export function customerMergeObstacle(leading: MergedCustomer, other: MergedCustomer): Obstacle | null {
  const { id } = other;
  if (id === leading.id)
    return obstacle('MESMO_CLIENTE', 'Escolha outro cliente: um cliente não se une a si mesmo.');
  const erased = [leading, other].find((one) => one.erased);
  if (erased)
    return obstacle(
      'ELIMINADO',
      `Os dados do cliente ${erased.id} foram eliminados. Ele não se une a outro.`,
    );
  if (!isMissingDocument(other.document))
    return isMissingDocument(leading.document)
      ? obstacle('DOCUMENTO_FICA', `O cliente ${id} tem CPF ou CNPJ: é ele que fica.`)
      : obstacle(
          'DOIS_DOCUMENTOS',
          `Os clientes ${leading.id} e ${id} têm cada um o seu CPF ou CNPJ. Só se unem cadastros da mesma pessoa ou empresa.`,
        );
  if (leading.simulation !== other.simulation)
    return obstacle('SIMULACAO', 'Um cliente de simulação só se une a outro de simulação.');
  if (other.hasAccount)
    return obstacle('TEM_CONTA', `O cliente ${id} entra no portal com conta própria. É ele que fica.`);
  if (leading.addresses + other.addresses > MAX_DELIVERY_ADDRESSES)
    return obstacle(
      'ENDERECOS_DEMAIS',
      `Juntos, os clientes teriam mais de ${MAX_DELIVERY_ADDRESSES} endereços de entrega. Retire alguns antes.`,
    );
  return null;
}

/** Which of two customers stays unless somebody says otherwise: the one with a document, or else the one that was written last. */
export const proposedLead = <T extends { id: number; document: string; updatedAt: Date }>(a: T, b: T): T => {
  const [hasOne, hasOther] = [a, b].map(({ document }) => !isMissingDocument(document));
  if (hasOne !== hasOther) return hasOne ? a : b;
  return a.updatedAt >= b.updatedAt ? a : b;
};

/** What has happened to both customers since they were merged. */
export interface CustomerUndoGround {
  other: number;
  leading: number;
  at: Date;
  now: Date;
  zone: TimeZone;
  /** Whoever takes it back is who merged them, or leads. */
  mayUndo: boolean;
  /** What was kept of the other one has been erased since. */
  erased: boolean;
  /** An order or quote that came along and has a note of the leading customer now. */
  invoiced: number | null;
  /** A ticket that came along and was merged with one of the leading customer. */
  joined: number | null;
}

/** Why a merge cannot be taken back; `null` if it can. What came to the leading customer afterwards stays there. */
export function customerUndoObstacle(ground: CustomerUndoGround): Obstacle | null {
  const { other, leading, at, now, zone } = ground;
  const until = undoUntil(at);
  if (now > until)
    return obstacle(
      'FORA_DO_PRAZO',
      `A união do cliente ${other} só podia ser desfeita até ${formatDateTime(until.toISOString(), zone)}.`,
    );
  if (!ground.mayUndo) return obstacle('DE_OUTRA_PESSOA', 'Só desfaz a união quem a fez, ou um supervisor.');
  if (ground.erased)
    return obstacle('ELIMINADO', `Os dados que o cliente ${other} tinha já foram eliminados.`);
  if (ground.invoiced !== null)
    return obstacle(
      'JA_FATURADO',
      `O pedido ${ground.invoiced}, que veio do cliente ${other}, já foi faturado para o ${leading}.`,
    );
  if (ground.joined !== null)
    return obstacle(
      'TICKETS_JUNTADOS',
      `O ticket ${ground.joined}, que veio do cliente ${other}, já foi juntado a outro. Desfaça antes essa junção.`,
    );
  return null;
}
