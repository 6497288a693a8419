import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { type FormEvent, useId } from 'react';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface ClassificationDialogProps {
  customer: PanelCustomer;
  options: readonly { id: number; desc: string }[];
  onClose: () => void;
  onSaved: () => void;
}

/** The classification with its note; 'Tirar' removes both. */
export function ClassificationDialog(props: ClassificationDialogProps) {
  const { customer, options, onClose } = props;
  const titleId = useId();
  const { held, busy, failure, submit, remove } = useEditing(props);
  const { chosen, note } = held.value;
  return (
    <DialogFrame open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={submit}>
        <DialogTitle id={titleId}>Editar classificação</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <ConflictView
            conflict={held}
            name="a classificação"
            labels={{
              chosen: {
                label: 'Classificação',
                show: (own) => options.find(({ id }) => `${id}` === own)?.desc ?? 'Sem classificação',
              },
              note: 'Observação',
            }}
          />
          <ChoiceField
            autoFocus
            required
            label="Classificação"
            value={chosen}
            onChange={(id) => held.set({ chosen: id })}
            choices={options.map(({ id, desc }) => ({ value: `${id}`, label: desc }))}
          />
          <TextField
            label="Observação"
            multiline
            minRows={2}
            value={note}
            onChange={(event) => held.set({ note: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          {failure && <Alert severity="error">{failure}</Alert>}
        </DialogContent>
        <DialogActions>
          {customer.classificacao && (
            <Button color="error" sx={{ mr: 'auto' }} onClick={remove} disabled={busy}>
              Tirar classificação
            </Button>
          )}
          <CloseButton disabled={busy}>Cancelar</CloseButton>
          <Button
            type="submit"
            variant="contained"
            disabled={held.value.chosen === '' || !held.changed || held.undecided}
            loading={busy}
          >
            Salvar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface Classified {
  chosen: string;
  note: string;
}

const formOf = ({
  classificacao,
  classificacaoObs,
}: Pick<PanelCustomer, 'classificacao' | 'classificacaoObs'>): Classified => ({
  chosen: classificacao ? `${classificacao.id}` : '',
  note: classificacaoObs ?? '',
});

function useEditing({ customer, onSaved }: ClassificationDialogProps) {
  const notify = useNotify();
  const held = useVersionedForm<Classified>({
    versao: customer.versao,
    initial: formOf(customer),
    read: formOf,
  });
  const save = useRouteCommand(customerUpkeepRoutes.classify);
  const drop = useRouteCommand(customerUpkeepRoutes.declassify);
  const params = { idCli: customer.id };
  const error = save.error ?? drop.error;
  const done = (answer: { data: { message: string } } | null) => {
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onSaved();
  };
  const classify = (versao: number) => {
    const { chosen, note } = held.value;
    return save.mutateAsync({ params, body: { classificacao: Number(chosen), obs: note.trim(), versao } });
  };
  // The failure is already available from the command that failed.
  const silent = () => {};
  return {
    held,
    busy: save.isPending || drop.isPending,
    failure: error && !held.open ? errorText(error) : '',
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (held.value.chosen === '' || !held.changed || held.undecided) return;
      held.send(classify).then(done, silent);
    },
    remove: () => void drop.mutateAsync({ params }).then(done, silent),
  };
}
