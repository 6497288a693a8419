import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { type Automation, automationRoutes } from '../../../contract/callcenter/automations.ts';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import { AgendaFields } from './AgendaFields.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { Preview } from './Preview.tsx';
import { bodyOf, EMPTY, LABELS, type Written, writtenOf } from './written.ts';

export function AutomationForm({ automation }: { automation?: Automation }) {
  return (
    <RecordForm<Written, ReturnType<typeof bodyOf>, Automation>
      draft="automacao"
      name="esta automação"
      routes={automationRoutes}
      record={automation}
      empty={EMPTY}
      written={writtenOf}
      labels={LABELS}
      bodyOf={bodyOf}
      saveLabel={automation ? 'Salvar automação' : 'Criar automação'}
      backTo="/automacoes"
      removal={{
        title: 'Excluir esta automação?',
        text: 'Ela deixa de agendar. As agendas que já criou ficam como estão.',
      }}
    >
      {(fields) => (
        <>
          <TextField
            label="Nome"
            required
            value={fields.value.nome}
            onChange={(event) => fields.set('nome', event.target.value)}
            error={Boolean(fields.errorOf('nome'))}
            helperText={fields.errorOf('nome')}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <FormControlLabel
            control={
              <Switch
                checked={fields.value.ativa}
                onChange={(event) => fields.set('ativa', event.target.checked)}
              />
            }
            label="Ativa: roda sozinha toda madrugada"
          />
          <CustomerFields {...fields} />
          <AgendaFields {...fields} />
          <Preview value={fields.value} {...(automation && { id: automation.id })} />
        </>
      )}
    </RecordForm>
  );
}
