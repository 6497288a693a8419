import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { FreightLeg, FreightOffer } from '../../../contract/callcenter/freight.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatCount, formatMoney } from '../../../contract/rules/format.ts';
import { deliveryDaysText } from '../../../contract/rules/freight/delivery.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { DataTable } from '../../ui/components/DataTable/DataTable.tsx';
import { KeyValueList } from '../../ui/components/detail/Section.tsx';
import { CloseButton, DialogFrame } from '../../ui/components/frame/DialogFrame.tsx';
import type { Offer } from './OfferCard.tsx';

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
