import { customizedStatuses, type OwnStatuses, orderStatus } from '../../catalogs/orderStatus.ts';
import { numberText } from '../format.ts';
import { firstOfList } from '../text.ts';
import type { StoredWorkHours } from '../time/businessTime.ts';
import { formatCalendarDate, shortWeekday } from '../time/calendarDate.ts';
import type { ParameterKind } from './parameterKind.ts';
import { objectProperties, parameterProblem } from './parameterKind.ts';

/** A value as display text: "90 dias", "seg a sex, 08:00 às 18:00". */
export function parameterText(kind: ParameterKind, value: unknown, unit = ''): string {
  if (value === null || value === undefined) return 'sem valor';
  if (parameterProblem(kind, value) !== null) return JSON.stringify(value);
  switch (kind.tipo) {
    case 'INTEIRO':
    case 'DECIMAL':
      return withUnit(numberText(value as number | string), unit);
    case 'SIM_NAO':
      return value ? 'Sim' : 'Não';
    case 'TEXTO':
      return String(value);
    case 'ESCOLHA':
      return kind.opcoes.find(({ valor }) => valor === value)?.rotulo ?? String(value);
    case 'DIAS':
      return daysText(value as string[]);
    case 'EXPEDIENTE':
      return workHoursText(value as StoredWorkHours);
    case 'OBJETO':
      return objectText(kind, value as Record<string, unknown>);
    case 'SITUACOES':
      return statusesText(value as OwnStatuses);
  }
}

const withUnit = (text: string, unit: string) => {
  if (!unit) return text;
  return unit === 'R$' ? `R$ ${text}` : `${text} ${text === '1' ? unit.replace(/s$/, '') : unit}`;
};

function daysText(days: readonly string[]): string {
  if (days.length === 0) return 'nenhum dia';
  return firstOfList(days.map(formatCalendarDate), 3);
}

function workHoursText({ dias, inicio, fim }: StoredWorkHours): string {
  return `${weekdaysText([...dias].sort())}, ${inicio} às ${fim}`;
}

/** Consecutive days are named by the first and the last. */
function weekdaysText(days: readonly number[]): string {
  const row = days.length > 2 && days.every((day, i) => i === 0 || day === (days[i - 1] ?? 0) + 1);
  const word = (day: number | undefined) => shortWeekday(day ?? 0);
  return row ? `${word(days[0])} a ${word(days.at(-1))}` : days.map(word).join(', ');
}

function objectText(kind: Extract<ParameterKind, { tipo: 'OBJETO' }>, value: Record<string, unknown>) {
  const properties = objectProperties(kind.schema);
  return Object.entries(properties)
    .map(([name, { title }]) => `${title}: ${wordOf(value[name])}`)
    .join(' · ');
}

/** Lists only the differences; a colour or icon is not described in words. */
function statusesText(statuses: OwnStatuses): string {
  const own = customizedStatuses(statuses);
  const changed = orderStatus.flatMap((row, i) => {
    const now = own[i] ?? row;
    const parts = [
      ...(now.label === row.label ? [] : [`"${now.label}"`]),
      ...(now.color === row.color ? [] : ['outra cor']),
      ...(now.icon === row.icon ? [] : ['outro ícone']),
    ];
    return parts.length > 0 ? [`${row.label}: ${parts.join(', ')}`] : [];
  });
  return changed.join(' · ') || 'como no padrão';
}

const wordOf = (value: unknown) =>
  value === true ? 'sim' : value === false ? 'não' : String(value ?? 'sem valor');
