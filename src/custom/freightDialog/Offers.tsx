import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { FreightOffer } from '../../../contract/callcenter/freight.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { OfferCard } from './OfferCard.tsx';
import type { Offer } from './offers.ts';

interface OffersProps {
  offers: readonly Offer[];
  onDetails: (offer: Offer) => void;
  onSelect: (quote: FreightOffer) => void;
}

/** The quotes side by side. */
export function Offers({ offers, onDetails, onSelect }: OffersProps) {
  if (offers.length === 0)
    return (
      <EmptyState
        icon={<LocalShippingOutlined />}
        title="Nenhuma cotação de frete disponível"
        text="Nenhuma transportadora tem tabela para este destino, peso e condição. Mude o destino ou a condição, ou informe o frete à mão."
      />
    );
  return (
    <Box component="section" aria-label="Cotações de frete">
      <Typography role="status" variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {formatCount(offers.length, 'cotação', 'cotações')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(250px, 100%), 1fr))',
        }}
      >
        {offers.map((offer) => (
          <OfferCard key={offer.quote.idTransp} offer={offer} onDetails={onDetails} onSelect={onSelect} />
        ))}
      </Box>
    </Box>
  );
}
