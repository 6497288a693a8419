import type { ScheduleRhythm } from '../../../../contract/rules/reports/report.ts';
import { DEFAULT_TIME_ZONE } from '../../../../contract/rules/zonedTime.ts';
import type { ReportSchedule } from '../../../../contract/sac/reportDesk.ts';
import type { AsyncOption } from '../../../ui/components/inputs/AsyncAutocomplete.tsx';

export const FILE_FORMATS = ['XLSX', 'CSV', 'PDF'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What the dialog holds: the parts of every rhythm, so that switching between them loses nothing. */
export interface ScheduleDraft {
  nome: string;
  formato: FileFormat;
  tipo: ScheduleRhythm['tipo'];
  hora: string;
  fuso: string;
  dias: number[];
  dia: number;
  destinatarios: AsyncOption[];
  ativo: boolean;
  moves: boolean;
}

export function draftOf(schedule: ReportSchedule | undefined, formats: readonly string[]): ScheduleDraft {
  const rhythm = schedule?.ritmo;
  return {
    nome: schedule?.nome ?? '',
    formato:
      FILE_FORMATS.find((each) => (schedule ? each === schedule.formato : formats.includes(each))) ?? 'XLSX',
    tipo: rhythm?.tipo ?? 'SEMANAL',
    hora: rhythm?.hora ?? '07:00',
    fuso: rhythm?.fuso ?? DEFAULT_TIME_ZONE,
    dias: rhythm?.tipo === 'SEMANAL' ? rhythm.dias : [1],
    dia: rhythm?.tipo === 'MENSAL' ? rhythm.dia : 1,
    destinatarios: (schedule?.destinatarios ?? []).map(({ id, nome }) => ({ value: id, label: nome })),
    ativo: schedule?.ativo ?? true,
    moves: true,
  };
}

export function rhythmOf({ tipo, hora, fuso, dias, dia }: ScheduleDraft): ScheduleRhythm {
  if (tipo === 'SEMANAL') return { tipo, dias: [...dias].sort((a, b) => a - b), hora, fuso };
  return tipo === 'MENSAL' ? { tipo, dia, hora, fuso } : { tipo, hora, fuso };
}

/** What still stands in the way of saving, in one sentence. */
export function draftProblem({ nome, tipo, dias, hora, destinatarios }: ScheduleDraft): string {
  if (!nome.trim()) return 'Dê um nome ao envio.';
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(hora)) return 'Informe a hora do envio.';
  if (tipo === 'SEMANAL' && dias.length === 0) return 'Escolha ao menos um dia da semana.';
  return destinatarios.length === 0 ? 'Escolha quem recebe.' : '';
}
