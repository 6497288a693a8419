import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NfeAuthority, type NfeTrust, nfeTrustRoutes } from '#contract/config/nfeTrust.ts';
import { CHAIN_PURPOSE, type FileRef } from '#contract/config/platform.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { UNPROVEN } from '#contract/rules/nfe/noteTrust.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { ownZone } from '#data/session.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { FileProblems } from '#ui/components/files/FileProblems.tsx';
import { sortFiles } from '#ui/components/files/fileRules.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState, errorText } from '#ui/shell/states/StateMessage.tsx';

const POLL_INTERVAL = 2_000;

/** `/certificados-nfe`: who the company trusts to issue the certificates that sign invoices. */
export function NfeTrustPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PARAMETROS">
      <Trust />
    </RequirePermission>
  );
}

function Trust() {
  const answer = useRoute(
    nfeTrustRoutes.get,
    {},
    { refetchInterval: ({ state }) => (state.data?.data.porJulgar ? POLL_INTERVAL : false) },
  );
  return (
    <LoadedPage title={{ menu: 'Certificados da NF-e' }} answer={answer}>
      {({ data }) => (
        <Page title={{ menu: 'Certificados da NF-e' }}>
          <Stack spacing={4}>
            <AddCertificates />
            <Standing trust={data} />
            <Certificates rows={data.certificados} />
          </Stack>
        </Page>
      )}
    </LoadedPage>
  );
}

const ACCEPT = ['.zip', '.crt', '.cer', '.der', '.pem', '.p7b', '.p7c'];
const MAX_FILES = 50;
const MAX_BYTES = 16 * 1024 * 1024;

/** Takes the file of all certificates that an authority publishes, or single ones. */
function AddCertificates() {
  const client = useQueryClient();
  const add = useRouteCommand(nfeTrustRoutes.add);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [done, setDone] = useState('');
  const send = async (files: readonly File[]) => {
    const { accepted, refused } = sortFiles(files, 0, {
      accept: ACCEPT,
      maxCount: MAX_FILES,
      maxFileBytes: MAX_BYTES,
    });
    const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`);
    setProblems(reasons);
    setDone('');
    if (accepted.length === 0) return;
    setBusy(true);
    try {
      const arquivos: FileRef[] = [];
      for (const file of accepted) arquivos.push(await uploadFile(file, { purpose: CHAIN_PURPOSE }));
      const { data } = await add.mutateAsync({ body: { arquivos } });
      setDone(data.message);
      setProblems([...reasons, ...data.recusados.map(({ arquivo, motivo }) => `${arquivo}: ${motivo}`)]);
      await client.invalidateQueries({ queryKey: routeKey(nfeTrustRoutes.get) });
    } catch (error) {
      setProblems([...reasons, errorText(error)]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Pôr certificados"
      description="O arquivo com todos os certificados que a autoridade publica (na ICP-Brasil, o ZIP das cadeias), ou raízes e intermediários um a um. Uma vez basta; envie de novo quando a autoridade publicar outros."
    >
      <DropZone
        label="Certificados de autoridades"
        accept={ACCEPT}
        hint="ZIP, CRT, CER, PEM, DER ou P7B"
        isFull={busy}
        onFiles={(files) => void send(files)}
        pasteAnywhere={false}
      >
        {busy && <Typography role="status">Lendo os certificados…</Typography>}
      </DropZone>
      <div role="status">
        {done && (
          <Alert severity="success" sx={{ mt: 3 }}>
            {done}
          </Alert>
        )}
      </div>
      <FileProblems problems={problems} severity="warning" />
    </Section>
  );
}

/** How the stored invoices stand, what an unproven one gives, and what is not checked at all. */
function Standing({ trust }: { trust: NfeTrust }) {
  const { certificados, conferidas, naoConferidas, motivos, porJulgar, semCadeiaDaDireito } = trust;
  const roots = certificados.filter(({ raiz }) => raiz).length;
  return (
    <Section
      title="Notas importadas"
      description="A cadeia é conferida no dia da assinatura. A revogação não é consultada: um certificado revogado antes da assinatura passa."
    >
      {roots === 0 && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Ainda não há nenhuma raiz: qualquer um pode ter assinado as notas importadas. Todas ficam marcadas "
          {UNPROVEN}".
        </Alert>
      )}
      <div role="status">
        <Typography>
          {`${formatCount(conferidas, 'nota conferida', 'notas conferidas', DISPLAY_CAP)}, ${formatCount(naoConferidas, 'não conferida', 'não conferidas', DISPLAY_CAP)}.`}
          {porJulgar && ' Ainda conferindo…'}
        </Typography>
      </div>
      <Typography>
        {semCadeiaDaDireito
          ? 'Uma nota não conferida dá direito a devolver, marcada.'
          : 'Uma nota não conferida não dá direito a devolver.'}{' '}
        O parâmetro "Nota sem cadeia conferida" decide.
      </Typography>
      {motivos.length > 0 && (
        <Box component="ul" sx={{ mt: 2, mb: 0, pl: 5 }}>
          {motivos.map(({ motivo, assinantes }) => (
            <li key={motivo}>
              {motivo} {formatCount(assinantes, 'certificado', 'certificados')}.
            </li>
          ))}
        </Box>
      )}
    </Section>
  );
}

function Certificates({ rows }: { rows: readonly NfeAuthority[] }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<NfeAuthority | null>(null);
  const remove = useRouteCommand(nfeTrustRoutes.remove);
  const confirm = async () => {
    if (!asked) return;
    await remove.mutateAsync({ params: { id: asked.id } });
    setAsked(null);
    await client.invalidateQueries({ queryKey: routeKey(nfeTrustRoutes.get) });
  };
  return (
    <Section title={`Raízes e intermediários (${rows.length})`}>
      <DataTable
        label="Certificados de autoridades"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        empty={
          <EmptyState title="Nenhum certificado" text="Envie acima o arquivo que a autoridade publica." />
        }
        maxHeight="60vh"
        rowActions={(row) => (
          <Button size="small" aria-label={`Tirar ${row.nome}`} onClick={() => setAsked(row)}>
            Tirar
          </Button>
        )}
        actionsWidth={80}
      />
      {asked && (
        <ConfirmDialog
          open
          title="Tirar o certificado?"
          text={`As notas cuja cadeia passa por ${asked.nome} deixam de estar conferidas, se não houver outro caminho.`}
          confirmLabel="Tirar"
          onConfirm={confirm}
          onCancel={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

const day = (instant: string) => formatCalendarDate(localDate(new Date(instant), ownZone()));

const COLUMNS: Column<NfeAuthority>[] = [
  fieldColumn(NfeAuthority, 'nome', { minWidth: 200, card: 'title' }),
  {
    id: 'papel',
    label: 'Na cadeia',
    width: 150,
    card: 'corner',
    render: ({ raiz, chegaARaiz }) => (raiz ? 'Raiz' : chegaARaiz ? 'Intermediário' : 'Falta a raiz dele'),
  },
  fieldColumn(NfeAuthority, 'emissor', { minWidth: 160, card: 'fact' }),
  {
    id: 'validade',
    label: 'Vale',
    width: 210,
    card: 'fact',
    render: ({ de, ate }) => `${day(de)} a ${day(ate)}`,
  },
  fieldColumn(NfeAuthority, 'impressao', {
    minWidth: 200,
    card: 'fact',
    render: ({ impressao }) => (
      <span style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{impressao}</span>
    ),
  }),
];
