import { BannerRecord, ShowcaseRecord } from '../../../contract/callcenter/homeContent.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { Tag } from '../../ui/components/display/Tag.ts';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';
import { opensLabel, PRODUCT_LABELS } from './words.ts';

const SITUATIONS = {
  NO_AR: { tone: 'sucesso', label: 'No ar' },
  AGENDADO: { tone: 'informacao', label: 'Agendado' },
  ENCERRADO: { tone: 'secundaria', label: 'Encerrado' },
  PARADO: { tone: 'secundaria', label: 'Parado' },
} as const;

const situationOf = (value: string) => SITUATIONS[value as keyof typeof SITUATIONS] ?? SITUATIONS.PARADO;

export const BANNER_COLUMNS: readonly Column<BannerRecord>[] = [
  fieldColumn(BannerRecord, 'ordem', { width: 72, render: ({ ordem }) => ordem }),
  fieldColumn(BannerRecord, 'titulo', {
    minWidth: 200,
    card: 'title',
    render: ({ titulo }) => titulo,
    second: ({ texto }) => texto,
  }),
  fieldColumn(BannerRecord, 'situacao', {
    width: 110,
    card: 'corner',
    render: ({ situacao }) => <Tag tone={situationOf(situacao).tone}>{situationOf(situacao).label}</Tag>,
  }),
  {
    id: 'periodo',
    label: 'Período',
    width: 216,
    card: 'fact',
    render: ({ inicio, fim }) => `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`,
  },
  fieldColumn(BannerRecord, 'filial', { width: 120, card: 'fact', render: ({ filial }) => filial }),
  { id: 'abre', label: 'Abre', width: 190, card: 'fact', render: ({ abre }) => opensLabel(abre) },
];

export const SHOWCASE_COLUMNS: readonly Column<ShowcaseRecord>[] = [
  fieldColumn(ShowcaseRecord, 'ordem', { width: 72, render: ({ ordem }) => ordem }),
  fieldColumn(ShowcaseRecord, 'titulo', {
    minWidth: 200,
    card: 'title',
    render: ({ titulo }) => titulo,
    second: ({ subtitulo }) => subtitulo,
  }),
  {
    id: 'ativo',
    label: 'Situação',
    width: 110,
    card: 'corner',
    render: ({ ativo }) => <Tag tone={ativo ? 'sucesso' : 'secundaria'}>{ativo ? 'No ar' : 'Parada'}</Tag>,
  },
  {
    id: 'produtos',
    label: 'Produtos',
    width: 216,
    card: 'fact',
    render: ({ produtos: { tipo, valor } }) =>
      valor ? `${PRODUCT_LABELS[tipo]}: ${valor}` : PRODUCT_LABELS[tipo],
  },
  fieldColumn(ShowcaseRecord, 'filial', { width: 120, card: 'fact', render: ({ filial }) => filial }),
  { id: 'abre', label: 'Abre', width: 190, card: 'fact', render: ({ abre }) => opensLabel(abre) },
];
