import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { useRoute } from '#data/useRoute.ts';
import { Money } from '#ui/components/display/Texts.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { changesByLine, OfferChangeTexts } from './OfferChangeTexts.tsx';

interface OfferPreviewProps {
  id: number;
  /** Whether the action drops the discounts that a person gave, so that the total moves although nothing else did. */
  pricesAnew?: boolean;
}

/** In the dialogs that price a quote anew or order it: what moved since the proposal, and both totals. */
export function OfferPreview({ id, pricesAnew = false }: OfferPreviewProps) {
  const { data, error, isPending } = useRoute(quoteEditingRoutes.offerChanges, { params: { id } });
  if (error) return <Alert severity="error">{errorText(error)}</Alert>;
  if (isPending) return <TextSkeleton lines={2} />;
  const { mudancas, totalProposto, totalHoje } = data.data;
  const lines = changesByLine(mudancas);
  const moved = (pricesAnew || lines.length > 0) && compareDecimals(totalProposto, totalHoje) !== 0;
  if (lines.length === 0 && !moved) return null;
  return (
    <Box
      role="group"
      aria-label="O que mudou desde a proposta"
      sx={{ mt: 4, maxHeight: 280, overflowY: 'auto', overflowWrap: 'anywhere' }}
    >
      <Box component="h3" sx={{ m: 0, mb: 2, fontSize: 14, fontWeight: 600 }}>
        O que mudou desde a proposta
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {lines.map((line) => (
          <li key={line.item ?? 'orcamento'}>
            <OfferChangeTexts line={line} />
          </li>
        ))}
      </Box>
      {moved && (
        <Box sx={{ mt: 2 }}>
          Total da proposta: <Money value={totalProposto} decimals={2} />. Aos preços de hoje:{' '}
          <strong>
            <Money value={totalHoje} decimals={2} />
          </strong>
          .
        </Box>
      )}
    </Box>
  );
}
