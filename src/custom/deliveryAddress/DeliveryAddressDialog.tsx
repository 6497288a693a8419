import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  deliveryAddressRoutes,
  type NewDeliveryAddress,
} from '../../../contract/callcenter/deliveryAddresses.ts';
import { normalizePostalCode } from '../../../contract/rules/address.ts';
import type { Destination } from '../../../contract/rules/freight/destination.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { routeKey, useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import { textBesideFields } from '../../ui/shell/errorText.ts';
import { ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import { AddressFields } from './AddressFields.tsx';
import { AddressList } from './AddressList.tsx';

interface DeliveryAddressDialogProps {
  idCli: number;
  /** The chosen address, `null` for the customer's own. */
  value: number | null;
  /** Choosing, creating or removing: whoever holds the quote clears pickup, carriers and freight (document 002 section 4). */
  onChange: (id: number | null) => void;
  /** To be made one: a new address begins with it. */
  place?: Destination | undefined;
  onClose: () => void;
}

/** 'Selecionar endereço de entrega *' (document 002 section 2). */
export function DeliveryAddressDialog({
  idCli,
  value,
  place,
  onChange,
  onClose,
}: DeliveryAddressDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)');
  const client = useQueryClient();
  const allowed = useAllowed();
  const [chosen, setChosen] = useState(value);
  const [draft, setDraft] = useState<NewDeliveryAddress | null>(null);
  const [mode, setMode] = useState<'list' | 'create' | 'remove'>(place && allowed.create ? 'create' : 'list');
  const addresses = useRoute(deliveryAddressRoutes.list, { params: { idCli } });
  const create = useRouteCommand(deliveryAddressRoutes.create);
  const remove = useRouteCommand(deliveryAddressRoutes.remove);
  const reload = () => client.invalidateQueries({ queryKey: routeKey(deliveryAddressRoutes.list) });

  const save = async () => {
    if (mode === 'list') {
      onChange(chosen);
      return onClose();
    }
    if (!draft) return;
    const done = await create.mutateAsync({ params: { idCli }, body: draft }).catch(() => null);
    if (!done) return;
    await reload();
    onChange(done.data.id ?? null);
    onClose();
  };
  const removeChosen = async () => {
    if (chosen === null) return;
    await remove.mutateAsync({ params: { idCli, idEndereco: chosen } });
    await reload();
    setChosen(null);
    setMode('list');
    onChange(null);
  };

  const unplaced = create.error && textBesideFields(create.error, Object.keys(draft ?? {}));
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Selecionar endereço de entrega *</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start', pt: '8px !important' }}>
        {mode === 'create' ? (
          <>
            {unplaced && <Alert severity="error">{unplaced}</Alert>}
            <AddressFields
              first={
                place && {
                  cep: normalizePostalCode(place.cep),
                  cidade: place.cidade,
                  estado: place.uf,
                  ibge: place.ibge,
                }
              }
              onChange={setDraft}
              errors={create.error?.fields}
            />
          </>
        ) : addresses.isError ? (
          <ErrorState error={addresses.error} onRetry={addresses.refetch} />
        ) : (
          <AddressList addresses={addresses.data} value={chosen} onChange={setChosen} />
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        {mode !== 'create' && allowed.remove && chosen !== null && (
          <Button color="error" onClick={() => setMode('remove')} sx={{ mr: 'auto' }}>
            Remover endereço selecionado
          </Button>
        )}
        <Button color="inherit" onClick={mode === 'create' ? () => setMode('list') : onClose}>
          {mode === 'create' ? 'Voltar' : 'Cancelar'}
        </Button>
        {mode !== 'create' && allowed.create && (
          <Button
            variant="outlined"
            onClick={() => {
              create.reset();
              setMode('create');
            }}
          >
            Criar novo
          </Button>
        )}
        <Button
          variant="contained"
          onClick={save}
          loading={create.isPending}
          disabled={mode === 'create' ? !draft : addresses.isPending}
        >
          Salvar
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={mode === 'remove'}
        title="Remover o endereço de entrega?"
        text="Ele deixa de ser oferecido para este cliente. Pedidos que já o usam não mudam."
        confirmLabel="Remover"
        tone="error"
        onConfirm={removeChosen}
        onCancel={() => setMode('list')}
      />
    </DialogFrame>
  );
}

/** By the flags of document 002 section 6, and the person's permission. */
function useAllowed() {
  const { can } = useCan();
  const parameters = currentLoad()?.parametros ?? {};
  const may = can('CLIENTE_EDITAR');
  return {
    create: may && parameters.cadastraEnderecoEntrega !== false,
    remove: may && parameters.permiteRemoverEndereco !== false,
  };
}
