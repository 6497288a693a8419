import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { customerRoutes } from '../../../../contract/sac/customers.ts';
import { call } from '../../../dataProvider/call.ts';
import { AsyncAutocomplete, type AsyncOption } from '../../../ui/components/inputs/AsyncAutocomplete.tsx';
import { useCan } from '../../../ui/shell/usePerson.ts';
import { useWizard } from '../state/wizardContext.ts';

/** 'Cliente Simulação': what an earlier simulation holds is what this registration begins with. */
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

/** What came of it. */
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
  return itens.map(({ id, fant, razSoc }) => ({
    value: id,
    label: `${id} - ${fant || razSoc}`,
    second: razSoc,
  }));
}
