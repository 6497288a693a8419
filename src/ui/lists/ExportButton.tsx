import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { formatFileSize, type SheetFormat } from '#contract/rules/files.ts';
import { Hint } from '../components/Hint.tsx';
import { errorText } from '../shell/states/StateMessage.tsx';

interface DownloadOptions {
  signal: AbortSignal;
  onProgress: (loaded: number) => void;
}

interface ExportButtonProps {
  /** Downloads the file; can be cancelled. */
  download: (formato: SheetFormat, options: DownloadOptions) => Promise<unknown>;
  /** Shows the label as well; for the selection bar. */
  wordy?: boolean;
}

const LABEL = 'Exportar para planilha';

/** Exports everything the list finds, or the selection, as a file; the download can be cancelled. */
export function ExportButton({ download, wordy = false }: ExportButtonProps) {
  const notify = useNotify();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [loaded, setLoaded] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const start = async (formato: SheetFormat) => {
    setMenu(null);
    setLoaded(0);
    stop.current = new AbortController();
    try {
      await download(formato, { signal: stop.current.signal, onProgress: setLoaded });
    } catch (error) {
      if (stop.current.signal.aborted) notify('Exportação cancelada.', { type: 'info' });
      else notify(errorText(error), { type: 'error' });
    } finally {
      setLoaded(null);
    }
  };
  if (loaded !== null) {
    return (
      <Button size="small" color="inherit" variant="outlined" onClick={() => stop.current?.abort()}>
        <span role="status">Exportando… {formatFileSize(loaded)}</span>&nbsp;· Cancelar
      </Button>
    );
  }
  return (
    <>
      {wordy ? (
        <Button
          size="small"
          color="inherit"
          aria-haspopup="menu"
          onClick={(event) => setMenu(event.currentTarget)}
        >
          Exportar
        </Button>
      ) : (
        <Hint text={LABEL}>
          <IconButton
            aria-label={LABEL}
            aria-haspopup="menu"
            onClick={(event) => setMenu(event.currentTarget)}
          >
            <DownloadOutlined />
          </IconButton>
        </Hint>
      )}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        <MenuItem onClick={() => void start('xlsx')}>Excel (XLSX)</MenuItem>
        <MenuItem onClick={() => void start('csv')}>Texto separado por ponto e vírgula (CSV)</MenuItem>
      </Menu>
    </>
  );
}
