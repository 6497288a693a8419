import Box from '@mui/material/Box';
import { useState } from 'react';
import { customerGroupRoutes } from '#contract/callcenter/customers/customerGroups.ts';
import { useRoute } from '#data/useRoute.ts';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
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
  const own = useRoute(customerGroupRoutes.get, { params: { idCli } });
  const others = useRoute(
    customerGroupRoutes.get,
    { params: { idCli: other ?? 0 } },
    { enabled: other !== undefined },
  );
  const outro = other ?? (found ? Number(found.value) : null);
  const group = own.data?.data ?? others.data?.data ?? null;
  // Whether a name is asked for is known before the dialog is there.
  if (own.isPending || (other !== undefined && others.isPending)) return null;
  return (
    <CommandDialog
      route={customerGroupRoutes.link}
      params={{ idCli }}
      given={{ outro: outro ?? 0 }}
      only={group ? [] : ['nome']}
      read={() => ({ nome: proposedName })}
      title="Ligar em grupo"
      text={
        group
          ? `Os dois ficam no grupo ${group.nome}. Cada um continua com o seu cadastro, os seus pedidos e os seus títulos.`
          : 'Cada um continua com o seu cadastro, os seus pedidos e os seus títulos. O painel mostra os números do grupo lado a lado.'
      }
      confirmLabel="Ligar"
      decides
      disabled={outro === null}
      onDone={onDone}
      onClose={onClose}
    >
      {other === undefined && (
        <Box sx={{ mt: 4 }}>
          <CustomerField value={found} onChange={setFound} />
        </Box>
      )}
    </CommandDialog>
  );
}
