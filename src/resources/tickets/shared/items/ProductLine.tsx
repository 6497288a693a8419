import Collapse from '@mui/material/Collapse';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isPositive } from '#contract/rules/decimal.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { exactIn, namedUnit, type ReturnUnit, unitOfRest } from '#contract/rules/tickets/returnUnits.ts';
import { itemToasts, OBSERVATION_MAX } from '#contract/rules/tickets/ticketItems.ts';
import type { InvoiceProduct } from '#contract/sac/invoices.ts';
import { ticketWording } from '#data/session.ts';
import { Money, useValueDecimals } from '#ui/components/display/Texts.tsx';
import { REFUSED } from '#ui/components/fieldProblems.ts';
import { ReturnQuantityField } from '#ui/components/inputs/ReturnQuantityField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { useItems } from '../draft/itemsChoice.ts';
import {
  addedItem,
  addLine,
  addProblems,
  answersOf,
  editLine,
  type InvoiceLine,
  isAnswered,
  keyOf,
  type LineAnswers,
  reasonProposal,
  removeLine,
  unitsOfProduct,
} from '../draft/itemTransitions.ts';
import { ReasonField } from './ReasonField.tsx';
import { AddButton, ProductImage, WizardFiles } from './StepParts.tsx';

interface ProductLineProps {
  line: InvoiceLine;
  /** Filtered out, but kept mounted so that its uploads continue. */
  hidden: boolean;
  /** Why 'Adicionar Todos' skipped it. */
  refused: string | undefined;
}

/** A product of an invoice with all its questions, answered in place. */
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
        {/* Someone else returned the remaining quantity after it was added here. */}
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
  const isPhone = useIsPhone();
  const questions = useRef<HTMLFieldSetElement>(null);
  const { product } = line;
  const key = keyOf(line);
  const reasons = type?.motivosProdutos ?? [];
  const answers = answersOf(draft, key, reasons);
  const units = unitsOfProduct(product);
  const unit = namedUnit(units, answers.embalagem ?? {}) ?? (units[0] as ReturnUnit);
  const added = addedItem(draft, key) !== undefined;
  const rules = { reasons, maxItems: limits.maxItems + (added ? 1 : 0) };
  const problems = addProblems(draft, line, answers, rules);
  const texts = tried || added || refused ? textsOf(problems) : {};
  const set = (part: Partial<LineAnswers>) => change((now) => editLine(now, key, part, reasons));
  const chosen = reasons.find(({ id }) => id === answers.motivo?.id);
  const proposal = isAnswered(draft, key) ? null : reasonProposal(draft, reasons);
  const photoRequired = product.anexo_obrigatorio || (chosen?.anexo_obrigatorio ?? false);

  const add = () => {
    setTried(true);
    const [problem] = problems;
    if (problem) {
      notify(problem.message, { type: 'error' });
      requestAnimationFrame(() => questions.current?.querySelector<HTMLElement>(REFUSED)?.focus());
    } else change((now) => addLine(now, line, answers));
  };
  // Enter in a quantity field adds the product instead of advancing the step.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !added) add();
  };
  const button = (
    <AddButton
      name={product.descNF}
      added={added}
      onAdd={add}
      onRemove={() => change((now) => removeLine(now, key))}
      onQuantity={() => questions.current?.querySelector('input')?.focus()}
    />
  );
  return (
    // Every product asks the same questions, so the group is labelled with its name.
    <fieldset ref={questions} aria-label={product.descNF} data-own-enter onKeyDown={onKeyDown}>
      <LineFacts product={product} />
      <div className="answers">
        <ReturnQuantityField
          label={`Quantidade de ${product.descNF}`}
          value={answers.qtd_solicitada || null}
          unit={unit}
          units={units}
          rest={product.qtd_base}
          divides={product.fracionavel}
          onChange={(quantity) => set({ qtd_solicitada: quantity ?? '' })}
          onUnit={({ unit: unidade, factor }) => set({ embalagem: { unidade, fator: factor } })}
          error={texts.qtd_solicitada ?? texts.unidade}
        />
        <ReasonField
          label="Motivo"
          required
          reasons={reasons}
          value={answers.motivo}
          onChange={(motivo) => set({ motivo })}
          error={texts.motivo_id}
          note={
            proposal
              ? proposal.idTicket === null
                ? 'O mesmo do último produto.'
                : ticketWording(`O mesmo do ticket ${proposal.idTicket}.`)
              : undefined
          }
        />
        {!isPhone && button}
      </div>
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
            label="Fotos"
            required={photoRequired}
            name={`Fotos de ${product.descNF}`}
            files={answers.arquivos}
            onChange={(arquivos) => set({ arquivos })}
            error={texts.arquivos}
          />
        </div>
      </Collapse>
      {/* After what it needs, where nothing stands beside anything. */}
      {isPhone && button}
    </fieldset>
  );
}

/** A product's invoice data, and the quantity that can still be returned. */
function LineFacts({ product }: { product: InvoiceProduct }) {
  const decimals = useValueDecimals();
  const { idExibicao, descNF, marca, valor_unitario, unidade } = product;
  const quantities: [string, string][] = [
    ['Comprado', product.qtd_comprada],
    ['devolvido', product.qtd_devolvida],
    [ticketWording('em outros tickets'), product.qtd_em_tickets],
    ['em notas de devolução', product.qtd_em_notas],
    ['disponível', product.qtd],
  ];
  const rest = unitOfRest(product.qtd_base, unitsOfProduct(product), product.fracionavel);
  const told = exactIn(product.qtd_base, rest.factor);
  const shown = quantities.filter(
    ([label, value]) => label === 'Comprado' || label === 'disponível' || isPositive(value),
  );
  return (
    <div className="facts">
      <ProductImage id={product.idImagem} />
      <span className="what">
        <span>
          {idExibicao} - {descNF}
        </span>
        <span className="second">
          {marca && `${marca} · `}
          <Money value={valor_unitario} decimals={decimals} /> / {unidade} ·{' '}
          {shown.map(([label, value]) => `${label} ${formatQuantity(value)}`).join(', ')}
          {rest.unit !== unidade && told !== null && ` (${formatQuantity(told)} ${rest.unit})`}
        </span>
      </span>
    </div>
  );
}

/** The row of a product: its facts, and below them the questions. */
const LineCard = styled('li')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    padding: 12,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&, & > fieldset': { display: 'grid', gap: 8 },
    '& > fieldset': { margin: 0, padding: 0, border: 0, minInlineSize: 0 },
    '&[hidden]': { display: 'none' },
    '& .facts': { display: 'flex', gap: 12, alignItems: 'center' },
    '& .what': { flex: 1, minWidth: 0, display: 'grid', overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .answers': {
      display: 'grid',
      gap: '8px 12px',
      gridTemplateColumns: 'auto minmax(140px, 1fr) auto',
      alignItems: 'start',
      '& > :first-of-type, & > button': { marginTop: 24 },
    },
    '& .proof': {
      display: 'grid',
      gap: 12,
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
      alignItems: 'start',
    },
    [theme.breakpoints.down('sm')]: {
      '& .answers': {
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        '& > *': { gridColumn: '1 / -1' },
        '& > :first-of-type, & > button': { marginTop: 0 },
      },
    },
  };
});
