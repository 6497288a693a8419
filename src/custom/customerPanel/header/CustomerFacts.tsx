import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { PanelCustomer } from '../../../../contract/callcenter/panelCustomer.ts';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';
import { DocumentText } from '../../../ui/components/display/DocumentText.tsx';

/** The line under the name: code, legal name, document, place; and what must be known before anything else. */
export function CustomerFacts({ customer }: { customer: PanelCustomer }) {
  const { id, fant, razSoc, cnpj, cid, uf, motivoBloqueio, naoContatar, simulacao } = customer;
  const place = [cid, uf].filter(Boolean).join(' – ');
  return (
    <Box sx={{ display: 'grid', gap: 3, mb: 5 }}>
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        {id} · {fant && fant !== razSoc && `${razSoc} · `}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          <DocumentText value={cnpj} /> <CopyButton text={cnpj} label="Copiar CPF ou CNPJ" />
        </Box>
        {place && ` · ${place}`}
      </Box>
      {motivoBloqueio && <Alert severity="error">Bloqueado: {motivoBloqueio}</Alert>}
      {naoContatar === 1 && (
        <Alert severity="warning">Não contatar: este cliente pediu que não o procurem.</Alert>
      )}
      {simulacao && (
        <Alert severity="info">Cliente Simulação: serve para ensaiar preços, nunca é faturado.</Alert>
      )}
    </Box>
  );
}
