import type { BannerInput, BannerRecord } from '../../../contract/callcenter/homeContent.ts';
import type { FileRef } from '../../../contract/config/platform.ts';
import { addDays, type CalendarDate, isCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { type FieldChecks, isRecord } from '../../../contract/rules/draftReading.ts';
import type { OpensTarget } from '../../../contract/rules/sales/showcase.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';

/** The form as it is typed. */
export interface WrittenBanner {
  titulo: string;
  texto: string;
  abre: OpensTarget;
  filial: string;
  inicio: CalendarDate | null;
  fim: CalendarDate | null;
  ordem: string;
  ativo: boolean;
  /** The picture that stands, and one just sent in its place. */
  idImagem: string | null;
  arquivo: FileRef | null;
}

const MONTH = 30;

export function emptyBanner(): WrittenBanner {
  const today = localDate(new Date(), DEFAULT_TIME_ZONE);
  return {
    titulo: '',
    texto: '',
    abre: { tipo: 'NADA' },
    filial: '',
    inicio: today,
    fim: addDays(today, MONTH),
    ordem: '1',
    ativo: true,
    idImagem: null,
    arquivo: null,
  };
}

export const bannerWritten = (banner: BannerRecord): WrittenBanner => ({
  titulo: banner.titulo,
  texto: banner.texto,
  abre: banner.abre,
  filial: banner.idFil === null ? '' : String(banner.idFil),
  inicio: banner.inicio,
  fim: banner.fim,
  ordem: String(banner.ordem),
  ativo: banner.ativo,
  idImagem: banner.idImagem,
  arquivo: null,
});

export function bannerInput({ filial, ordem, inicio, fim, ...rest }: WrittenBanner): BannerInput {
  if (!inicio || !fim) throw new Error('Informe o período em que o banner aparece.');
  return { ...rest, inicio, fim, idFil: filial ? Number(filial) : null, ordem: Number(ordem) || 0 };
}

const isDayOrNone = (value: unknown) =>
  value === null || (typeof value === 'string' && isCalendarDate(value));
const isRecordOrNone = (value: unknown) => value === null || isRecord(value);

/** A choice among kinds, each with its own fields. */
export const hasType = (value: unknown): boolean => isRecord(value) && typeof value.tipo === 'string';

/** What a draft must hold beside texts. */
export const bannerChecks: FieldChecks<WrittenBanner> = {
  abre: hasType,
  arquivo: isRecordOrNone,
  idImagem: (value) => value === null || typeof value === 'string',
  inicio: isDayOrNone,
  fim: isDayOrNone,
};
