import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { IMPORT_PURPOSE } from '#contract/config/platform.ts';
import { type ImportType, importRoutes } from '#contract/records/routes/imports.ts';
import { ImportSummary } from '#contract/records/routes/recordImport.ts';
import { countText } from '#contract/rules/format.ts';
import { type ImportField, importFields } from '#contract/rules/imports/matchColumns.ts';
import { uploadFile } from '#data/fileTransfer.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { DropZone } from '#ui/components/files/DropZone.tsx';
import { sortFiles } from '#ui/components/files/fileRules.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { type ImportPlace, importStateText } from './importFlow.ts';

const ACCEPT = ['.csv', '.txt', '.xlsx', '.json', '.ndjson'];
const MAX_BYTES = 200 * 1024 * 1024;

interface ImportStartPageProps {
  place: ImportPlace;
  /** Options shown before the file is chosen. */
  before?: ReactNode;
  /** Help for preparing the file. */
  after?: ReactNode;
}

/** The drop area for the file, and the person's earlier imports. */
export function ImportStartPage({ place, before, after }: ImportStartPageProps) {
  const { type } = place;
  const { chave } = type;
  const navigate = useNavigate();
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const start = useRouteCommand(importRoutes.start);
  const take = async (files: readonly File[]) => {
    const sorted = sortFiles(files, 0, { accept: ACCEPT, maxCount: 1, maxFileBytes: MAX_BYTES });
    setProblem(sorted.refused.map(({ name, reason }) => `${name}: ${reason}`).join('\n'));
    const [file] = sorted.accepted;
    if (!file) return;
    setSent(0);
    try {
      const { id } = await uploadFile(file, {
        purpose: IMPORT_PURPOSE,
        onProgress: (done, total) => setSent(Math.round((done / total) * 100)),
      });
      const { data } = await start.mutateAsync({ params: { chave }, body: { arquivo: { id } } });
      navigate(place.one(data.id));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setSent(null);
    }
  };
  return (
    <Page title={`Importar ${type.titulo.muitos}`}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Section
          title="Arquivo"
          description="De qualquer programa. Nada é gravado antes de você ver o que vai mudar e confirmar."
        >
          <Box sx={{ display: 'grid', gap: 4 }}>
            {problem && (
              <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
                {problem}
              </Alert>
            )}
            {before}
            <DropZone
              label={`Arquivo de ${type.titulo.muitos}`}
              accept={ACCEPT}
              hint="CSV, Excel (.xlsx), JSON ou NDJSON, até 200 MB"
              isFull={sent !== null}
              onFiles={(files) => void take(files)}
              pasteAnywhere={false}
              single
            >
              {sent !== null && (
                <Box role="status">
                  <Typography variant="body2" gutterBottom>
                    {sent < 100 ? 'Enviando o arquivo…' : 'Lendo as primeiras linhas…'}
                  </Typography>
                  <LinearProgress
                    aria-label="Andamento"
                    {...(sent < 100 && { variant: 'determinate' as const, value: sent })}
                  />
                </Box>
              )}
            </DropZone>
            <Fields type={type} />
            {after}
          </Box>
        </Section>
        <Presets chave={chave} />
        <OwnImports place={place} />
      </Box>
    </Page>
  );
}

/**
 * The fields that identify a record and those that a new one requires. The full list of possible columns is collapsed, since
 * a type has up to a hundred.
 */
function Fields({ type }: { type: ImportType }) {
  const fields = importFields(type.campos).filter(({ item }) => !item || item.place === 1);
  const titlesOf = (some: typeof fields) => some.map(({ title }) => title).join(', ');
  const keys = fields.filter(({ path }) => type.codigo.includes(path));
  const required = fields.filter(
    ({ path, field, item }) => field.obrigatorio && !item && !type.codigo.includes(path),
  );
  const ending = type.titulo.genero === 'f' ? 'a' : 'o';
  return (
    <Box sx={{ display: 'grid', gap: 2, fontSize: 14, color: 'text.secondary' }}>
      <Typography variant="body2">
        As colunas vêm em qualquer ordem e com o título que tiverem.{' '}
        {type.repetida ??
          `Cada ${type.titulo.um} é reconhecid${ending} pela chave (${titlesOf(keys)}): quando já existe, é atualizad${ending}; quando não, criad${ending}.`}{' '}
        {required.length > 0 && `Um registro novo exige ${titlesOf(required)}.`}
      </Typography>
      <Box component="details" sx={{ '& summary': { cursor: 'pointer', width: 'fit-content' } }}>
        <summary>{`Ver as ${fields.length} colunas que podem vir`}</summary>
        <Box component="ul" sx={{ columns: '220px', columnGap: 6, m: 0, mt: 2, pl: 4.5 }}>
          {fields.map(({ path, title, item }) => (
            <li key={path}>{item ? titleOfItems(title, item) : title}</li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** The presets of the type, with the titles that each applies to; renders nothing when there are none. */
function Presets({ chave }: { chave: string }) {
  const { data, refetch } = useRoute(importRoutes.presets, { params: { chave } });
  const [leaving, setLeaving] = useState<string | null>(null);
  const remove = useRouteCommand(importRoutes.removePreset, {
    onSuccess: () => setLeaving(null),
    // Another user may have been faster, so the list is refetched either way.
    onSettled: () => void refetch(),
  });
  if (!data || data.itens.length === 0) return null;
  return (
    <Section
      title="Modelos"
      description="Um arquivo com os mesmos títulos recebe as colunas do modelo por si."
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.itens.map(({ nome, titulos }) => (
          <Box component="li" key={nome} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <div>{nome}</div>
              <SecondaryText as="div">{titulos.join(' · ')}</SecondaryText>
            </Box>
            <Hint text={`Excluir o modelo ${nome}`}>
              <IconButton aria-label={`Excluir o modelo ${nome}`} onClick={() => setLeaving(nome)}>
                <DeleteOutlined />
              </IconButton>
            </Hint>
          </Box>
        ))}
      </Box>
      {leaving !== null && (
        <ConfirmDialog
          open
          title={`Excluir o modelo ${leaving}?`}
          text="As próximas importações deixam de receber as colunas dele. O que já foi importado fica como está."
          confirmLabel="Excluir modelo"
          tone="error"
          onConfirm={async () => void (await remove.mutateAsync({ params: { chave, nome: leaving } }))}
          onCancel={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}

/** The person's earlier imports into the type; renders nothing when there are none. */
function OwnImports({ place }: { place: ImportPlace }) {
  const { chave } = place.type;
  const { data } = useRoute(importRoutes.list, { params: { chave } });
  if (!data || data.itens.length === 0) return null;
  return (
    <Section
      title="Minhas importações"
      description="Arquivos e linhas recusadas ficam guardados por 30 dias."
    >
      <DataTable
        label="Arquivos importados"
        columns={columnsOf(place)}
        rows={data.itens}
        rowId={({ id }) => id}
      />
    </Section>
  );
}

const columnsOf = ({ one }: ImportPlace): Column<ImportSummary>[] => [
  {
    id: 'arquivo',
    label: 'Arquivo',
    minWidth: 200,
    card: 'title',
    render: ({ id, arquivo }) => (
      <Link component={RouterLink} to={one(id)}>
        {arquivo}
      </Link>
    ),
  },
  {
    id: 'situacao',
    label: 'Situação',
    width: 190,
    card: 'corner',
    render: (one) => importStateText(one),
  },
  {
    id: 'gravados',
    label: 'Criados e alterados',
    kind: 'number',
    width: 150,
    card: 'fact',
    render: ({ simulacao, contagens }) =>
      simulacao ? '—' : countText(contagens.criados + contagens.mudados),
  },
  {
    id: 'recusados',
    label: 'Recusados',
    kind: 'number',
    width: 110,
    card: 'fact',
    render: ({ contagens }) => countText(contagens.recusados),
  },
  fieldColumn(ImportSummary, 'datahora_criacao', {
    id: 'quando',
    label: 'Enviado',
    kind: 'text',
    width: 150,
    card: 'fact',
  }),
];

/** 'Telefone 1 a 3: Número'. */
const titleOfItems = (title: string, { number, most }: NonNullable<ImportField['item']>): string =>
  title.replace(` ${number}:`, ` ${number} a ${number + most - 1}:`);
