import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { listText } from '#contract/rules/text.ts';
import { formatDate } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { steady } from '#ui/components/steady.tsx';
import type { ShownProposal } from './proposedTerms.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

interface ProposedTermsBoxProps {
  proposal: ShownProposal | null;
  editing: QuoteEditing;
}

/** Says where the quote's terms come from, until they are changed, and takes them back by one press. */
export const ProposedTermsBox = steady(({ proposal, editing }: ProposedTermsBoxProps) => {
  const [closed, setClosed] = useState(false);
  if (!proposal || closed || !editing.quote.editavel) return null;
  const { pedido, campos, escolherDeNovo, takenBack } = proposal;
  return (
    <Alert
      severity="info"
      data-print="no"
      sx={{ mb: 3, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 240px', minWidth: 0 } }}
      action={
        <>
          {campos.length > 0 && (
            <Button color="inherit" size="small" onClick={() => editing.changeHeader(takenBack, 'now')}>
              Começar sem a proposta
            </Button>
          )}
          <Button color="inherit" size="small" onClick={() => setClosed(true)}>
            Entendi
          </Button>
        </>
      }
    >
      {campos.length > 0 &&
        `Pagamento e entrega propostos do pedido ${pedido.id}, de ${formatDate(pedido.em, ownZone())}. Mude o que for diferente.`}
      {escolherDeNovo.length > 0 && (
        <div>
          Do pedido {pedido.id}, {escolherDeNovo.length === 1 ? 'não vale mais' : 'não valem mais'}:{' '}
          {listText(escolherDeNovo)}. Escolha de novo.
        </div>
      )}
    </Alert>
  );
});
