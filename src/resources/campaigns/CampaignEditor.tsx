import Box from '@mui/material/Box';
import { useNotify } from 'ra-core';
import { type CampaignDetail, campaignRoutes } from '#contract/callcenter/campaigns.ts';
import type { Decimal } from '#contract/rules/decimal.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { call } from '#data/call.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FieldProblems, ProblemAt } from '#ui/components/fieldProblems.ts';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';

const MAX_AMOUNT = '99999999';

interface CampaignEditorProps {
  /** Absent for a new campaign. */
  campaign?: CampaignDetail;
  onClose: () => void;
  onDone: () => unknown;
}

const draftOf = (campaign?: CampaignDetail) => ({
  nome: campaign?.nome ?? '',
  descricao: campaign?.descricao ?? '',
  tipo: campaign?.tipo ?? ('DESCONTO' as const),
  valor: campaign?.valor ?? null,
  inicio: campaign?.inicio ?? null,
  fim: campaign?.fim ?? null,
  quantidadeMinima: campaign && campaign.quantidadeMinima !== '0' ? campaign.quantidadeMinima : null,
  ativa: campaign?.ativa ?? true,
  produtos: (campaign?.itens ?? []).map(
    ({ id, codigo, descricao }): AsyncOption => ({ value: id, label: descricao, second: codigo }),
  ),
});

type Draft = Omit<ReturnType<typeof draftOf>, 'tipo' | 'inicio' | 'fim' | 'valor' | 'quantidadeMinima'> & {
  valor: Decimal | null;
  quantidadeMinima: Decimal | null;
  tipo: 'DESCONTO' | 'PONTOS';
  inicio: string | null;
  fim: string | null;
};

const Field = fieldsOf(campaignRoutes.create);
const WHOLE = { gridColumn: '1 / -1' };

const LABELS = {
  ...fieldLabels(campaignRoutes.update),
  produtos: 'Produtos',
};

/** Creates or edits a campaign: its benefit, its products and its period. */
export function CampaignEditor({ campaign, onClose, onDone }: CampaignEditorProps) {
  const form = useVersionedForm<Draft>({
    versao: campaign?.versao ?? 0,
    initial: draftOf(campaign),
    read: draftOf,
  });
  const { value: draft, set } = form;
  const create = useRouteCommand(campaignRoutes.create);
  const update = useRouteCommand(campaignRoutes.update);
  const notify = useNotify();
  const save = async () => {
    const body = bodyOf(draft);
    const answer = campaign
      ? await form.send((versao) =>
          update.mutateAsync({ params: { idCampanha: campaign.id }, body: { ...body, versao } }),
        )
      : await create.mutateAsync({ body });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={campaign ? `Alterar ${campaign.nome}` : 'Criar campanha'}
      confirmLabel={campaign ? 'Salvar campanha' : 'Criar campanha'}
      disabled={form.undecided}
      onConfirm={save}
      onCancel={onClose}
    >
      <ConflictView conflict={form} name="esta campanha" labels={LABELS} />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { sm: '1fr 1fr' },
          mt: 2,
          '& > .whole': { gridColumn: '1 / -1' },
        }}
      >
        <HeldForm value={draft} set={set}>
          <Field name="nome" sx={WHOLE} />
          <Field name="descricao" lines={1} sx={WHOLE} />
          <Field name="tipo" />
          <ProblemAt field="valor">
            <NumberField
              label={draft.tipo === 'DESCONTO' ? 'Desconto (%)' : 'Pontos por unidade'}
              required
              value={draft.valor}
              onChange={(valor) => set({ valor })}
              places={2}
              max={draft.tipo === 'DESCONTO' ? '100' : MAX_AMOUNT}
            />
          </ProblemAt>
          <Field name="inicio" />
          <Field name="fim" />
          <Field
            name="quantidadeMinima"
            required={false}
            max={MAX_AMOUNT}
            hint="De todos os produtos, no orçamento inteiro"
          />
          <Field name="ativa" />
        </HeldForm>
        <div className="whole">
          <AsyncAutocomplete
            multiple
            required
            label="Produtos"
            hint="Código ou descrição"
            value={draft.produtos}
            onChange={(produtos) => set({ produtos })}
            load={searchProducts}
          />
        </div>
      </Box>
    </ConfirmDialog>
  );
}

async function searchProducts(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(lookupRoutes.products, { query: { q, take: 20 } }, { signal });
  return itens.map(({ id, idExibicao, descricao }) => ({ value: id, label: descricao, second: idExibicao }));
}

function bodyOf({ nome, descricao, tipo, valor, inicio, fim, quantidadeMinima, ativa, produtos }: Draft) {
  if (!nome.trim() || valor === null || !inicio || !fim || produtos.length === 0)
    throw new FieldProblems({
      nome: nome.trim() ? '' : 'Informe o nome.',
      valor: valor === null ? `Informe ${tipo === 'DESCONTO' ? 'o desconto' : 'os pontos'}.` : '',
      inicio: inicio ? '' : 'Informe o início.',
      fim: fim ? '' : 'Informe o fim.',
      produtos: produtos.length > 0 ? '' : 'Escolha ao menos um produto.',
    });
  return {
    nome: nome.trim(),
    descricao: descricao.trim(),
    tipo,
    valor,
    inicio,
    fim,
    quantidadeMinima: quantidadeMinima ?? '0',
    ativa,
    produtos: produtos.map((each) => Number(each.value)),
  };
}
