import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Campaign, campaignRoutes } from '#contract/callcenter/campaigns.ts';
import { campaignSituation } from '#contract/catalogs/callCenter.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { CampaignDialog, campaignColumns } from './CampaignDialog.tsx';
import { CampaignEditor } from './CampaignEditor.tsx';

/** `/campanhas?campanha=3`: current and past campaigns, and their sales by seller. */
export function CampaignList() {
  return (
    <RequirePermission permission="GERENCIA_CAMPANHA">
      <List />
    </RequirePermission>
  );
}

function List() {
  const [address, setAddress] = useSearchParams();
  const [page, setPage] = useState(1);
  const [creating, setCreating] = useState(false);
  const { can } = useCan();
  const situacao = campaignSituation.find(({ value }) => value === address.get('situacao'))?.value;
  const opened = Number(address.get('campanha')) || null;
  const { data, error, isPending, refetch } = useRoute(campaignRoutes.list, {
    query: { page, take: 25, ...(situacao && { situacao }) },
  });
  const change = (changes: Record<string, string | null>) =>
    setAddress((before) => {
      for (const [key, value] of Object.entries(changes)) value ? before.set(key, value) : before.delete(key);
      return before;
    });
  return (
    <Page
      title={{ menu: 'Campanhas' }}
      count={data && formatCount(data.paginator.total, 'campanha', 'campanhas')}
      actions={
        can('CAMPANHA_APURAR') && (
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setCreating(true)}>
            Criar campanha
          </Button>
        )
      }
    >
      <Box sx={{ mb: 3 }}>
        <ChoiceField
          size="small"
          label="Situação"
          value={situacao ?? null}
          onChange={(chosen) => {
            setPage(1);
            change({ situacao: chosen });
          }}
          sx={{ minWidth: 180 }}
          choices={campaignSituation}
          none="Todas"
        />
      </Box>
      <DataTable
        label="Campanhas"
        columns={campaignColumns}
        rows={data?.itens ?? NONE}
        rowId={idOf}
        onOpen={({ id }) => change({ campanha: String(id) })}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhuma campanha"
            text={
              situacao
                ? 'Tire o filtro para ver as outras.'
                : 'Crie uma com produtos, período e desconto ou pontos.'
            }
          />
        }
      />
      {data && (
        <AnswerPages
          page={page}
          paginator={data.paginator}
          onPage={setPage}
          noun={['campanha', 'campanhas']}
        />
      )}
      {opened !== null && (
        <CampaignDialog id={opened} onClose={() => change({ campanha: null })} onChanged={refetch} />
      )}
      {creating && <CampaignEditor onClose={() => setCreating(false)} onDone={refetch} />}
    </Page>
  );
}

const NONE: Campaign[] = [];
const idOf = ({ id }: Campaign) => id;
