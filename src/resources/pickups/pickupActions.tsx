import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { useCallback, useState } from 'react';
import type { PickupType } from '#contract/catalogs/transport.ts';
import type { Input, Output } from '#contract/route.ts';
import { formatCount } from '#contract/rules/format.ts';
import { type PickupRow, pickupRoutes } from '#contract/sac/pickups.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { routeKey, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

const READ = [
  pickupRoutes.list,
  pickupRoutes.get,
  pickupRoutes.candidates,
  pickupRoutes.candidatesByCarrier,
  pickupRoutes.candidatesByRepresentative,
];

/** Refetches everything that shows pickups after one of them changed. */
export function usePickupRefresh() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useCallback(async () => {
    refresh();
    await Promise.all(READ.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })));
  }, [client, refresh]);
}

/** Downloads the order as a PDF. */
export function usePrintOrder() {
  const notify = useNotify();
  const [printing, setPrinting] = useState(false);
  const print = useCallback(
    async ({ id, responsavel }: Pick<PickupRow, 'id' | 'responsavel'>) => {
      const tipo = responsavel.tipo === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
      setPrinting(true);
      try {
        await downloadRoute(pickupRoutes.order, { params: { tipo, id } }, `ordem-de-coleta-${id}.pdf`);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      } finally {
        setPrinting(false);
      }
    },
    [notify],
  );
  return { print, printing };
}

export type Generated = Output<typeof pickupRoutes.generate>;

/** Generates pickups, then refetches everything that shows pickups or waiting tickets. */
export function useGenerate(type: PickupType) {
  const command = useRouteCommand(pickupRoutes.generate);
  const refresh = usePickupRefresh();
  const tipo = type === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
  const generate = async (body: Input<typeof pickupRoutes.generate>['body']): Promise<Generated> => {
    const answer = await command.mutateAsync({ params: { tipo }, body });
    await refresh();
    return answer;
  };
  return { generate, busy: command.isPending };
}

interface PickupSelectionProps {
  ids: ReadonlySet<RowId>;
  onClear: () => void;
}

/** Confirms the selected pickups, and shows the result of each. */
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
      <SelectionBar count={ids.size} words={NOUNS} onClear={onClear}>
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

const NOUNS = ['coleta selecionada', 'coletas selecionadas'] as const;
