import DeleteForeverOutlined from '@mui/icons-material/DeleteForeverOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';
import { privacyGroups } from '#contract/catalogs/privacy.ts';
import {
  HOLDER_KINDS,
  Holder,
  type HolderKind,
  HolderRecord,
  type Obstacle,
  PersonalDataAccess,
  type PersonalGroup,
  privacyRoutes,
} from '#contract/config/people/privacy.ts';
import { field } from '#contract/field.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { LoadedPage, UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { PersonalGate, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { listPath } from '#ui/shell/screens.ts';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { EraseDialog } from './EraseDialog.tsx';

/** `/titulares/{tipo}/{id}`: the data held about one person, its export, and its erasure. */
export function HolderPage() {
  const { tipo, id } = useParams();
  const kind = HOLDER_KINDS.find((each) => each === tipo?.toUpperCase());
  if (!kind || !/^[1-9]\d{0,9}$/.test(id ?? '')) return <UnknownPath />;
  return (
    <RequirePermission permission="CONFIGURACAO_PRIVACIDADE">
      <Shown tipo={kind} id={Number(id)} />
    </RequirePermission>
  );
}

const CRUMBS = [{ label: 'Titulares de dados', to: '/titulares' }];

function Shown(params: { tipo: HolderKind; id: number }) {
  const answer = useRoute(privacyRoutes.get, { params });
  return (
    <LoadedPage
      answer={answer}
      title="Titular"
      crumbs={CRUMBS}
      // Another user may have erased them meanwhile.
      missing={<Failure answer={{ error: answer.error, refetch: answer.refetch }} />}
    >
      {({ data: holder }) => <HolderDetail {...params} holder={holder} />}
    </LoadedPage>
  );
}

function HolderDetail({ holder, ...params }: { tipo: HolderKind; id: number; holder: Holder }) {
  const [erasing, setErasing] = useState(false);
  const mayErase = !holder.eliminacao && holder.impede.length === 0;
  return (
    <Page
      title={holder.nome}
      crumbs={CRUMBS}
      width="form"
      count={holder.documento || 'Sem CPF'}
      actions={
        <>
          <DownloadButton {...params} />
          {!holder.eliminacao && (
            <Button
              variant="contained"
              color="error"
              startIcon={<DeleteForeverOutlined />}
              disabled={!mayErase}
              onClick={() => setErasing(true)}
            >
              Eliminar os dados
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Situation holder={holder} />
        <Section
          title={field(Holder, 'grupos').label}
          description="E o que a eliminação faz com cada parte, de acordo com a LGPD (Lei 13.709/2018)."
        >
          <PersonalGroups
            groups={holder.eliminacao?.grupos ?? holder.grupos}
            erased={holder.eliminacao !== null}
          />
        </Section>
        <Section title="Onde a pessoa está" description="Tudo o que tem o mesmo CPF é uma pessoa só.">
          <DataTable
            label="Registros da pessoa"
            columns={RECORDS}
            rows={holder.registros}
            rowId={({ tipo, id }) => `${tipo} ${id}`}
          />
        </Section>
        <Section
          title={field(Holder, 'consultas').label}
          description="Quem abriu uma página com dados desta pessoa; a mesma pessoa conta uma vez a cada 15 minutos."
        >
          {holder.consultas.length === 0 ? (
            <Typography variant="body2" color="text.secondary">
              Ninguém consultou desde que isto é registrado.
            </Typography>
          ) : (
            <DataTable
              label="Consultas"
              columns={LOOKS}
              rows={holder.consultas}
              rowId={({ em, quem, pagina }) => `${em} ${quem} ${pagina}`}
            />
          )}
        </Section>
      </Box>
      {erasing && <EraseDialog of={params} holder={holder} onClose={() => setErasing(false)} />}
    </Page>
  );
}

/** Shows an erasure that has already been done, or what prevents one. */
function Situation({ holder: { eliminacao, impede } }: { holder: Holder }) {
  if (eliminacao)
    return (
      <Alert severity="info">
        Dados eliminados <RelativeDate value={eliminacao.em} /> por {eliminacao.por}. Pedido:{' '}
        {eliminacao.motivo}
      </Alert>
    );
  if (impede.length === 0) return null;
  return (
    <Alert severity="warning">
      Os dados ainda não podem ser eliminados:
      <Box component="ul" sx={{ my: 1, pl: 5 }}>
        {impede.map((obstacle) => (
          <li key={`${obstacle.tipo} ${obstacle.idCli}`}>
            {obstacle.texto} <ObstacleLink {...obstacle} />
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** Leads to what must be ended, of this customer, those who may see it. */
function ObstacleLink({ tipo, idCli }: Obstacle) {
  const { can } = useCan();
  if (tipo === 'CONTA' || idCli === null) return null;
  const { permission, label, path } = PLACES[tipo];
  if (!can(permission)) return null;
  return (
    <Link component={RouterLink} to={path(idCli)} color="inherit">
      {label}
    </Link>
  );
}

const PLACES = {
  TICKETS: {
    permission: 'SAC_TICKETS',
    label: 'Ver os tickets',
    path: (idCli: number) => listPath('tickets', { idCli: String(idCli) }),
  },
  TITULOS: {
    permission: 'CLIENTE_BOLETOS',
    label: 'Ver os títulos',
    path: (idCli: number) => `/clientes/${idCli}/boletos`,
  },
  PEDIDOS: {
    permission: 'PEDIDO',
    label: 'Ver os pedidos',
    path: (idCli: number) => listPath('pedidos', { idCli: String(idCli) }),
  },
} as const;

function DownloadButton(params: { tipo: HolderKind; id: number }) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await downloadRoute(
        privacyRoutes.file,
        { params },
        `dados-de-${params.tipo.toLowerCase()}-${params.id}.zip`,
      );
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <PersonalGate route={privacyRoutes.file}>
      <Button
        variant="outlined"
        startIcon={<DownloadOutlined />}
        loading={busy}
        loadingPosition="start"
        onClick={download}
      >
        Baixar os dados
      </Button>
    </PersonalGate>
  );
}

const LOOKS: readonly Column<PersonalDataAccess>[] = [
  fieldColumn(PersonalDataAccess, 'quem', { card: 'title' }),
  fieldColumn(PersonalDataAccess, 'em', { card: 'fact', width: 140 }),
  fieldColumn(PersonalDataAccess, 'pagina', { card: 'fact' }),
  fieldColumn(PersonalDataAccess, 'ip', { card: 'fact', width: 130 }),
];

const RECORDS: readonly Column<HolderRecord>[] = [
  fieldColumn(HolderRecord, 'descricao', { card: 'title' }),
  fieldColumn(HolderRecord, 'nome', { card: 'fact' }),
];

const Held = ({ grupo, quantidade }: PersonalGroup) => (
  <div>
    <Typography sx={{ fontWeight: 600 }}>{privacyGroups[grupo].titulo}</Typography>
    <Typography variant="body2" color="text.secondary">
      {privacyGroups[grupo].conteudo} · {formatCount(quantidade, 'registro', 'registros')}
    </Typography>
  </div>
);

/**
 * The data held, one paragraph per group: its contents, what happens to it, and the legal basis. Not a table, so that no
 * reason is cut off.
 */
const PersonalGroups = ({ groups, erased }: { groups: readonly PersonalGroup[]; erased: boolean }) =>
  groups.length === 0 ? (
    <Typography variant="body2" color="text.secondary">
      Nada desta pessoa está guardado.
    </Typography>
  ) : (
    <Box component="ul" aria-label="Dados por grupo" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {groups.map((group) => (
        <Box
          component="li"
          key={group.grupo}
          sx={({ vars: { palette } }) => ({
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
            gap: { xs: 1, sm: 4 },
            py: 2,
            borderTop: `1px solid ${palette.components.linha}`,
          })}
        >
          <Held {...group} />
          <Effect {...group} erased={erased} />
        </Box>
      ))}
    </Box>
  );

function Effect({ grupo, efeito, ate, erased }: PersonalGroup & { erased: boolean }) {
  if (efeito === 'ELIMINA') return <Typography>{erased ? 'Foi eliminado' : 'Sai na eliminação'}</Typography>;
  return (
    <div>
      <Typography>{ate ? `Fica até ${formatCalendarDate(ate)}` : 'Fica'}</Typography>
      <Typography variant="body2" color="text.secondary">
        {privacyGroups[grupo].fundamento}
      </Typography>
    </div>
  );
}
