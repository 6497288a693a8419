/** The code of a refusal that asks first whether a ticket may be taken from a colleague; repeated with `confirmar`, it passes. */
export const OF_COLLEAGUE = 'TICKET_DE_COLEGA';

interface Change {
  /** Who has the ticket; `null` if nobody. */
  from: number | null;
  /** Who gets it; `null` for anybody in its sector. */
  to: number | null;
  /** Who makes the change. */
  by: number;
}

/**
 * Whether a change takes a ticket from a colleague who works on it. That is asked first, by name, and told to the colleague
 * (docs/domain.md 13), whoever gets the ticket; giving away one's own ticket is not.
 */
export const takesFromColleague = ({ from, to, by }: Change): boolean =>
  from !== null && from !== to && from !== by;

export const takingQuestion = (name: string): string =>
  `Este ticket está com ${name}. Confirme se o operador deve mesmo mudar: ${name} recebe um aviso.`;
