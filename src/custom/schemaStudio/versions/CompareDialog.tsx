import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { definitionRoutes } from '../../../../contract/config/definitions.ts';
import type { DefinitionKind } from '../../../../contract/rules/definitions/definition.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { ChangeList } from './ChangeList.tsx';

interface CompareDialogProps {
  tipo: DefinitionKind;
  chave: string;
  older: number;
  newer: number;
  onClose: () => void;
}

/** What changed from one version to another. */
export function CompareDialog({ tipo, chave, older, newer, onClose }: CompareDialogProps) {
  const id = useId();
  const query = useRoute(definitionRoutes.version, {
    params: { tipo, chave, numero: newer },
    query: { com: older },
  });
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        Da versão {older} à versão {newer}
      </DialogTitle>
      <DialogContent>
        {query.isPending && <TextSkeleton />}
        {query.error && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
        {query.data && (
          <ChangeList
            changes={query.data.mudancas}
            before={query.data.outro}
            after={query.data.conteudo}
            empty="As duas versões dizem o mesmo."
          />
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
