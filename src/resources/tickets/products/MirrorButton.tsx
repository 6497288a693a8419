import DownloadIcon from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type TicketItem, ticketItemRoutes } from '../../../../contract/sac/ticketItems.ts';
import { downloadRoute } from '../../../dataProvider/download.ts';
import { errorText } from '../../../ui/shell/errorText.ts';

/** 'Baixar espelho da nota': the return note as the customer should issue it. */
export function MirrorButton({ idTicket, items }: { idTicket: number; items: readonly TicketItem[] }) {
  const notify = useNotify();
  const hintId = useId();
  const [loading, setLoading] = useState(false);
  const isReady = items.some(({ status, avulso }) => status === 'A' && !avulso);
  const download = async () => {
    setLoading(true);
    try {
      await downloadRoute(
        ticketItemRoutes.downloadMirror,
        { params: { idTicket } },
        `espelho-ticket-${idTicket}.pdf`,
      );
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        loading={loading}
        loadingPosition="start"
        disabled={!isReady}
        aria-describedby={isReady ? undefined : hintId}
        onClick={download}
      >
        Baixar espelho da nota
      </Button>
      {!isReady && (
        <Typography id={hintId} variant="body2" sx={{ color: 'text.secondary' }}>
          {items.some(({ status }) => status === 'AN')
            ? 'O espelho sai depois da análise.'
            : 'Nenhum produto foi autorizado.'}
        </Typography>
      )}
    </>
  );
}
