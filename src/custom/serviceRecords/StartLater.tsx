import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { useSave } from '../customerPanel/editing/useSave.ts';

/** Begins the conversation now; it stays under way, and visible on every screen, until it is registered. */
export function StartLater({ idCli, onStarted }: { idCli: number; onStarted: () => void }) {
  const queries = useQueryClient();
  const start = useSave(serviceRecordRoutes.start, () => {
    void queries.invalidateQueries();
    onStarted();
  });
  return (
    <div>
      {start.problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {start.problem}
        </Alert>
      )}
      <Button
        size="small"
        startIcon={<PlayArrowOutlined />}
        loading={start.busy}
        loadingPosition="start"
        onClick={() => void start.send({ body: { cliente_id: idCli } })}
      >
        Iniciar agora e registrar depois
      </Button>
    </div>
  );
}
