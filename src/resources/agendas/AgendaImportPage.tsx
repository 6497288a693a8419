import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { agendaSupervisionRoutes } from '#contract/callcenter/agendas/agendaSupervision.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { type AgendaImportKey, agendaImportTypes, isAgendaImport } from '#contract/records/routes/imports.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { ImportPage } from '#src/resources/records/shared/import/ImportPage.tsx';
import { ImportStartPage } from '#src/resources/records/shared/import/ImportStartPage.tsx';
import type { ImportPlace } from '#src/resources/records/shared/import/importFlow.ts';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { seesOthersAgendas, useAgendaRefresh } from './shared/agendaTexts.tsx';

const START = '/agendas/importar';

/** `/agendas/importar`: asks whose agendas they are, then runs the same import as for other files. */
export function AgendaImportPage() {
  return (
    <RequirePermission permission="AGENDA_EDITAR">
      <Routes>
        <Route index element={<Start />} />
        <Route path=":chave/:idImportacao" element={<One />} />
        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </RequirePermission>
  );
}

const placeOf = (key: AgendaImportKey): ImportPlace => ({
  type: agendaImportTypes[key],
  start: START,
  one: (id) => `${START}/${key}/${id}`,
  list: '/agendas',
});

function One() {
  const { chave = '' } = useParams();
  const refresh = useAgendaRefresh();
  if (!isAgendaImport(chave) || (chave === 'agendas-equipe' && !seesOthersAgendas())) return <UnknownPath />;
  return <ImportPage place={placeOf(chave)} onWritten={refresh} />;
}

function Start() {
  const mayTeam = seesOthersAgendas();
  const [key, setKey] = useState<AgendaImportKey>(mayTeam ? 'agendas-equipe' : 'agendas');
  const whose = mayTeam && (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={key}
      onChange={(_, value: AgendaImportKey | null) => value && setKey(value)}
      aria-label="De quem são as agendas"
    >
      <ToggleButton value="agendas-equipe">De vários colaboradores</ToggleButton>
      <ToggleButton value="agendas">Minhas</ToggleButton>
    </ToggleButtonGroup>
  );
  return <ImportStartPage key={key} place={placeOf(key)} before={whose} after={<Templates of={key} />} />;
}

function Templates({ of }: { of: AgendaImportKey }) {
  const { template } = of === 'agendas' ? agendaRoutes : agendaSupervisionRoutes;
  const take = (formato: 'xlsx' | 'csv') =>
    void downloadRoute(template, { query: { formato } }, `modelo de agendas.${formato}`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button variant="outlined" onClick={() => take('xlsx')}>
        Baixar modelo em Excel
      </Button>
      <Button onClick={() => take('csv')}>Baixar modelo em CSV</Button>
    </Box>
  );
}
