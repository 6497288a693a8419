import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { type Negotiation, negotiationRoutes } from '#contract/callcenter/quotes/negotiations.ts';
import { NEGOTIATION_CHANGED, personChannel } from '#contract/realtime.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { priceText, readAuthorizedPrice } from '#contract/rules/negotiations/negotiatedPrice.ts';
import type { RowResults } from '#contract/sharedShapes.ts';
import { currentInitialLoad } from '#data/session.ts';
import { routeKey, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { SelectionBar } from '#ui/components/DataTable/selection.tsx';
import { usePricePlaces } from '#ui/components/display/Texts.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { live } from '#ui/live/live.ts';

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
  const places = usePricePlaces();
  const run = async () => {
    const words: DecisionWords = { motivo: motivo.trim() };
    if (kind === 'negar' && !words.motivo)
      throw new FieldProblems({ motivo: 'Informe por que o preço foi negado.' });
    if (kind === 'autorizar' && single) {
      const read = readAuthorizedPrice(price ?? '', single.precoTabela, places);
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
            places={places}
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

/** The actions for requested prices. */
export type DecisionKind = 'autorizar' | 'negar' | 'cancelar' | 'ciente';

/** A decision waiting for the person's confirmation. */
export interface Decision {
  kind: DecisionKind;
  rows: readonly Negotiation[];
}

const ALLOWED: Record<DecisionKind, keyof Negotiation['acoes']> = {
  autorizar: 'decidir',
  negar: 'decidir',
  cancelar: 'cancelar',
  ciente: 'estarCiente',
};

/** The rows that currently allow the action. */
export const rowsFor = (kind: DecisionKind, rows: readonly Negotiation[]): Negotiation[] =>
  rows.filter(({ acoes }) => acoes[ALLOWED[kind]]);

export const rowName = ({ idPedido, produto }: Negotiation): string =>
  `${produto.descricao}, orçamento ${idPedido}`;

/** E.g. '1 preço' or '3 preços'. */
const pricesText = (count: number): string => formatCount(count, 'preço', 'preços');

/** The person's input for the decision. */
interface DecisionWords {
  motivo: string;
  /** For a single price: the authorised price, if different from the requested one. */
  preco?: string | undefined;
}

const DONE: Record<DecisionKind, [one: string, many: string]> = {
  autorizar: ['autorizado', 'autorizados'],
  negar: ['negado', 'negados'],
  cancelar: ['cancelado', 'cancelados'],
  ciente: ['marcado como lido', 'marcados como lidos'],
};

export const doneText = (kind: DecisionKind, count: number): string =>
  `${pricesText(count)} ${DONE[kind][count === 1 ? 0 : 1]}.`;

/** Carries out a decision. A toast confirms complete success; otherwise the results of the rows are kept for display. */
export function useDecide(onDone: () => Promise<void>) {
  const notify = useNotify();
  const [results, setResults] = useState<{ kind: DecisionKind; answer: RowResults } | null>(null);
  const authorize = useRouteCommand(negotiationRoutes.authorize);
  const deny = useRouteCommand(negotiationRoutes.deny);
  const cancel = useRouteCommand(negotiationRoutes.cancel);
  const seen = useRouteCommand(negotiationRoutes.seen);

  function send({ kind, rows }: Decision, { motivo, preco }: DecisionWords): Promise<RowResults> {
    const ids = rows.map(({ id }) => id);
    if (kind === 'negar') return deny.mutateAsync({ query: { ids, motivo } });
    if (kind === 'cancelar') return cancel.mutateAsync({ query: { ids } });
    if (kind === 'ciente') return seen.mutateAsync({ body: { ids } });
    const itens = rows.map(({ id, versao }) => ({ id, versao, ...(preco && { preco }) }));
    return authorize.mutateAsync({ body: { itens, motivo } });
  }

  async function run(decision: Decision, words: DecisionWords): Promise<void> {
    const answer = await send(decision, words);
    await onDone();
    if (answer.falhas.length === 0)
      notify(doneText(decision.kind, answer.sucesso.length), { type: 'success' });
    else setResults({ kind: decision.kind, answer });
  }

  return { run, results, closeResults: () => setResults(null) };
}

/** Refetches everything that shows negotiated prices, also when another person decided on the person's own ones. */
export function useNegotiationRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const refreshList = useRefresh();
  const refresh = useCallback(async () => {
    refreshList();
    await client.invalidateQueries({ queryKey: routeKey(negotiationRoutes.details) });
  }, [client, refreshList]);
  const person = currentInitialLoad()?.colaborador.id;
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(person), {
      onEvent: ({ event }) => void (event === NEGOTIATION_CHANGED && refresh()),
      onMissed: () => void refresh(),
    });
  }, [person, refresh]);
  return refresh;
}
