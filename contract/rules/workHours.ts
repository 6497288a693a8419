/** Parameter `expediente` as it is stored: days 0 Sunday to 6 Saturday, hours of the branch's own clock. */
export interface StoredWorkHours {
  dias: number[];
  inicio: string;
  fim: string;
}

/** '08:00' to '24:00' as minutes after midnight; `null` for anything else. */
export function minutesOf(text: unknown): number | null {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(String(text)) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

/** What is wrong with hours that somebody wrote; `null` when people can work by them. */
export function workHoursProblem(value: unknown): string | null {
  const { dias, inicio, fim } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(dias) || dias.length === 0) return 'Escolha ao menos um dia de trabalho.';
  if (!dias.every(isWeekday) || new Set(dias).size < dias.length)
    return 'Os dias vão de 0 (domingo) a 6 (sábado), cada um uma vez.';
  const [opens, closes] = [minutesOf(inicio), minutesOf(fim)];
  if (opens === null || closes === null) return 'Informe o início e o fim como HH:MM.';
  return opens < closes ? null : 'O fim do expediente deve ser depois do início.';
}

export const isWeekday = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6;
