import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { type ChangesOfLine, changesByLine, OfferChangeTexts } from './OfferChangeTexts.tsx';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

type Choice = 'HOJE' | 'MANTER';

/** What moved since the quote was offered, line by line, with the decision between the proposal and today's price. */
export function OfferChangesBox({ editing }: { editing: QuoteEditing }) {
  const { quote, applyServerQuote, settle, refresh } = editing;
  const { can } = useCan();
  const notify = useNotify();
  const decide = useRouteCommand(quoteEditingRoutes.offer, {
    onSuccess: ({ data }) => applyServerQuote(data),
    onError: (error) => {
      notify(errorText(error), { type: 'error' });
      void refresh();
    },
  });
  const lines = changesByLine(quote.mudancas);
  if (lines.length === 0) return null;
  const mayDecide = quote.editavel && can('ORCAMENTO_EDITAR');
  const choose = async (items: readonly ChangesOfLine[], usar: Choice) => {
    if (!(await settle())) return;
    const itens = items.flatMap(({ item }) => (item === null ? [] : [{ id: item, usar }]));
    decide.mutate({ params: { id: quote.id }, body: { versao: quote.versao, itens } });
  };
  // A refusal of the customer may be as old as the quote: alone, it is no news about the proposal.
  const title = lines.some(({ item }) => item !== null)
    ? 'O que mudou desde a proposta'
    : 'O que impede o pedido';
  const undecided = lines.filter(({ choices, seen }) => choices.length > 0 && !seen);
  return (
    <Alert
      severity={lines.some(({ stops }) => stops) ? 'warning' : 'info'}
      icon={false}
      role="region"
      aria-label={title}
      data-print="no"
      sx={{ mb: 3, '& .MuiAlert-message': { width: 1, minWidth: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Box component="h2" sx={{ flex: '1 1 200px', m: 0, fontSize: 15, fontWeight: 600 }}>
          {title}
        </Box>
        {mayDecide && undecided.length > 1 && (
          <>
            <small>{formatCount(undecided.length, 'item a decidir', 'itens a decidir')}:</small>
            <Choices pending={decide.isPending} onChoose={(usar) => void choose(undecided, usar)} all />
          </>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {lines.map((line) => (
          <Box
            component="li"
            key={line.item ?? 'orcamento'}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <OfferChangeTexts line={line} />
            </Box>
            {mayDecide && line.choices.length > 0 && (
              <Choices
                name={line.product}
                pending={decide.isPending}
                using={line.seen ? line.using : undefined}
                onChoose={(usar) => void choose([line], usar)}
              />
            )}
          </Box>
        ))}
      </Box>
    </Alert>
  );
}

interface ChoicesProps {
  /** The product that the decision is about; absent for all of them. */
  name?: string;
  all?: boolean;
  pending: boolean;
  /** What was decided already. */
  using?: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

function Choices({ name, all = false, pending, using, onChoose }: ChoicesProps) {
  const about = name ? `: ${name}` : '';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        disabled={pending || using === 'HOJE'}
        aria-label={`${all ? 'Usar os de hoje' : 'Usar o de hoje'}${about}`}
        onClick={() => onChoose('HOJE')}
      >
        {all ? 'Usar os de hoje' : 'Usar o de hoje'}
      </Button>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        disabled={pending || using === 'MANTER'}
        aria-label={`${all ? 'Manter os propostos' : 'Manter o proposto'}${about}`}
        onClick={() => onChoose('MANTER')}
      >
        {all ? 'Manter os propostos' : 'Manter o proposto'}
      </Button>
    </Box>
  );
}
