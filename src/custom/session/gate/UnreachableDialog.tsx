import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { chooseBusiness, isOwnServer, ownBusiness } from '#data/business.ts';
import { hardNavigation } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { errorText, requestIdOf } from '#ui/shell/states/StateMessage.tsx';

/** The console could not be started; this does not end the session. */
export function UnreachableDialog({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const id = requestIdOf(failure);
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="unreachable">
      <DialogTitle id="unreachable">Não foi possível carregar o Balcão</DialogTitle>
      <DialogContent sx={{ whiteSpace: 'pre-line' }}>
        {[errorText(failure), id && `Protocolo ${id}`].filter(Boolean).join('\n')}
      </DialogContent>
      <DialogActions>
        {!isOwnServer() && (
          <Button
            onClick={() => {
              chooseBusiness(ownBusiness());
              hardNavigation.leave('/home');
            }}
          >
            Voltar ao negócio principal
          </Button>
        )}
        <Button variant="contained" onClick={onRetry}>
          Tentar novamente
        </Button>
      </DialogActions>
    </Dialog>
  );
}
