import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { DeliveryAddress } from '../../../contract/callcenter/deliveryAddresses.ts';
import { formatPostalCode } from '../../../contract/rules/address.ts';
import { isMask } from '../../../contract/rules/privacy/masks.ts';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';

interface AddressListProps {
  addresses: readonly DeliveryAddress[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** The customer's own address, and the others; searchable by any word of them. */
export function AddressList({ addresses, value, onChange }: AddressListProps) {
  const [term, setTerm] = useState('');
  if (!addresses) return <Waiting />;
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

/** What is hidden is told once, with the town that stays. */
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
