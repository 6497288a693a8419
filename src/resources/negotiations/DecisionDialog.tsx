import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Negotiation } from '../../../contract/callcenter/negotiations.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { readAuthorizedPrice } from '../../../contract/rules/negotiations/negotiatedPrice.ts';
import { priceText } from '../../custom/negotiations/priceText.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { SelectionBar } from '../../ui/components/DataTable/SelectionBar.tsx';
import { FieldProblems, ProblemAt } from '../../ui/components/fieldProblems.ts';
import { MoneyField } from '../../ui/components/inputs/NumberField.tsx';
import {
  type Decision,
  type DecisionKind,
  type DecisionWords,
  pricesText,
  rowName,
  rowsFor,
} from './decision.ts';

interface DecisionDialogProps {
  decision: Decision;
  onRun: (decision: Decision, words: DecisionWords) => Promise<void>;
  onClose: () => void;
}

/** Confirms a decision and asks for its reason; for a single price, a different one can be authorised. */
export function DecisionDialog({ decision, onRun, onClose }: DecisionDialogProps) {
  const { kind, rows } = decision;
  const [one] = rows;
  const single = rows.length === 1 ? one : undefined;
  const [motivo, setMotivo] = useState('');
  const [price, setPrice] = useState<Decimal | null>(single?.precoSolicitado ?? null);
  const run = async () => {
    const words: DecisionWords = { motivo: motivo.trim() };
    if (kind === 'negar' && !words.motivo)
      throw new FieldProblems({ motivo: 'Informe por que o preço foi negado.' });
    if (kind === 'autorizar' && single) {
      const read = readAuthorizedPrice(price ?? '', single.precoTabela);
      if (!read.ok)
        throw new FieldProblems({ preco: price === null ? 'Informe o preço autorizado.' : read.message });
      words.preco = read.value;
    }
    await onRun(decision, words);
    onClose();
  };
  const asksReason = kind === 'autorizar' || kind === 'negar';
  return (
    <ConfirmDialog open {...wordsOf(decision)} onConfirm={run} onCancel={onClose}>
      {kind === 'autorizar' && single && (
        <ProblemAt field="preco">
          <MoneyField
            label="Preço autorizado"
            value={price}
            onChange={setPrice}
            places={4}
            fullWidth
            autoFocus
            helperText={`Tabela: ${priceText(single.precoTabela)}. Solicitado: ${priceText(single.precoSolicitado)}.`}
            sx={{ mt: 4 }}
          />
        </ProblemAt>
      )}
      {asksReason && (
        <ProblemAt field="motivo">
          <TextField
            label="Motivo"
            value={motivo}
            onChange={(event) => setMotivo(event.target.value)}
            required={kind === 'negar'}
            multiline
            minRows={2}
            fullWidth
            autoFocus={kind === 'negar'}
            helperText="Quem solicitou lê este motivo."
            slotProps={{ htmlInput: { maxLength: 500 } }}
            sx={{ mt: 4 }}
          />
        </ProblemAt>
      )}
    </ConfirmDialog>
  );
}

function wordsOf({ kind, rows }: Decision) {
  const [one] = rows;
  const what = rows.length === 1 && one ? rowName(one) : pricesText(rows.length);
  const many = rows.length > 1;
  switch (kind) {
    case 'autorizar':
      return {
        title: many ? `Autorizar ${what}?` : 'Autorizar o preço?',
        text: many
          ? 'Cada orçamento passa a ter o preço que foi solicitado.'
          : `${what}. Condição: ${one?.condicao}. O orçamento passa a ter este preço.`,
        confirmLabel: 'Autorizar',
      };
    case 'negar':
      return {
        title: many ? `Negar ${what}?` : 'Negar o preço?',
        text: many
          ? 'Os orçamentos ficam com os preços que têm.'
          : `${what}. O orçamento fica com o preço que tem.`,
        confirmLabel: 'Negar',
        tone: 'error' as const,
      };
    default:
      return {
        title: many ? `Cancelar ${rows.length} solicitações?` : 'Cancelar a solicitação?',
        text: many ? 'Ninguém mais vai decidir sobre elas.' : `${what}. Ninguém mais vai decidir sobre ela.`,
        confirmLabel: many ? 'Cancelar solicitações' : 'Cancelar solicitação',
        cancelLabel: many ? 'Manter solicitações' : 'Manter solicitação',
        tone: 'error' as const,
      };
  }
}

interface NegotiationSelectionProps {
  rows: readonly Negotiation[];
  onClear: () => void;
  onDecide: (decision: Decision) => void;
}

const BUTTONS: [DecisionKind, string, 'contained' | 'outlined'][] = [
  ['cancelar', 'Cancelar solicitação', 'outlined'],
  ['ciente', 'Estou ciente', 'outlined'],
  ['negar', 'Negar', 'outlined'],
  ['autorizar', 'Autorizar', 'contained'],
];

/** Actions for the selected prices: each button applies to those that allow it, and shows their number. */
export function NegotiationSelection({ rows, onClear, onDecide }: NegotiationSelectionProps) {
  return (
    <SelectionBar count={rows.length} words={NOUNS} onClear={onClear}>
      {BUTTONS.map(([kind, label, variant]) => {
        const fitting = rowsFor(kind, rows);
        if (fitting.length === 0) return null;
        return (
          <Button
            key={kind}
            size="small"
            variant={variant}
            color={kind === 'negar' ? 'error' : 'primary'}
            onClick={() => onDecide({ kind, rows: fitting })}
          >
            {fitting.length === rows.length ? label : `${label} (${fitting.length})`}
          </Button>
        );
      })}
    </SelectionBar>
  );
}

const NOUNS = ['negociação selecionada', 'negociações selecionadas'] as const;
