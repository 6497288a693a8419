import Box from '@mui/material/Box';
import { useState } from 'react';
import { customerGroupRoutes } from '#contract/callcenter/customers/customerGroups.ts';
import { useRoute } from '#data/useRoute.ts';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { Failure, together } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { CustomerField } from '../CustomerField.tsx';

interface LinkGroupProps {
  idCli: number;
  /** The one chosen beside it in a list; without it, it is searched for. */
  other?: number;
  /** What a new group is called unless somebody says otherwise. */
  proposedName: string;
  onDone: (text: string) => void;
  onClose: () => void;
}

/** Links two customers, each with a document of its own, as one group; a group that one of them stands in takes the other. */
export function LinkGroupDialog({ idCli, other, proposedName, onDone, onClose }: LinkGroupProps) {
  const [found, setFound] = useState<AsyncOption | null>(null);
  const outro = other ?? (found ? Number(found.value) : null);
  const own = useRoute(customerGroupRoutes.get, { params: { idCli } });
  const others = useRoute(
    customerGroupRoutes.get,
    { params: { idCli: outro ?? idCli } },
    { enabled: outro !== null },
  );
  const answer = outro === null ? own : together(own, others);
  const group = own.data?.data ?? (outro === null ? null : (others.data?.data ?? null));
  // A name is asked for once it is known that neither stands in a group, whose name the two would have.
  const isKnown = outro !== null && answer.data !== undefined;
  return (
    <CommandDialog
      route={customerGroupRoutes.link}
      params={{ idCli }}
      given={{ outro: outro ?? 0 }}
      only={isKnown && !group ? ['nome'] : []}
      read={() => ({ nome: proposedName })}
      title="Ligar em grupo"
      text={
        group
          ? `Os dois ficam no grupo ${group.nome}. Cada um continua com o seu cadastro, os seus pedidos e os seus títulos.`
          : 'Cada um continua com o seu cadastro, os seus pedidos e os seus títulos. O painel mostra os números do grupo lado a lado.'
      }
      confirmLabel="Ligar"
      decides
      disabled={!isKnown}
      onDone={onDone}
      onClose={onClose}
    >
      {other === undefined && (
        <Box sx={{ mt: 4 }}>
          <CustomerField value={found} onChange={setFound} />
        </Box>
      )}
      <Failure answer={answer} />
      {outro !== null && !answer.data && !answer.error && <FormSkeleton fields={1} />}
    </CommandDialog>
  );
}
