import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { consumerMode } from '../../../../contract/rules/ticketWizard.ts';
import { switchConsumer } from '../state/draftTransitions.ts';
import { storeOrigin } from '../state/originStorage.ts';
import { useWizard } from '../state/wizardContext.ts';
import { BranchField } from './BranchField.tsx';
import { ConsumerFields } from './ConsumerFields.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { CustomerSearch } from './CustomerSearch.tsx';
import { NewCustomer } from './NewCustomer.tsx';
import { StepFields } from './StepFields.ts';

/** 'Selecione Cliente e filial': origin, customer and branch, or the final consumer (document 000, sections 5 and 6). */
export function CustomerStep() {
  const { draft, type, person, change, textAt } = useWizard();
  const mode = consumerMode(type, person);
  return (
    <StepFields>
      <OriginField />
      {mode === 'OFFERED' && (
        <FormControlLabel
          label="Ticket de consumidor final"
          control={
            <Switch
              checked={draft.consumidorFinal !== null}
              onChange={(_, on) => change((now) => switchConsumer(now, on))}
            />
          }
        />
      )}
      {person.consumer && !person.customer && (
        <Alert severity="error">Não encontramos o seu cadastro. Fale com o atendimento.</Alert>
      )}
      {textAt('consumidorFinal') && <Alert severity="error">{textAt('consumidorFinal')}</Alert>}
      {draft.consumidorFinal && <ConsumerFields form={draft.consumidorFinal} />}
      {!person.consumer && <CustomerSearch />}
      {!person.consumer && !draft.cliente && !draft.consumidorFinal && <NewCustomer />}
      {draft.cliente && <CustomerCard id={draft.cliente.id} />}
      <BranchField />
    </StepFields>
  );
}

/** A consumer's own tickets have one origin, which is not asked. */
function OriginField() {
  const { draft, origins, person, change, textAt } = useWizard();
  if (person.consumer && draft.origem) return null;
  return (
    <TextField
      select
      required
      label="Origem"
      value={draft.origem?.chave ?? ''}
      disabled={origins.length === 1 && draft.origem !== null}
      onChange={(event) => {
        const origem = origins.find(({ chave }) => chave === event.target.value) ?? null;
        if (origem) storeOrigin(origem.chave);
        change((now) => ({ ...now, origem }));
      }}
      error={Boolean(textAt('origem'))}
      helperText={textAt('origem')}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="" disabled>
        Escolha…
      </MenuItem>
      {origins.map(({ chave, descricao }) => (
        <MenuItem key={chave} value={chave}>
          {descricao}
        </MenuItem>
      ))}
    </TextField>
  );
}
