import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { definitionRoutes } from '../../../../contract/config/definitions.ts';
import type { DefinitionKind } from '../../../../contract/rules/definitions/definition.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { ErrorState } from '../../../ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { Checked } from '../frame/useChecks.ts';
import { jsonText } from '../frame/useEditing.ts';
import { JsonDiff } from './JsonDiff.tsx';

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

interface ChangeListProps {
  changes: Checked['mudancas'];
  before: unknown;
  after: unknown;
  /** What is said where nothing differs. */
  empty?: string;
}

/** Differences as sentences, and the JSON behind them for those who ask. */
export function ChangeList({ changes, before, after, empty = 'Nada muda.' }: ChangeListProps) {
  const [showJson, setShowJson] = useState(false);
  const texts = useMemo(() => [jsonText(before ?? {}), jsonText(after ?? {})] as const, [before, after]);
  const differs = texts[0] !== texts[1];
  if (!differs && changes.length === 0) return <Typography color="text.secondary">{empty}</Typography>;
  return (
    <>
      <ul style={{ margin: '0 0 8px', paddingLeft: 20 }}>
        {changes.length === 0 && (
          <li>
            {before ? 'Mudou só a ordem interna do arquivo: nada muda no uso.' : 'É a primeira versão.'}
          </li>
        )}
        {changes.map(({ ponteiro, frase }) => (
          <li key={`${ponteiro} ${frase}`} style={{ overflowWrap: 'anywhere' }}>
            {frase}
          </li>
        ))}
      </ul>
      {differs && (
        <Button size="small" aria-expanded={showJson} onClick={() => setShowJson(!showJson)}>
          {showJson ? 'Ocultar o JSON' : 'Ver no JSON'}
        </Button>
      )}
      {showJson && <JsonDiff before={texts[0]} after={texts[1]} />}
    </>
  );
}
