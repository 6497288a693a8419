import Box from '@mui/material/Box';
import { useNotify } from 'ra-core';
import { bodyField } from '#contract/bodyField.ts';
import {
  type Negotiation,
  negotiationRoutes,
  PriceRequest,
} from '#contract/callcenter/quotes/negotiations.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { percentText, priceText, readRequestedPrice } from '#contract/rules/negotiations/negotiatedPrice.ts';
import { discountOf } from '#contract/rules/orders/packaging.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { usePricePlaces } from '#ui/components/display/Texts.tsx';
import { FieldProblems } from '#ui/components/fieldProblems.ts';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';

type WaitingRequest = Pick<Negotiation, 'id' | 'versao' | 'precoSolicitado' | 'idMotivo' | 'obs'>;

interface RequestPriceDialogProps {
  idOrcamento: number;
  /** `quantidade` is formatted text: '3 pacotes (18 UN)'. */
  item: { id: number; descricao: string; precoTabela: string; preco: string; quantidade: string };
  /** The price typed before the request dialog was opened. */
  desired?: string | undefined;
  /** The person's own pending request, which is changed instead of creating another. */
  waiting?: WaitingRequest | undefined;
  onClose: () => void;
  onRequested?: () => void;
}

/** One line of the command, which takes several. */
const Field = fieldsOf({ body: PriceRequest, path: negotiationRoutes.request.path });

interface Requested {
  preco: Decimal | null;
  idMotivo: number | null;
  obs: string;
}

interface Waiting {
  precoSolicitado: Decimal | null;
  idMotivo: number | null;
  obs: string | null;
}

const requestedOf = ({ precoSolicitado, idMotivo, obs }: Waiting): Requested => ({
  preco: precoSolicitado,
  idMotivo,
  obs: obs ?? '',
});

/** Requests a price below what the seller may give, or changes the request while it is still undecided. */
export function RequestPriceDialog(props: RequestPriceDialogProps) {
  const { idOrcamento, item, desired, waiting, onClose, onRequested } = props;
  const form = useVersionedForm<Requested>({
    versao: waiting?.versao ?? 0,
    initial: requestedOf(waiting ?? { precoSolicitado: desired ?? null, idMotivo: null, obs: '' }),
    read: requestedOf,
  });
  const { preco, idMotivo, obs } = form.value;
  const reasons = useRoute(negotiationRoutes.reasons, {});
  const request = useRouteCommand(negotiationRoutes.request);
  const change = useRouteCommand(negotiationRoutes.change);
  const notify = useNotify();
  const places = usePricePlaces();
  const read = readRequestedPrice(preco ?? '', { listPrice: item.precoTabela, price: item.preco }, places);
  const run = async () => {
    if (!read.ok)
      throw new FieldProblems({ preco: preco === null ? 'Informe o preço desejado.' : read.message });
    const requested = { preco: read.value, idMotivo, obs: obs.trim() };
    const answer = waiting
      ? await form.send((versao) =>
          change.mutateAsync({
            params: { idPedido: idOrcamento },
            body: { itens: [{ id: waiting.id, versao, ...requested }] },
          }),
        )
      : await request.mutateAsync({
          body: { idPedido: idOrcamento, itens: [{ idItem: item.id, ...requested }] },
        });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onRequested?.();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={waiting ? 'Alterar solicitação' : 'Solicitar preço'}
      text={`${item.descricao}, ${item.quantidade}. O orçamento fica com o preço atual até alguém decidir.`}
      confirmLabel={waiting ? 'Alterar solicitação' : 'Solicitar'}
      disabled={form.undecided}
      onConfirm={run}
      onCancel={onClose}
    >
      <ConflictView
        conflict={form}
        name="este pedido de preço"
        labels={{
          ...fieldLabels({ body: PriceRequest }),
          preco: {
            label: bodyField({ body: PriceRequest, path: '' }, 'preco').label,
            show: (own) => (own === null ? '(vazio)' : priceText(own)),
          },
          idMotivo: {
            label: 'Motivo',
            show: (own) => reasons.data?.find(({ id }) => id === own)?.nome ?? 'Sem motivo',
          },
        }}
      />
      <HeldForm value={form.value} set={form.set}>
        <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
          <Field
            name="preco"
            money
            places={places}
            autoFocus
            hint={
              read.ok
                ? `${percentText(discountOf(item.precoTabela, read.value))} abaixo da tabela, ${priceText(item.precoTabela)}.`
                : `Tabela: ${priceText(item.precoTabela)}. Atual: ${priceText(item.preco)}.`
            }
          />
          <Field
            name="idMotivo"
            choices={(reasons.data ?? []).map(({ id, nome }) => ({ value: id, label: nome }))}
            none="Sem motivo"
            hint={reasons.isError ? 'Não foi possível buscar os motivos. O motivo é opcional.' : undefined}
          />
          <Field name="obs" hint="Ajuda quem decide: concorrente, volume, combinação feita." />
        </Box>
      </HeldForm>
    </ConfirmDialog>
  );
}
