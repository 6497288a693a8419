import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type CustomerGroup, customerGroupRoutes } from '#contract/callcenter/customers/customerGroups.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand } from '#data/useRoute.ts';
import { LinkGroupDialog } from '#src/resources/customers/shared/group/LinkGroupDialog.tsx';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { GroupFigures } from './GroupFigures.tsx';

interface GroupBlockProps {
  idCli: number;
  group: CustomerGroup;
}

type Asked = 'ligar' | 'nome' | number | null;

/** The customers of a group and how each of them stands, side by side; each opens by one click. */
export function GroupBlock({ idCli, group }: GroupBlockProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const labelId = useId();
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const may = useCan().can('CLIENTES_UNIR');
  const close = () => setAsked(null);
  const done = (text: string) => {
    notify(text, { type: 'success' });
    close();
  };
  const leave = async (id: number) => {
    const { data } = await send(customerGroupRoutes.leave, { params: { idCli: id }, body: {} });
    void refetch(customerGroupRoutes.leave);
    done(data.message);
  };
  return (
    <Box component="section" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography variant="h3" component="h2" id={labelId} sx={{ flexGrow: 1 }}>
          Grupo {group.nome}
        </Typography>
        {may && (
          <>
            <Button size="small" color="inherit" onClick={() => setAsked('nome')}>
              Mudar o nome
            </Button>
            <Button size="small" variant="outlined" onClick={() => setAsked('ligar')}>
              Ligar outro cliente
            </Button>
          </>
        )}
      </Box>
      <GroupFigures group={group} onLeave={may ? setAsked : undefined} />
      {asked === 'ligar' && (
        <LinkGroupDialog idCli={idCli} proposedName={group.nome} onDone={done} onClose={close} />
      )}
      {asked === 'nome' && (
        <CommandDialog
          route={customerGroupRoutes.rename}
          params={{ idCli }}
          record={group}
          title="Mudar o nome do grupo"
          confirmLabel="Salvar"
          onDone={done}
          onClose={close}
        />
      )}
      {typeof asked === 'number' && (
        <ConfirmDialog
          open
          title="Tirar do grupo"
          text={`O cliente ${asked} deixa o grupo ${group.nome}. O cadastro dele e os dos outros ficam como estão.`}
          confirmLabel="Tirar"
          onConfirm={() => leave(asked)}
          onCancel={close}
        />
      )}
    </Box>
  );
}
