import { isMissingDocument } from '../documents.ts';
import { type Obstacle, obstacle } from '../tickets/ticketMerge.ts';

/** So that the figures of all stand side by side, and are read at once. */
export const MOST_MEMBERS = 40;

/** What decides whether two customers may stand in one group, read while both are locked. */
export interface GroupedCustomer {
  id: number;
  document: string;
  simulation: boolean;
  /** Its personal data were erased. */
  erased: boolean;
  /** The group that it stands in, and how many do. */
  group: { id: number; members: number } | null;
}

/**
 * Why two customers cannot be linked as one group; `null` if they can. Who has no document is merged instead, and a customer stands in
 * one group at most: two groups do not become one by a single press.
 */
export function groupObstacle(one: GroupedCustomer, other: GroupedCustomer): Obstacle | null {
  if (one.id === other.id)
    return obstacle('MESMO_CLIENTE', 'Escolha outro cliente: um cliente não se liga a si mesmo.');
  const both = [one, other];
  const erased = both.find((each) => each.erased);
  if (erased)
    return obstacle(
      'ELIMINADO',
      `Os dados do cliente ${erased.id} foram eliminados. Ele não se liga a outro.`,
    );
  const missing = both.find(({ document }) => isMissingDocument(document));
  if (missing)
    return obstacle(
      'SEM_DOCUMENTO',
      `O cliente ${missing.id} não tem CPF ou CNPJ. Una os cadastros em vez de ligá-los em grupo.`,
    );
  if (one.simulation !== other.simulation)
    return obstacle('SIMULACAO', 'Um cliente de simulação só se liga a outro de simulação.');
  if (one.group && other.group)
    return one.group.id === other.group.id
      ? obstacle('JA_LIGADOS', `Os clientes ${one.id} e ${other.id} já estão no mesmo grupo.`)
      : obstacle('OUTRO_GRUPO', 'Cada um já está em um grupo. Tire um deles do seu grupo antes.');
  const members = one.group?.members ?? other.group?.members ?? 1;
  if (members >= MOST_MEMBERS)
    return obstacle('GRUPO_CHEIO', `Um grupo tem no máximo ${MOST_MEMBERS} clientes.`);
  return null;
}

/** What a group is called unless somebody says otherwise; a person's name is no name for it. */
export const groupName = ({
  rede = '',
  fant,
  cnpj,
}: {
  rede?: string | undefined;
  fant: string;
  cnpj: string;
}): string => rede || (cnpj.length === CNPJ_LENGTH ? fant : '');

const CNPJ_LENGTH = 14;
