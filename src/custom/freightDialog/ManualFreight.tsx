import EditOutlined from '@mui/icons-material/EditOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import type { FreightAnswer, FreightQuote } from '../../../contract/callcenter/freight.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { IntegerField, MoneyField } from '../../ui/components/inputs/NumberField.tsx';
import { freightPrice, MAX_FREIGHT } from './freightChoice.ts';
import { manualQuote } from './OfferCard.tsx';

type Carrier = FreightAnswer['transportadoras'][number];

interface ManualFreightProps {
  carriers: readonly Carrier[];
  /** Opens the form immediately, because there are no offers to choose from. */
  open: boolean;
  payableOf: (value: string) => string;
  onSelect: (quote: FreightQuote) => void;
}

const MAX_DAYS = 365;

/** Carrier, value and days as agreed by the person themselves: the alternative when no service answers. */
export function ManualFreight({ carriers, open, payableOf, onSelect }: ManualFreightProps) {
  const titleId = useId();
  const [shown, setShown] = useState(open);
  const [carrier, setCarrier] = useState<Carrier | null>(null);
  const [value, setValue] = useState<Decimal | null>(null);
  const [term, setTerm] = useState<number | null>(null);
  const price = freightPrice(value);
  if (!shown)
    return (
      <Box>
        <Button startIcon={<EditOutlined />} onClick={() => setShown(true)}>
          Informar frete à mão
        </Button>
      </Box>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (carrier && price !== null && term !== null) onSelect(manualQuote(carrier, price, term));
  };
  return (
    <Box component="form" aria-labelledby={titleId} onSubmit={submit} sx={{ display: 'grid', gap: 3 }}>
      <Typography id={titleId} component="h3" sx={{ fontWeight: 600 }}>
        Informar frete à mão
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 140px 130px' },
          alignItems: 'start',
        }}
      >
        <Autocomplete
          options={carriers}
          value={carrier}
          onChange={(_, chosen) => setCarrier(chosen)}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ nome }) => nome}
          noOptionsText="Nenhuma transportadora atende este cliente"
          renderInput={(input) => <TextField {...input} label="Transportadora" />}
        />
        <MoneyField
          label="Valor do frete"
          value={value}
          onChange={setValue}
          max={MAX_FREIGHT}
          placeholder="0,00"
        />
        <IntegerField label="Dias úteis" value={term} onChange={setTerm} max={MAX_DAYS} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Button type="submit" variant="outlined" disabled={!carrier || price === null || term === null}>
          Usar este frete
        </Button>
        {price !== null && <span>A pagar: {formatMoney(payableOf(price), 2)}</span>}
      </Box>
    </Box>
  );
}
