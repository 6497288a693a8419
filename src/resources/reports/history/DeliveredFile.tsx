import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useFileDownload } from './useFileDownload.ts';

/** Whoever follows the address of an e-mail comes for one file. */
export function DeliveredFile({ id }: { id: number }) {
  const { download, busy } = useFileDownload();
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" loading={busy} onClick={() => void download(id)}>
          Baixar arquivo
        </Button>
      }
    >
      O relatório do seu e-mail está pronto.
    </Alert>
  );
}
