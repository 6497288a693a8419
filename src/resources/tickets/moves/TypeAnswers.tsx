import MenuItem from '@mui/material/MenuItem';
import { chooseReason, reasonsOfPath, shownLevels } from '#contract/rules/tickets/ticketType.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { OptionField } from '#src/custom/ticketWizard/steps/OptionField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { MoveDraft } from './moveInput.ts';

interface TypeAnswersProps {
  ticket: Ticket;
  typeId: number;
  value: MoveDraft['answers'];
  onChange: (answers: MoveDraft['answers']) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** What the new type asks at the opening; the ticket's own answers count, so only the reasons are always asked again. */
export function TypeAnswers({ ticket, typeId, value, onChange, errors, disabled }: TypeAnswersProps) {
  const { data: types } = useRoute(ticketCatalogRoutes.types, {});
  const type = types?.find(({ id }) => id === typeId);
  const carriers = useRoute(
    customerRoutes.carriers,
    { params: { idCli: ticket.cliente.id } },
    { enabled: (type?.usa_transportadora ?? 0) > 0 },
  );
  if (!type) return null;
  const set = (part: Partial<MoveDraft['answers']>) => onChange({ ...value, ...part });
  const informs = reasonsOfPath(type.motivos, value.motivos).some(({ informa }) => informa);
  return (
    <>
      {type.usa_assunto > 0 && (
        <TextField
          label="Assunto"
          required={type.usa_assunto === 2 && !ticket.assunto}
          value={value.assunto}
          onChange={({ target }) => set({ assunto: target.value })}
          disabled={disabled}
          error={Boolean(errors.assunto)}
          helperText={errors.assunto}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      )}
      {shownLevels(type.motivos, value.motivos).map(({ level, label, required, options, chosen }) => (
        <TextField
          key={level}
          select
          label={`${label} do novo tipo`}
          required={required}
          value={chosen?.id ?? ''}
          onChange={({ target }) => {
            const id = target.value === '' ? null : Number(target.value);
            set({ motivos: [...chooseReason(type.motivos, value.motivos, level, id)] });
          }}
          disabled={disabled}
          error={Boolean(errors[`motivo${level}`])}
          helperText={errors[`motivo${level}`]}
        >
          {!required && <MenuItem value="">Nenhum</MenuItem>}
          {options.map(({ id, descricao }) => (
            <MenuItem key={id} value={id}>
              {descricao}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {(type.usa_mensagem === 2 || informs) && (
        <TextField
          label="Mensagem"
          required={false}
          multiline
          minRows={2}
          value={value.mensagem}
          onChange={({ target }) => set({ mensagem: target.value })}
          disabled={disabled}
          error={Boolean(errors.mensagem)}
          helperText={errors.mensagem ?? 'O cliente lê esta mensagem. Vazia, vale a da abertura.'}
        />
      )}
      {type.usa_transportadora > 0 && (
        <OptionField
          label="Transportadora"
          required={false}
          options={carriers.data}
          nameOf={({ razSoc }) => razSoc}
          value={value.transportadora}
          onChange={(next) => set({ transportadora: next && { id: next.id, razSoc: next.razSoc } })}
          error={errors.transportadora_id}
          failure={carriers.error && !carriers.data ? errorText(carriers.error) : undefined}
        />
      )}
    </>
  );
}
