import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { formatCount } from '../../../contract/rules/format.ts';
import { pickupRoutes } from '../../../contract/sac/pickups.ts';
import type { RowResults } from '../../../contract/sac/rowResults.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import type { RowId } from '../../ui/components/DataTable/columns.ts';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { RowResultsDialog } from '../../ui/lists/RowResultsDialog.tsx';
import { usePickupRefresh } from './pickupActions.ts';

interface PickupSelectionProps {
  ids: ReadonlySet<RowId>;
  onClear: () => void;
}

/** Confirms the ticked pickups, and says of each what became of it. */
export function PickupSelection({ ids, onClear }: PickupSelectionProps) {
  const [asking, setAsking] = useState(false);
  const [results, setResults] = useState<RowResults | null>(null);
  const confirm = useRouteCommand(pickupRoutes.confirm);
  const refresh = usePickupRefresh();
  const run = async () => {
    const answer = await confirm.mutateAsync({ body: { coletas: [...ids].map(Number) } });
    setAsking(false);
    setResults(answer);
    onClear();
    await refresh();
  };
  return (
    <>
      <SelectionBar count={ids.size} words={WORDS} onClear={onClear}>
        <Button
          size="small"
          variant="contained"
          startIcon={<CheckOutlined />}
          onClick={() => setAsking(true)}
        >
          Confirmar
        </Button>
      </SelectionBar>
      <ConfirmDialog
        open={asking}
        title={ids.size === 1 ? 'Confirmar 1 coleta?' : `Confirmar ${ids.size} coletas?`}
        text={CONFIRM_TEXT}
        confirmLabel="Confirmar"
        onConfirm={run}
        onCancel={() => setAsking(false)}
      />
      <RowResultsDialog
        results={results}
        title="Confirmação de coletas"
        doneText={(count) => formatCount(count, 'coleta confirmada.', 'coletas confirmadas.')}
        rowName={(id) => `Coleta ${id}`}
        onClose={() => setResults(null)}
      />
    </>
  );
}

export const CONFIRM_TEXT =
  'Os tickets poderão seguir para a conferência, e o responsável recebe a ordem por e-mail, se tiver endereço.';

const WORDS = ['coleta selecionada', 'coletas selecionadas'] as const;
