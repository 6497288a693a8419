import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState } from 'react';
import { type ReportCard, reportRoutes } from '../../../contract/sac/reports.ts';
import { downloadProgress } from '../../dataProvider/download.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import type { FilterValues } from './useReportRun.ts';

interface ExportButtonsProps {
  report: Pick<ReportCard, 'id' | 'titulo' | 'exporta' | 'saidas'>;
  /** The filters of the result on display. */
  filtros: FilterValues;
}

const FORMATS = ['XLSX', 'CSV', 'PDF'] as const;
type Format = (typeof FORMATS)[number];

/** Downloads the whole result as a file. The download can be cancelled, and a refusal stays on screen. */
export function ExportButtons({ report, filtros }: ExportButtonsProps) {
  const [busy, setBusy] = useState<{ format: Format; loaded: number } | null>(null);
  const [problem, setProblem] = useState('');
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  if (!report.exporta) return null;

  const start = async (formato: Format) => {
    const own = new AbortController();
    stop.current = own;
    setProblem('');
    setBusy({ format: formato, loaded: 0 });
    try {
      await downloadProgress(
        reportRoutes.exportFile,
        { params: { idRelatorio: report.id }, body: { formato, filtros } },
        {
          name: `${report.titulo}.${formato.toLowerCase()}`,
          signal: own.signal,
          onProgress: (loaded) => setBusy({ format: formato, loaded }),
        },
      );
    } catch (error) {
      if (!own.signal.aborted) setProblem(errorText(error));
    } finally {
      setBusy(null);
    }
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'end' }}>
      <Box role="group" aria-label="Exportar" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {busy ? (
          <Button variant="outlined" color="inherit" size="small" onClick={() => stop.current?.abort()}>
            <span role="status">
              Exportando {busy.format}… {sizeText(busy.loaded)}
            </span>
            &nbsp;· Cancelar
          </Button>
        ) : (
          FORMATS.filter((format) => report.saidas.includes(format)).map((format) => (
            <Button
              key={format}
              variant="outlined"
              color="inherit"
              size="small"
              startIcon={<DownloadOutlined />}
              aria-label={`Exportar ${format}`}
              onClick={() => void start(format)}
            >
              {format}
            </Button>
          ))
        )}
      </Box>
      {problem && (
        <Alert severity="error" onClose={() => setProblem('')} sx={{ whiteSpace: 'pre-line' }}>
          {problem}
        </Alert>
      )}
    </Box>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1_048_576
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(bytes / 1_048_576).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
