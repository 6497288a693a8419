import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import {
  type ChangesOfLine,
  changesByLine,
  OfferChangeTexts,
} from '#src/resources/orders/shared/OfferChangeTexts.tsx';
import { steady } from '#ui/components/steady.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

type Choice = 'HOJE' | 'MANTER';

/** What moved since the quote was offered, line by line, with the decision between the proposal and today's price. */
export const OfferChangesBox = steady(({ editing }: { editing: QuoteEditing }) => {
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
            <Choices
              choices={sharedChoices(undecided)}
              pending={decide.isPending}
              onChoose={(usar) => void choose(undecided, usar)}
              all
            />
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
                choices={line.choices}
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
});

/** What can be decided about all of the lines at once. */
const sharedChoices = (lines: readonly ChangesOfLine[]): Choice[] =>
  (['HOJE', 'MANTER'] as const).filter((each) => lines.every(({ choices }) => choices.includes(each)));

interface ChoicesProps {
  choices: readonly Choice[];
  /** The product that the decision is about; absent for all of them. */
  name?: string;
  all?: boolean;
  pending: boolean;
  /** What was decided already. */
  using?: Choice | undefined;
  onChoose: (choice: Choice) => void;
}

const LABELS: Readonly<Record<Choice, readonly [one: string, all: string]>> = {
  HOJE: ['Usar o de hoje', 'Usar os de hoje'],
  MANTER: ['Manter o proposto', 'Manter os propostos'],
};

function Choices({ name, all = false, choices, pending, using, onChoose }: ChoicesProps) {
  const about = name ? `: ${name}` : '';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {choices.map((choice) => {
        const label = LABELS[choice][all ? 1 : 0];
        return (
          <Button
            key={choice}
            size="small"
            color="inherit"
            variant="outlined"
            disabled={pending || using === choice}
            aria-label={`${label}${about}`}
            onClick={() => onChoose(choice)}
          >
            {label}
          </Button>
        );
      })}
    </Box>
  );
}
