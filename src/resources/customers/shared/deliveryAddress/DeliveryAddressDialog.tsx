import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  type DeliveryAddress,
  deliveryAddressRoutes,
  type NewDeliveryAddress,
} from '#contract/callcenter/customers/deliveryAddresses.ts';
import { formatPostalCode, normalizePostalCode } from '#contract/rules/contact.ts';
import type { Destination } from '#contract/rules/freight/delivery.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { currentInitialLoad } from '#data/session.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, EmptyState, textBesideFields } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { AddressFields } from './AddressFields.tsx';

interface DeliveryAddressDialogProps {
  idCli: number;
  /** The chosen address; `null` for the customer's own. */
  value: number | null;
  /**
   * Called after an address was chosen, created or removed. The component that holds the quote then clears pickup, carriers
   * and freight (document 002 section 4).
   */
  onChange: (id: number | null) => void;
  /** The place that a new address should start from. */
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
    <DialogFrame open onClose={onClose} maxWidth="sm" fullWidth fullScreen="phone" aria-labelledby={titleId}>
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
        ) : (
          <Answered answer={addresses} skeleton={<Waiting />}>
            {(known) => <AddressList addresses={known} value={chosen} onChange={setChosen} />}
          </Answered>
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

/** Determined by the flags of document 002 section 6 and the person's permission. */
function useAllowed() {
  const { can } = useCan();
  const parameters = currentInitialLoad()?.parametros ?? {};
  const may = can('CLIENTE_EDITAR');
  return {
    create: may && parameters.cadastraEnderecoEntrega !== false,
    remove: may && parameters.permiteRemoverEndereco !== false,
  };
}

interface AddressListProps {
  addresses: readonly DeliveryAddress[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** The customer's own address and the others, searchable by any word in them. */
function AddressList({ addresses, value, onChange }: AddressListProps) {
  const [term, setTerm] = useState('');
  if (addresses.length === 0) return <EmptyState title="Não há endereços cadastrados no momento." />;
  const words = folded(term).split(/\s+/).filter(Boolean);
  const found = addresses.filter((address) =>
    words.every((word) => folded(wholeText(address)).includes(word)),
  );
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <TextField
        type="search"
        label="Buscar endereço"
        placeholder="Rua, bairro, cidade ou CEP"
        value={term}
        onChange={(event) => setTerm(event.target.value)}
        autoFocus
      />
      {found.length === 0 && <EmptyState title="Não encontramos nenhum endereço de entrega." />}
      <RadioGroup
        aria-label="Endereço de entrega"
        value={value ?? ''}
        onChange={(_, chosen) => onChange(chosen === '' ? null : Number(chosen))}
        sx={{ gap: 1, maxHeight: '45dvh', overflowY: 'auto', flexWrap: 'nowrap' }}
      >
        {words.length === 0 && (
          <FormControlLabel value="" control={<Radio />} label="Endereço do cadastro do cliente" />
        )}
        {found.map((address) => (
          <FormControlLabel
            key={address.id}
            value={address.id}
            control={<Radio />}
            sx={{ alignItems: 'flex-start', '& .MuiRadio-root': { mt: -1 } }}
            label={<AddressLines address={address} />}
          />
        ))}
      </RadioGroup>
    </Box>
  );
}

/** A masked address shows the mask once, with the town, which is never masked. */
const AddressLines = ({ address }: { address: DeliveryAddress }) => {
  const { rua, numero, complemento, bairro, cidade, estado, cep, obs } = address;
  const hidden = isMask(rua);
  return (
    <span>
      {hidden ? rua : [rua, numero, complemento].filter(Boolean).join(', ')}
      <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary' }}>
        {hidden
          ? `${cidade} - ${estado}`
          : `${bairro}, ${cidade} - ${estado}, CEP ${formatPostalCode(cep)}${obs ? ` · ${obs}` : ''}`}
      </Box>
    </span>
  );
};

const Waiting = () => (
  <Box role="status" aria-busy aria-label="Carregando...">
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} variant="rounded" height={44} sx={{ mb: 2 }} />
    ))}
  </Box>
);

const wholeText = ({ id: _, ...texts }: DeliveryAddress): string =>
  `${Object.values(texts).join(' ')} ${formatPostalCode(texts.cep)}`;

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
