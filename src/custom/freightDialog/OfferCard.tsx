import BoltIcon from '@mui/icons-material/Bolt';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import SavingsIcon from '@mui/icons-material/SavingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { FreightOffer } from '../../../contract/callcenter/freight.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { compareDecimals } from '../../../contract/rules/decimal.ts';
import { formatCount, formatMoney } from '../../../contract/rules/format.ts';
import { deliveryDaysText } from '../../../contract/rules/freight/deliveryDay.ts';
import { freightShareText } from '../../../contract/rules/freight/payableFreight.ts';
import { Tag } from '../../ui/components/display/Chips.tsx';
import type { Offer } from './offers.ts';

interface OfferCardProps {
  offer: Offer;
  onDetails: (offer: Offer) => void;
  onSelect: (quote: FreightOffer) => void;
}

export function OfferCard({ offer, onDetails, onSelect }: OfferCardProps) {
  const { quote, payable } = offer;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 3, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {quote.nomeTransp}
      </Typography>
      <OfferTags offer={offer} />
      <Box>
        <Typography variant="caption" component="p" color="text.secondary">
          A pagar
        </Typography>
        <Typography component="p" sx={{ fontSize: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {quote.aConsultar ? 'A consultar' : formatMoney(payable, 2)}
        </Typography>
        {!quote.aConsultar && (
          <Typography variant="body2" color="text.secondary">
            {freightShareText(offer.share)}
          </Typography>
        )}
        {!quote.aConsultar && compareDecimals(payable, quote.valor) !== 0 && (
          <Typography variant="body2" color="text.secondary">
            Cotado: {formatMoney(quote.valor, 2)}
          </Typography>
        )}
      </Box>
      <Typography variant="body2" component="div">
        {!quote.aConsultar && (
          <div>
            {formatCount(quote.prazo, 'dia útil', 'dias úteis')}
            {quote.previsao && `, chega em ${formatCalendarDate(quote.previsao)}`}
          </div>
        )}
        <div>Entrega {deliveryDaysText(quote.diasSemanaEntrega)}</div>
        {quote.trechos.length > 0 && <div>{formatCount(quote.trechos.length, 'trecho', 'trechos')}</div>}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, mt: 'auto', pt: 1 }}>
        <Button
          variant="contained"
          size="small"
          disabled={!quote.selecionavel}
          aria-label={`Selecionar ${quote.nomeTransp}`}
          onClick={() => onSelect(quote)}
        >
          Selecionar
        </Button>
        <Button size="small" aria-label={`Detalhes ${quote.nomeTransp}`} onClick={() => onDetails(offer)}>
          Detalhes
        </Button>
      </Box>
    </Paper>
  );
}

/** Colour, icon and word together. */
function OfferTags({ offer: { quote, marks } }: { offer: Offer }) {
  const isFree = !quote.aConsultar && compareDecimals(quote.valor, '0') === 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, minHeight: 22 }}>
      {marks.cheapest && (
        <Tag tone="tons.verde">
          <SavingsIcon sx={{ fontSize: 14 }} />
          <span>Menor preço</span>
        </Tag>
      )}
      {marks.fastest && (
        <Tag tone="tons.azul">
          <BoltIcon sx={{ fontSize: 14 }} />
          <span>Mais rápida</span>
        </Tag>
      )}
      {quote.aConsultar && (
        <Tag tone="tons.ambar">
          <HelpOutlineIcon sx={{ fontSize: 14 }} />
          <span>A consultar</span>
        </Tag>
      )}
      {isFree && (
        <Tag tone="tons.turquesa">
          <span>Frete isento</span>
        </Tag>
      )}
    </Box>
  );
}
