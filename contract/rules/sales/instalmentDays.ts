const MAX_INSTALMENTS = 24;
const MAX_DAYS = 720;

/** Days from the invoice to each instalment: '30/60/90' is [30, 60, 90]. */
export const instalmentDays = (text: string): number[] => text.split('/').map((day) => Number(day.trim()));

/** What is wrong with the days as written; `null` if they are valid. */
export function instalmentDaysProblem(text: string): string | null {
  const parts = text.split('/').map((day) => day.trim());
  if (!parts.every((day) => /^\d{1,3}$/.test(day)))
    return 'Escreva os dias separados por barra, como 30/60/90.';
  if (parts.length > MAX_INSTALMENTS) return `Use no máximo ${MAX_INSTALMENTS} parcelas.`;
  const days = parts.map(Number);
  if (days.some((day) => day > MAX_DAYS)) return `Use no máximo ${MAX_DAYS} dias.`;
  return days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))
    ? null
    : 'Cada parcela vence depois da anterior.';
}
