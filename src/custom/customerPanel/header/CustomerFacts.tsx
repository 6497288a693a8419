import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { formatDate } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { useSave } from '#src/resources/customers/shared/useSave.ts';
import { Button } from '#ui/components/Button.tsx';
import { CopyButton } from '#ui/components/display/CopyButton.tsx';
import { DocumentText } from '#ui/components/display/Texts.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { usePanelRefresh } from '../usePanel.ts';
import { MergedBanner } from './MergedBanner.tsx';

interface CustomerFactsProps {
  customer: PanelCustomer;
  /** The code by which a dialog was opened, which may lead on to this customer. */
  asked?: number;
}

/** The line under the name (code, legal name, document, place), and warnings to be seen before anything else. */
export function CustomerFacts({ customer, asked }: CustomerFactsProps) {
  const { id, fant, razSoc, cnpj, cid, uf, motivoBloqueio, naoContatar, emailsRecusados, simulacao } =
    customer;
  const place = [cid, uf].filter(Boolean).join(' – ');
  return (
    <Box sx={{ display: 'grid', gap: 3, mb: 5 }}>
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {id} · {fant && fant !== razSoc && `${razSoc} · `}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <DocumentText value={cnpj} />{' '}
          {!isMissingDocument(cnpj) && <CopyButton text={cnpj} label="Copiar CPF ou CNPJ" />}
        </Box>
        {place && ` · ${place}`}
      </Box>
      <MergedBanner id={id} unidos={customer.unidos} asked={asked} />
      {motivoBloqueio && <Alert severity="error">Bloqueado: {motivoBloqueio}</Alert>}
      {naoContatar === 1 && (
        <Alert severity="warning">Não contatar: este cliente pediu que não o procurem.</Alert>
      )}
      {emailsRecusados.map((refused) => (
        <RefusedEmail key={refused.email} idCli={id} refused={refused} />
      ))}
      {simulacao && (
        <Alert severity="info">Cliente Simulação: serve para ensaiar preços, nunca é faturado.</Alert>
      )}
    </Box>
  );
}

interface RefusedEmailProps {
  idCli: number;
  refused: PanelCustomer['emailsRecusados'][number];
}

/** No e-mail is sent to this address until it is corrected or the user confirms that it works again. */
function RefusedEmail({ idCli, refused: { email, desde, falha } }: RefusedEmailProps) {
  const { can } = useCan();
  const may = can('CLIENTE_EDITAR');
  const refresh = usePanelRefresh(idCli);
  const { busy, problem, send } = useSave(contactRoutes.retry, refresh);
  return (
    <Alert
      severity="warning"
      sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
      action={
        may && (
          <Button
            color="inherit"
            size="small"
            disabled={busy}
            aria-label={`Tentar novamente ${email}`}
            onClick={() => void send({ params: { idCli }, body: { email } })}
          >
            Tentar novamente
          </Button>
        )
      }
    >
      E-mail recusado em {formatDate(desde, ownZone())}: {email}
      {falha && ` (${falha})`}. Corrija o endereço no cadastro, ou tente de novo se ele voltou a funcionar.
      {problem && <Box role="alert">{problem}</Box>}
    </Alert>
  );
}
