const DAY = 86_400_000;

/** Why a moment does not come within so many days, as the text of its field; `null` if it does. */
export function comingProblem(at: Date, now: Date, mostDays: number): string | null {
  if (at <= now) return 'Escolha um dia e uma hora que ainda vêm.';
  if (at.getTime() - now.getTime() > mostDays * DAY) return `Escolha um dia até ${mostDays} dias à frente.`;
  return null;
}
