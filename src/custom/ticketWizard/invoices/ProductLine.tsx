import Collapse from '@mui/material/Collapse';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { itemToasts, OBSERVATION_MAX } from '../../../../contract/rules/ticketItems.ts';
import { QuantityStepper } from '../../../ui/components/inputs/QuantityStepper.tsx';
import { useItems } from '../state/itemsContext.ts';
import {
  addedItem,
  addLine,
  addProblems,
  answersOf,
  editLine,
  type InvoiceLine,
  keyOf,
  type LineAnswers,
  removeLine,
} from '../state/itemTransitions.ts';
import { AddButton } from '../steps/AddButton.tsx';
import { WizardFiles } from '../steps/WizardFiles.tsx';
import { LineCard } from './LineCard.ts';
import { LineFacts } from './LineFacts.tsx';
import { ReasonField } from './ReasonField.tsx';

interface ProductLineProps {
  line: InvoiceLine;
  /** Filtered away; it stays mounted, so that its uploads go on. */
  hidden: boolean;
  /** Why 'Adicionar Todos' left it out. */
  refused: string | undefined;
}

/** A product of an invoice with everything that is asked of it, in place. */
export function ProductLine({ line, hidden, refused }: ProductLineProps) {
  const { draft, change } = useItems();
  const { product } = line;
  const key = keyOf(line);
  if (product.indisponivel)
    return (
      <LineCard hidden={hidden}>
        <LineFacts product={product} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {itemToasts.unavailable}
          {product.motivoIndisponivel && product.motivoIndisponivel !== itemToasts.unavailable
            ? `: ${product.motivoIndisponivel}`
            : ''}
        </Typography>
        {/* Somebody took the rest after it was added here. */}
        {addedItem(draft, key) && (
          <AddButton name={product.descNF} added onRemove={() => change((now) => removeLine(now, key))} />
        )}
      </LineCard>
    );
  return (
    <LineCard hidden={hidden}>
      <AvailableLine line={line} refused={refused} />
    </LineCard>
  );
}

function AvailableLine({ line, refused }: Omit<ProductLineProps, 'hidden'>) {
  const { draft, type, limits, change } = useItems();
  const notify = useNotify();
  const [tried, setTried] = useState(false);
  const { product } = line;
  const key = keyOf(line);
  const reasons = type?.motivosProdutos ?? [];
  const answers = answersOf(draft, key, reasons);
  const added = addedItem(draft, key) !== undefined;
  const rules = { reasons, maxItems: limits.maxItems + (added ? 1 : 0) };
  const problems = addProblems(draft, line, answers, rules);
  const texts = tried || added || refused ? textsOf(problems) : {};
  const set = (part: Partial<LineAnswers>) => change((now) => editLine(now, key, part, reasons));
  const chosen = reasons.find(({ id }) => id === answers.motivo?.id);
  const photoRequired = product.anexo_obrigatorio || (chosen?.anexo_obrigatorio ?? false);

  const add = () => {
    setTried(true);
    const [problem] = problems;
    if (problem) notify(problem.message, { type: 'error' });
    else change((now) => addLine(now, line, answers));
  };
  // Enter in a quantity adds the product instead of leaving the step.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !added) add();
  };
  return (
    // Each product asks the same, so its name goes with the group.
    <fieldset aria-label={product.descNF} data-own-enter onKeyDown={onKeyDown}>
      <LineFacts product={product} />
      <div className="answers">
        <QuantityStepper
          label={`Quantidade de ${product.descNF}`}
          value={answers.qtd_solicitada || null}
          onChange={(quantity) => set({ qtd_solicitada: quantity ?? '' })}
          max={product.qtd}
          unit={product.unidade}
          decimals={product.fracionavel}
        />
        <ReasonField
          label="Motivo"
          required
          reasons={reasons}
          value={answers.motivo}
          onChange={(motivo) => set({ motivo })}
          error={texts.motivo_id}
        />
        <AddButton
          name={product.descNF}
          added={added}
          onAdd={add}
          onRemove={() => change((now) => removeLine(now, key))}
        />
      </div>
      {texts.qtd_solicitada && answers.qtd_solicitada === '' && (
        <Typography variant="caption" color="error" role="alert">
          {texts.qtd_solicitada}
        </Typography>
      )}
      <Collapse mountOnEnter in={answers.qtd_solicitada !== '' || added || answers.arquivos.length > 0}>
        <div className="proof">
          <TextField
            multiline
            fullWidth
            minRows={2}
            label="Observação"
            required={chosen?.informa ?? false}
            value={answers.obs}
            onChange={(event) => set({ obs: event.target.value })}
            error={Boolean(texts.obs)}
            helperText={texts.obs ?? `${[...answers.obs].length} de ${OBSERVATION_MAX}`}
            slotProps={{
              htmlInput: { maxLength: OBSERVATION_MAX },
            }}
          />
          <WizardFiles
            label={photoRequired ? 'Fotos (obrigatórias)' : 'Fotos'}
            name={`Fotos de ${product.descNF}`}
            files={answers.arquivos}
            onChange={(arquivos) => set({ arquivos })}
            error={texts.arquivos}
          />
        </div>
      </Collapse>
    </fieldset>
  );
}
