import TextField from '@mui/material/TextField';
import { ticketInputOf } from '../../../../contract/rules/ticketDraft.ts';
import { chosenReasons } from '../../../../contract/rules/ticketInput.ts';
import { reasonsOfPath } from '../../../../contract/rules/ticketReasons.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { useWizard } from '../state/wizardContext.ts';
import { StepFields } from './StepFields.ts';
import { WizardFiles } from './WizardFiles.tsx';

/** 'Detalhes': message and photos. */
export function DetailsStep() {
  const { draft, type, change, textAt } = useWizard();
  const reasons = type ? reasonsOfPath(type.motivos, chosenReasons(ticketInputOf(draft))) : [];
  const explains = reasons.find(({ informa }) => informa);
  const text = textAt('mensagem');
  return (
    <StepFields>
      <TextField
        multiline
        minRows={6}
        maxRows={14}
        label="Mensagem"
        required={type?.usa_mensagem === 2 || explains !== undefined}
        value={draft.mensagem}
        onChange={(event) => {
          const mensagem = event.target.value;
          change((now) => ({ ...now, mensagem }));
        }}
        error={Boolean(text)}
        helperText={text ?? (explains ? `Explique o motivo: ${explains.descricao}.` : undefined)}
        slotProps={{ htmlInput: { maxLength: 20_000 } }}
      />
      <WizardFiles
        label="Fotos"
        name={inWords('Fotos do ticket')}
        files={draft.arquivos}
        onChange={(arquivos) => change((now) => ({ ...now, arquivos }))}
        error={textAt('arquivos')}
        pasteAnywhere
      />
    </StepFields>
  );
}
