import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import CircularProgress from '@mui/material/CircularProgress';
import { useState } from 'react';
import { normalizeDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { call } from '#data/call.ts';
import { customerOption } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { Button } from '#ui/components/Button.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { fieldTitle, textAt } from '../state/registrationDraft.ts';
import { CNPJ_LENGTH } from '../state/useTaxImport.ts';
import { useWizard } from '../state/useWizardSession.ts';

/** Enabled once the CNPJ has all its characters. */
export function TaxImportButton() {
  const { draft, taxImport } = useWizard();
  const documento = normalizeDocument(textAt(draft.data, 'documento'));
  return (
    <Button
      variant="outlined"
      startIcon={taxImport.running ? <CircularProgress size={16} color="inherit" /> : <DownloadOutlined />}
      disabled={documento.length < CNPJ_LENGTH}
      // Not disabled while running, since that would lose the focus.
      aria-busy={taxImport.running}
      onClick={() => !taxImport.running && taxImport.run(documento)}
    >
      Importar da Receita
    </Button>
  );
}

/** What the import filled in, and which existing input it kept. */
export function TaxImportResult() {
  const { taxImport, steps } = useWizard();
  const { result, replaceKept, forget } = taxImport;
  if (!result) return null;
  if (result.state === 'failed')
    return (
      <Alert severity="error" onClose={forget}>
        {result.text}
      </Alert>
    );
  if (result.state === 'unknown')
    return (
      <Alert severity="warning" onClose={forget}>
        Cadastro não encontrado. Confira o CNPJ ou preencha os dados.
      </Alert>
    );
  const keptTitles = result.kept.map((field) => fieldTitle(field, steps)).join(', ');
  return (
    <Alert severity={keptTitles ? 'info' : 'success'} onClose={forget}>
      Dados de {result.name} importados da Receita.
      {keptTitles && (
        <>
          {' '}
          {result.kept.length === 1
            ? '1 campo já preenchido ficou como estava'
            : `${formatCount(result.kept.length, 'campo já preenchido', 'campos já preenchidos')} ficaram como estavam`}
          : {keptTitles}.
          <br />
          <Button size="small" onClick={replaceKept} sx={{ mt: 1, ml: -1 }}>
            Trocar pelos da Receita
          </Button>
        </>
      )}
    </Alert>
  );
}

/** 'Cliente Simulação': starts this registration from an earlier simulation. */
export function SimulationSource() {
  const { can } = useCan();
  const { earlier } = useWizard();
  const [open, setOpen] = useState(false);
  if (!can('SAC_CLIENTE_PESQUISAR')) return null;
  if (!open && !earlier.chosen) {
    return (
      <Button sx={{ justifySelf: 'start', ml: -2 }} onClick={() => setOpen(true)}>
        Completar um Cliente Simulação
      </Button>
    );
  }
  return (
    <div style={{ display: 'grid', gap: 12 }} data-own-enter>
      <AsyncAutocomplete<AsyncOption>
        label="Cliente Simulação"
        hint="Código, Razão Social, CNPJ..."
        helperText="Traz para o cadastro o que foi informado na simulação."
        minLength={1}
        autoFocus={open}
        load={search}
        value={earlier.chosen}
        onChange={(found) => earlier.choose(found && { value: Number(found.value), label: found.label })}
      />
      <EarlierResult />
    </div>
  );
}

/** The result of loading the earlier data. */
export function EarlierResult() {
  const { earlier } = useWizard();
  const { result } = earlier;
  if (!result) return null;
  if (result.state === 'loading') return <Alert severity="info">Carregando o pré cadastro…</Alert>;
  if (result.state === 'found')
    return <Alert severity="success">Dados do pré cadastro carregados. Confira cada passo.</Alert>;
  if (result.state === 'unknown') return <Alert severity="warning">{' Pré cadastro não encontrado.'}</Alert>;
  return (
    <Alert severity="error" action={<Button onClick={earlier.retry}>Tentar novamente</Button>}>
      {result.text}
    </Alert>
  );
}

async function search(term: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(customerRoutes.list, { query: { q: term, take: 20 } }, { signal });
  return itens.map(customerOption);
}
