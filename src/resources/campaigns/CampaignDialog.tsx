import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import {
  Campaign,
  type CampaignDetail,
  CampaignResult,
  campaignRoutes,
} from '#contract/callcenter/campaigns.ts';
import { campaignSituation } from '#contract/catalogs/callCenter.ts';
import { decimalPlaces } from '#contract/rules/decimal.ts';
import { formatCount, formatNumber } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip, counted, money } from '#ui/lists/shown.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CampaignEditor } from './CampaignEditor.tsx';

interface CampaignDialogProps {
  id: number;
  onClose: () => void;
  onChanged: () => unknown;
}

/** A campaign, its products, and each seller's results. */
export function CampaignDialog({ id, onClose, onChanged }: CampaignDialogProps) {
  const titleId = useId();
  const { data, error, isPending, refetch } = useRoute(campaignRoutes.get, { params: { idCampanha: id } });
  const results = useRoute(campaignRoutes.sellers, { query: { idCampanha: id } });
  const [editing, setEditing] = useState(false);
  const { can } = useCan();
  const notify = useNotify();
  const count = useRouteCommand(campaignRoutes.count);
  const changed = async () => {
    await Promise.all([refetch(), results.refetch(), onChanged()]);
  };
  const run = async () => {
    const answer = await count.mutateAsync({ params: { idCampanha: id } }).catch(() => null);
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    await changed();
  };
  if (editing && data)
    return <CampaignEditor campaign={data.data} onClose={() => setEditing(false)} onDone={changed} />;
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{data?.data.nome ?? 'Campanha'}</DialogTitle>
      <DialogContent dividers sx={{ display: 'grid', gap: 4 }}>
        {isPending && <FormSkeleton />}
        <Failure answer={{ data, error, refetch }} />
        {count.error && <Alert severity="error">{count.error.message}</Alert>}
        {data && <Facts campaign={data.data} />}
        <div>
          <Typography variant="h2" gutterBottom>
            Resultado por vendedor
          </Typography>
          <DataTable
            label="Resultado por vendedor"
            columns={data?.data.tipo === 'PONTOS' ? WITH_POINTS : COLUMNS}
            rows={results.data ?? NONE}
            rowId={personOf}
            loading={results.isPending}
            answer={results}
            empty={
              <EmptyState
                title="Sem resultado"
                text={
                  data?.data.apurada
                    ? 'Nenhum pedido faturado com esta campanha.'
                    : 'A campanha ainda não foi apurada.'
                }
              />
            }
            maxHeight="320px"
          />
        </div>
      </DialogContent>
      <DialogActions>
        {can('CAMPANHA_APURAR') && data && (
          <>
            <Button onClick={() => setEditing(true)}>Alterar</Button>
            <Button variant="outlined" onClick={() => void run()} loading={count.isPending}>
              Apurar
            </Button>
          </>
        )}
        <CloseButton variant="contained">Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

const PRODUCTS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: 13,
  display: 'grid',
  columnGap: 4,
  rowGap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
} as const;

/** E.g. '10% de desconto' or '3 pontos por unidade'. */
const benefitText = ({ tipo, valor }: Pick<Campaign, 'tipo' | 'valor'>): string => {
  const number = formatNumber(valor, decimalPlaces(valor));
  return tipo === 'DESCONTO'
    ? `${number}% de desconto`
    : `${number} ${valor === '1' ? 'ponto' : 'pontos'} por unidade`;
};

const periodText = ({ inicio, fim }: Pick<Campaign, 'inicio' | 'fim'>): string =>
  `${formatCalendarDate(inicio)} a ${formatCalendarDate(fim)}`;

/** Its quantity may have decimals, unlike a count. */
const minimumText = (quantity: string): string =>
  `${formatQuantity(quantity)} ${Number(quantity) === 1 ? 'unidade' : 'unidades'}`;

const Facts = ({ campaign }: { campaign: CampaignDetail }) => (
  <Box sx={{ display: 'grid', gap: 1 }}>
    <Typography>
      {benefitText(campaign)}, {periodText(campaign)}
      {Number(campaign.quantidadeMinima) > 0 && `, a partir de ${minimumText(campaign.quantidadeMinima)}`}.
    </Typography>
    {campaign.descricao && <Typography color="text.secondary">{campaign.descricao}</Typography>}
    <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600, mt: 3 }}>
      {formatCount(campaign.itens.length, 'produto', 'produtos')}
    </Typography>
    <Box component="ul" sx={PRODUCTS}>
      {campaign.itens.map(({ codigo, descricao }) => (
        <li key={codigo}>
          {descricao} <SecondaryText>{codigo}</SecondaryText>
        </li>
      ))}
    </Box>
  </Box>
);

const NONE: CampaignResult[] = [];

const personOf = ({ colaborador }: CampaignResult) => colaborador.id;

const COLUMNS: readonly Column<CampaignResult>[] = [
  fieldColumn(CampaignResult, 'colaborador', { id: 'nome', label: 'Vendedor', minWidth: 180, card: 'title' }),
  fieldColumn(CampaignResult, 'pedidos', { width: 100, card: 'fact' }),
  fieldColumn(CampaignResult, 'quantidade', {
    width: 120,
    card: 'fact',
    render: ({ quantidade }) => formatNumber(quantidade, 0),
  }),
  fieldColumn(CampaignResult, 'total', { label: 'Vendido', width: 140, card: 'fact', shown: money }),
];

const WITH_POINTS: readonly Column<CampaignResult>[] = [
  ...COLUMNS,
  fieldColumn(CampaignResult, 'pontos', {
    width: 110,
    card: 'fact',
    render: ({ pontos }) => formatNumber(pontos, 0),
  }),
];

export const campaignColumns: readonly Column<Campaign>[] = [
  fieldColumn(Campaign, 'nome', {
    label: 'Campanha',
    minWidth: 220,
    card: 'title',
    second: ({ descricao }) => descricao,
  }),
  fieldColumn(Campaign, 'situacao', { width: 190, card: 'corner', shown: chip(campaignSituation) }),
  { id: 'beneficio', label: 'Benefício', minWidth: 170, card: 'fact', render: benefitText },
  { id: 'periodo', label: 'Período', width: 200, card: 'fact', render: periodText },
  fieldColumn(Campaign, 'produtos', { width: 120, card: 'fact', shown: counted('produto', 'produtos') }),
  fieldColumn(Campaign, 'apurada', { label: 'Apurada', width: 140, hideOrder: 1, none: 'Ainda não' }),
];
