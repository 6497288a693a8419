import type { ReportColumn } from '#contract/rules/reports/report.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { PictureTable } from './PictureTable.tsx';

interface CrossedPreviewProps {
  result: ReportResult;
  columns: readonly ReportColumn[];
  /** The column of the report that is selected. */
  chosen: string | null;
  onChoose: (index: number, lead: boolean) => void;
}

/** A crossed table as it comes: each of its columns selects the one of the report that it is made of. */
export function CrossedPreview({ result, columns, chosen, onChoose }: CrossedPreviewProps) {
  const shown = result.colunas as (ReportColumn & { de?: string })[];
  const index = shown.findIndex(({ campo, de }) => chosen !== null && (de ?? campo) === chosen);
  return (
    <PictureTable
      columns={shown}
      result={result}
      chosen={index < 0 ? null : index}
      onChoose={(at, lead) => {
        const column = shown[at];
        const own = columns.findIndex(({ campo }) => campo === (column?.de ?? column?.campo));
        if (own >= 0) onChoose(own, lead);
      }}
    />
  );
}
