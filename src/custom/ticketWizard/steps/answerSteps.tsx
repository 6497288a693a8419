import type { ComponentType } from 'react';
import type { WizardStepKey } from '#contract/catalogs/wizardStep.ts';
import { ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { chosenReasons } from '#contract/rules/tickets/ticketInput.ts';
import { reasonsOfPath } from '#contract/rules/tickets/ticketType.ts';
import { ticketWording } from '#data/session.ts';
import { InvoiceProductsStep } from '#src/resources/tickets/shared/items/InvoiceProductsStep.tsx';
import { InvoicesStep } from '#src/resources/tickets/shared/items/InvoicesStep.tsx';
import { CarrierField, ExtensionStep } from '#src/resources/tickets/shared/items/OptionField.tsx';
import { ProductsStep } from '#src/resources/tickets/shared/items/ProductsStep.tsx';
import { StepFields, WizardFiles } from '#src/resources/tickets/shared/items/StepParts.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useWizard } from '../state/wizardContext.ts';
import { CustomerStep } from './CustomerStep.tsx';
import { RequestStep } from './RequestStep.tsx';

/** What is answered in each step, whether it is a station of its own or folded on the confirmation. */
export const ANSWER_STEPS: Record<Exclude<WizardStepKey, 'CONFIRMACAO'>, ComponentType> = {
  SOLICITACAO: RequestStep,
  CLIENTE: CustomerStep,
  PRODUTOS: ProductsStep,
  NOTAS: InvoicesStep,
  NOTA_PRODUTOS: InvoiceProductsStep,
  PRORROGACAO: ExtensionStep,
  DETALHES: DetailsStep,
  TRANSPORTADORA: CarrierStep,
};

/** 'Informe a Transportadora'. */
function CarrierStep() {
  const { type, textAt } = useWizard();
  return (
    <StepFields>
      <CarrierField required={type?.usa_transportadora === 2} error={textAt('transportadora_id')} />
    </StepFields>
  );
}

/** 'Detalhes': message and photos. */
function DetailsStep() {
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
        required={false}
        name={ticketWording('Fotos do ticket')}
        files={draft.arquivos}
        onChange={(arquivos) => change((now) => ({ ...now, arquivos }))}
        error={textAt('arquivos')}
        pasteAnywhere
      />
    </StepFields>
  );
}
