import EditOutlined from '@mui/icons-material/EditOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import type {
  FreightAnswer,
  FreightLeg,
  FreightOffer,
  FreightQuote,
} from '#contract/callcenter/orders/freight.ts';
import { compareDecimals, type Decimal } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { deliveryDaysText } from '#contract/rules/freight/delivery.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { IntegerField, MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { freightPrice, MAX_FREIGHT } from './freightChoice.ts';
import { manualQuote, type Offer } from './OfferCard.tsx';

interface CarrierDialogProps {
  offer: Offer;
  onSelect: (quote: FreightOffer) => void;
  onClose: () => void;
}

/** 'Detalhes {carrier}': the details of a carrier's quote. */
export function CarrierDialog({ offer: { quote, payable }, onSelect, onClose }: CarrierDialogProps) {
  const id = useId();
  const priced = !quote.aConsultar;
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Detalhes {quote.nomeTransp}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <KeyValueList
          pairWidth={150}
          items={[
            { label: 'A pagar', value: priced ? formatMoney(payable, 2) : 'A consultar' },
            { label: 'Valor cotado', value: priced && formatMoney(quote.valor, 2) },
            { label: 'Prazo', value: priced && formatCount(quote.prazo, 'dia útil', 'dias úteis') },
            { label: 'Previsão de entrega', value: quote.previsao && formatCalendarDate(quote.previsao) },
            { label: 'Dias de entrega', value: deliveryDaysText(quote.diasSemanaEntrega) },
            {
              label: 'Valor mínimo',
              value: compareDecimals(quote.vlMin, '0') > 0 && formatMoney(quote.vlMin, 2),
            },
            { label: 'Isenta a partir de', value: quote.vlIsenta && formatMoney(quote.vlIsenta, 2) },
          ]}
        />
        {quote.trechos.length > 0 && (
          <DataTable
            label="Trechos"
            columns={COLUMNS}
            rows={numbered(quote.trechos)}
            rowId={({ numero }) => numero}
            maxHeight="none"
          />
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
        <Button variant="contained" disabled={!quote.selecionavel} onClick={() => onSelect(quote)}>
          Selecionar
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

type Leg = FreightLeg & { numero: number };
const numbered = (legs: readonly FreightLeg[]): Leg[] =>
  legs.map((leg, index) => ({ ...leg, numero: index + 1 }));

const COLUMNS: readonly Column<Leg>[] = [
  {
    id: 'modo',
    label: 'Trecho',
    width: 130,
    card: 'title',
    render: ({ numero, modo }) => `${numero}. ${modo}`,
  },
  { id: 'origem', label: 'Origem', render: ({ origem }) => origem },
  {
    id: 'tabela',
    label: 'Tabela',
    minWidth: 150,
    card: 'fact',
    render: ({ tabela, tipoTabela }) => [tabela, tipoTabela].filter(Boolean).join(', '),
  },
  {
    id: 'prazo',
    label: 'Prazo',
    width: 90,
    card: 'fact',
    render: ({ prazo }) => formatCount(prazo, 'dia', 'dias'),
  },
  {
    id: 'valor',
    label: 'Valor',
    kind: 'number',
    width: 110,
    card: 'fact',
    render: ({ valor }) => formatMoney(valor, 2),
  },
];

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
